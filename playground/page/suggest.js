/**
 * The list above the composer: commands, options, or values. The keyboard stays in the input; the
 * list only marks a row, which the input names by `aria-activedescendant`.
 */

import { el } from "./dom.js";

export class Suggestions {
  constructor(id) {
    this.id = id;
    this.head = el("div", { class: "suggest-head" });
    this.list = el("div", {
      class: "suggest-list",
      role: "listbox",
      id,
      "aria-label": "Suggestions",
    });
    this.node = el("div", { class: "suggest", hidden: true }, this.head, this.list);
    // A press on a row must not take the keyboard out of the input.
    this.node.addEventListener("mousedown", (event) => event.preventDefault());
    this.items = [];
    this.active = -1;
  }

  get open() {
    return !this.node.hidden;
  }

  /**
   * Shows `items` (`{title, detail, aside, face}`) for `input`. `pick(item)` is called on a click
   * or by `pickActive`. `first` marks the first row, so that Enter takes it.
   */
  show({ title, items, input, pick, first, note }) {
    if (!items.length && !note) return this.hide();
    this.hide();
    this.items = items;
    this.pick = pick;
    this.input = input;
    this.head.textContent = title;
    this.list.replaceChildren(...items.map((item, index) => this.row(item, index)));
    if (note) this.list.append(el("p", { class: "suggest-note" }, note));
    this.node.hidden = false;
    input.setAttribute("aria-controls", this.id);
    input.setAttribute("aria-expanded", "true");
    this.mark(first && items.length ? 0 : -1);
  }

  hide() {
    this.node.hidden = true;
    this.items = [];
    this.active = -1;
    this.input?.removeAttribute("aria-activedescendant");
    this.input?.setAttribute("aria-expanded", "false");
    this.input = null;
  }

  row(item, index) {
    return el(
      "div",
      {
        class: "suggest-row",
        role: "option",
        id: `${this.id}-${index}`,
        "aria-selected": "false",
        on: { click: () => this.pick(item), mousemove: () => this.mark(index) },
      },
      item.face ?? null,
      el("span", { class: "suggest-title" }, item.title),
      item.detail ? el("span", { class: "suggest-detail" }, item.detail) : null,
      item.aside ? el("span", { class: "suggest-aside" }, item.aside) : null,
    );
  }

  mark(index) {
    if (index === this.active) return;
    this.list.children[this.active]?.setAttribute("aria-selected", "false");
    this.active = index;
    const row = this.list.children[index];
    if (!row) return;
    row.setAttribute("aria-selected", "true");
    row.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", row.id);
  }

  /** Moves the mark up or down, around the ends. */
  move(step) {
    const count = this.items.length;
    if (!count) return;
    this.mark(this.active < 0 ? (step > 0 ? 0 : count - 1) : (this.active + step + count) % count);
  }

  /** Takes the marked row, or with `orFirst` the first; `false` when there is none to take. */
  pickActive(orFirst = false) {
    const item = this.items[this.active] ?? (orFirst ? this.items[0] : null);
    if (!this.open || !item) return false;
    this.pick(item);
    return true;
  }
}
