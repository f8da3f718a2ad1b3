/**
 * The emoji that boards are made of, drawn as Discord has them: flat squares, whatever the fonts of
 * this machine make of them. Start with `boardSign`.
 */

import { el } from "./dom.js";

const FIRST_LETTER = 0x1f1e6;
const LETTERS = 26;
const EMPTY = "⬛";
const ARROWS = { "⏪": "«", "⏩": "»", "⏫": "«", "⏬": "»" };
const UPRIGHT = new Set(["⏫", "⏬"]);

/** The square for an empty cell, a column's letter or an arrow; `null` for any other emoji. */
export function boardSign(emoji) {
  if (emoji === EMPTY) return square("sign-empty", emoji, "");
  if (ARROWS[emoji])
    return square(UPRIGHT.has(emoji) ? "sign-blue upright" : "sign-blue", emoji, ARROWS[emoji]);
  const place = emoji.codePointAt(0) - FIRST_LETTER;
  const alone = emoji.length === 2;
  if (!alone || place < 0 || place >= LETTERS) return null;
  return square("sign-blue", emoji, String.fromCharCode(65 + place));
}

/** The emoji stays there as text, to be copied and to be read aloud; what is seen lies over it. */
function square(kind, emoji, shown) {
  return el(
    "span",
    { class: `emoji unicode sign ${kind}`, dataset: { shown } },
    el("span", { class: "sign-text" }, emoji),
  );
}
