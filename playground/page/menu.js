/**
 * The open list of a select. Start with `Menu`, which is open as soon as it is made.
 */

import { el, icon } from "./dom.js";
import { float } from "./floating.js";
import { componentEmoji, plainText } from "./text.js";

export class Menu {
  /**
   * Opens at `anchor`. `finish(values)` is called once, with the new choice, or with the old
   * `values` when it was left by Escape or holds too few.
   */
  constructor(anchor, { label, options, min, max, values }, finish) {
    Object.assign(this, { options, min, max });
    this.many = max > 1;
    this.picked = [...values];
    this.rows = options.map((option) => this.row(option));
    this.panel = el("div", { class: "menu" }, this.list(label), this.many ? this.foot() : null);
    this.panel.addEventListener("keydown", (event) => this.keydown(event, values));
    anchor.setAttribute("aria-expanded", "true");
    this.close = float(anchor, this.panel, () => {
      anchor.setAttribute("aria-expanded", "false");
      finish(this.picked.length >= min && this.picked.length <= max ? this.picked : values);
    });
    this.mark();
    const taken = this.rows.find((row) => row.getAttribute("aria-selected") === "true");
    (taken ?? this.rows[0])?.focus();
  }

  list(label) {
    const attributes = { "aria-label": label, "aria-multiselectable": String(this.many) };
    return el("div", { class: "menu-list", role: "listbox", ...attributes }, this.rows);
  }

  foot() {
    this.tally = el("span");
    this.ready = el(
      "button",
      { type: "button", class: "btn btn-primary btn-small", on: { click: () => this.close() } },
      "Done",
    );
    return el("div", { class: "menu-foot" }, this.tally, this.ready);
  }

  row(option) {
    const words = el(
      "span",
      { class: "menu-words" },
      plainText(option.label),
      option.description
        ? el("span", { class: "menu-description" }, plainText(option.description))
        : null,
    );
    return el(
      "button",
      {
        type: "button",
        class: "menu-row",
        role: "option",
        "aria-label": option.label,
        dataset: { value: option.value },
        on: { click: () => this.toggle(option.value) },
      },
      option.emoji ? el("span", {}, componentEmoji(option.emoji)) : null,
      words,
      this.many ? el("span", { class: "menu-mark" }, icon("check")) : icon("check"),
    );
  }

  toggle(value) {
    const has = this.picked.includes(value);
    if (!this.many) {
      this.picked = has && this.min === 0 ? [] : [value];
      this.close();
      return;
    }
    if (has) this.picked = this.picked.filter((item) => item !== value);
    else if (this.picked.length < this.max) this.picked.push(value);
    this.mark();
  }

  mark() {
    const { picked, min, max } = this;
    this.rows.forEach((row, index) => {
      const taken = picked.includes(this.options[index].value);
      row.setAttribute("aria-selected", String(taken));
      row.setAttribute("aria-disabled", String(this.many && !taken && picked.length >= max));
    });
    if (!this.many) return;
    const range = min ? `${min} to ${max}` : `up to ${max}`;
    this.tally.textContent = `Pick ${min === max ? max : range}`;
    this.ready.disabled = picked.length < min;
  }

  keydown(event, before) {
    if (event.key === "Escape") this.picked = before;
    if (["Escape", "Tab"].includes(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    } else this.move(event);
  }

  move(event) {
    const at = this.rows.indexOf(document.activeElement);
    const last = this.rows.length - 1;
    const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.rows[Math.max(0, Math.min(next, last))].focus();
  }
}
