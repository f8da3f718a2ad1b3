/**
 * A select menu as Discord has it, for messages and modals. Start with `selectControl`.
 *
 * A menu for several sends when it is closed by `Done` or by a press elsewhere; Escape takes the
 * picks back. In which order several values arrive is for the server to say, so none is shown.
 */

import { el, icon } from "./dom.js";
import { float } from "./floating.js";
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
      type: "button", class: "select", role: "combobox", "aria-haspopup": "listbox", "aria-expanded": "false",
      "aria-label": label, disabled, dataset: { customId },
    },
    face,
    icon("chevron"),
  );
  const show = () => face.replaceChildren(...faceOf(options, values, label));
  const open = () => {
    const before = values;
    openMenu(node, { label, options, min, max, values }, (picked) => {
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
    el("span", { class: values.length > 1 ? "select-pick" : "" }, componentEmoji(option.emoji), plainText(option.label)),
  );
}

/** Opens the list; `finish(values)` is called with the new choice or, on Escape, the old one. */
function openMenu(anchor, { label, options, min, max, values }, finish) {
  const many = max > 1;
  let picked = [...values];
  const rows = options.map((option) => row(option));
  const list = el("div", { class: "menu-list", role: "listbox", "aria-label": label, "aria-multiselectable": String(many) }, rows);
  const tally = el("span", { class: "menu-tally" });
  const ready = el("button", { type: "button", class: "btn btn-primary btn-small", on: { click: () => close() } }, "Done");
  const panel = el("div", { class: "menu" }, list, many ? el("div", { class: "menu-foot" }, tally, ready) : null);
  anchor.setAttribute("aria-expanded", "true");
  const close = float(anchor, panel, () => {
    anchor.setAttribute("aria-expanded", "false");
    finish(picked.length >= min && picked.length <= max ? picked : values);
  });

  const toggle = (value) => {
    const has = picked.includes(value);
    if (many) {
      if (has) picked = picked.filter((item) => item !== value);
      else if (picked.length < max) picked = [...picked, value];
      mark();
    } else {
      picked = has && min === 0 ? [] : [value];
      close();
    }
  };
  const mark = () => {
    rows.forEach((node, index) => {
      const taken = picked.includes(options[index].value);
      node.setAttribute("aria-selected", String(taken));
      node.setAttribute("aria-disabled", String(many && !taken && picked.length >= max));
    });
    tally.textContent = min === max ? `${picked.length} of ${max}` : `${picked.length} picked, ${min} to ${max}`;
    ready.disabled = picked.length < min;
  };
  rows.forEach((node, index) => node.addEventListener("click", () => toggle(options[index].value)));
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") picked = values;
    if (["Escape", "Tab"].includes(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else move(event, rows);
  });
  mark();
  (rows.find((node) => node.getAttribute("aria-selected") === "true") ?? rows[0])?.focus();

  function row(option) {
    return el(
      "button",
      { type: "button", class: "menu-row", role: "option", dataset: { value: option.value }, "aria-label": option.label },
      option.emoji ? el("span", { class: "menu-emoji" }, componentEmoji(option.emoji)) : null,
      el(
        "span",
        { class: "menu-words" },
        plainText(option.label),
        option.description ? el("span", { class: "menu-description" }, plainText(option.description)) : null,
      ),
      many ? el("span", { class: "menu-mark" }, icon("check")) : icon("check"),
    );
  }
}

function move(event, rows) {
  const at = rows.indexOf(document.activeElement);
  const next = {
    ArrowDown: Math.min(at + 1, rows.length - 1),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: rows.length - 1,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  rows[next].focus();
}
