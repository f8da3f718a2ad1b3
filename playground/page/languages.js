/**
 * Whose Discord speaks what: a choice for whoever sits in the first pane, and one for the server.
 * Start with `languageChoices`.
 */

import { el } from "./dom.js";

/** The languages of Discord's that the bot speaks, in their own names. */
const LANGUAGES = {
  "en-US": "English",
  de: "Deutsch",
  "es-ES": "Español",
  "es-419": "Español (LATAM)",
  fr: "Français",
  nl: "Nederlands",
  "pt-BR": "Português (Brasil)",
};

/** The rail is drawn anew at every change, and must not fall shut under one's hands. */
let isOpen = false;

/** `speak(userId, locale)` is called for a choice; without a user it is the server's. */
export function languageChoices({ state, seat, speak }) {
  const rows = [["The server speaks", null, state.locales.guild]];
  if (seat) {
    rows.unshift([`${state.nameOf(seat)} speaks`, seat, state.localeOf(seat)]);
  }
  const choices = el("div");
  const draw = () =>
    choices.replaceChildren(
      ...(isOpen ? rows : []).map(([label, user, locale]) =>
        choice(label, locale, (value) => speak(user, value)),
      ),
    );
  const toggle = (event) => {
    isOpen = event.target.open;
    draw();
  };
  draw();
  return el(
    "details",
    { class: "rail-languages", open: isOpen, on: { toggle } },
    el("summary", {}, "Languages"),
    choices,
  );
}

function choice(label, locale, choose) {
  return el(
    "label",
    { class: "rail-language" },
    el("span", {}, label),
    el(
      "select",
      { on: { change: (event) => choose(event.target.value) } },
      Object.entries(LANGUAGES).map(([value, name]) =>
        el("option", { value, selected: value === locale }, name),
      ),
    ),
  );
}
