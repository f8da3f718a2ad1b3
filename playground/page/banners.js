/**
 * The lines at the top that say what is not running.
 */

import { el } from "./dom.js";

/** Draws the one line that matters most, or none. */
export function drawBanners(root, state) {
  const words = wordsFor(state);
  if (root.dataset.words === words) return;
  root.dataset.words = words;
  const line = words
    ? el("p", { class: `banner banner-${kindFor(state)}`, role: "status" }, words)
    : null;
  root.replaceChildren(...(line ? [line] : []));
}

function wordsFor(state) {
  if (state.connected === false) {
    return "The playground is not running. Start it with “make play”; this page comes back by itself.";
  }
  if (!state.connected || state.botOnline === null) return "";
  return state.botOnline
    ? ""
    : "The bot is starting, or offline. Commands and buttons get no answer yet.";
}

function kindFor(state) {
  return state.connected === false ? "bad" : "wait";
}
