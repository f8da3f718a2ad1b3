/**
 * Whose Discord speaks what: a choice for whoever sits in the first pane, and one for the server.
 * Start with `languageChoices`.
 */

import { el } from "./dom.js";

/** Some of Discord's languages, in their own names; the bot may lack one, and speaks English then. */
const LANGUAGES = {
  "en-US": "English",
  de: "Deutsch",
  "es-ES": "Español",
  "es-419": "Español (LATAM)",
  fr: "Français",
  nl: "Nederlands",
  "pt-BR": "Português (Brasil)",
  "sv-SE": "Svenska",
};

/** `speak(userId, locale)` is called for a choice; without a user it is the server's. */
export function languageChoices({ state, seat, speak }) {
  const rows = [["The server speaks", null, state.locales.guild]];
  if (seat) {
    rows.unshift([`${state.nameOf(seat)} speaks`, seat, state.localeOf(seat)]);
  }
  return rows.map(([label, user, locale]) =>
    el(
      "label",
      { class: "rail-language" },
      el("span", {}, label),
      el(
        "select",
        { on: { change: (event) => speak(user, event.target.value) } },
        Object.entries(LANGUAGES).map(([value, name]) =>
          el("option", { value, selected: value === locale }, name),
        ),
      ),
    ),
  );
}
