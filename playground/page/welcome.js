/**
 * What stands at the top of every channel: what this is and, where games are opened, the three steps
 * to a first one.
 */

import { el, icon } from "./dom.js";

/** The top of a thread or a conversation, which is called `name`. */
export function beginning(name) {
  return el(
    "section",
    { class: "welcome", "aria-label": "Beginning" },
    el("span", { class: "welcome-mark" }, icon("thread")),
    el("h2", {}, name),
    el("p", {}, "This is where it begins."),
  );
}

/** The top of a text channel. `act` does a step for the reader: `{start(), sitAs(name)}`. */
export function welcome(channel, act) {
  return el(
    "section",
    { class: "welcome", "aria-label": "Welcome", dataset: { testid: "welcome" } },
    el("span", { class: "welcome-mark" }, icon("hash")),
    el("h2", {}, `Welcome to #${channel.name}`),
    el(
      "p",
      {},
      "You sit in every seat here. Open a game as one person, join it as another, and look at each hand in private.",
    ),
    el(
      "ol",
      { class: "steps" },
      step(
        "Open a game",
        ["Type ", key("/start"), " below and press ", key("Enter"), " twice."],
        "Type it for me",
        act.start,
      ),
      step(
        "Let others join",
        ["Switch to ", el("b", {}, "Bo"), " at the top and press ", key("Join"), "."],
        "Sit as Bo now",
        () => act.sitAs("Bo"),
      ),
      step(
        "Begin, then play",
        [
          "Press ",
          key("Begin"),
          " as Ann. The button ",
          key("My hand"),
          " shows your tiles, to you alone.",
        ],
        "Sit as Ann now",
        () => act.sitAs("Ann"),
      ),
    ),
  );
}

function step(title, words, action, click) {
  return el(
    "li",
    { class: "step" },
    el("h3", {}, title),
    el("p", {}, words),
    el("button", { type: "button", class: "link", on: { click } }, action),
  );
}

function key(words) {
  return el("kbd", {}, words);
}
