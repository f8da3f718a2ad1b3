/**
 * A select menu as Discord has it, for messages and modals. Start with `selectControl`.
 *
 * A menu for several sends when it is closed by `Done` or by a press elsewhere; Escape takes the
 * picks back. In which order several values arrive is for the server to say, so none is shown.
 */

import { el, icon } from "./dom.js";
import { Menu } from "./menu.js";
import { componentEmoji, plainText } from "./text.js";

/**
 * The control for `options` (`{label, value, description, emoji, default}`). `done(values)` is
 * called when a choice is made. Answers `{node, values()}`.
 */
export function selectControl({ label, customId, options, min, max, disabled, done }) {
  let values = options.filter((option) => option.default).map((option) => option.value);
  const face = el("span", { class: "select-face" });
  const node = el(
    "button",
    {
      type: "button",
      class: "select",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": label,
      disabled,
      dataset: { customId },
    },
    face,
    icon("chevron"),
  );
  const show = () => face.replaceChildren(...faceOf(options, values, label));
  const open = () => {
    const before = values;
    new Menu(node, { label, options, min, max, values }, (picked) => {
      values = picked;
      show();
      node.focus();
      if (String(picked) !== String(before)) done(picked);
    });
  };
  node.addEventListener("click", () => node.getAttribute("aria-expanded") === "false" && open());
  node.addEventListener("keydown", (event) => {
    if (!["ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    open();
  });
  show();
  return { node, values: () => values };
}

function faceOf(options, values, label) {
  if (!values.length) return [el("span", { class: "select-placeholder" }, label)];
  const picked = values.map((value) => options.find((option) => option.value === value));
  return picked.map((option) =>
    el(
      "span",
      { class: values.length > 1 ? "select-pick" : "" },
      componentEmoji(option.emoji),
      plainText(option.label),
    ),
  );
}
