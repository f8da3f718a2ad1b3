/**
 * One option of a command being written: its name and an input for its value. Start with `Chip`.
 */

import { fixedChoices, hintOf, readOption } from "./commands.js";
import { el } from "./dom.js";
import { avatar } from "./seats.js";

const DEBOUNCE_MS = 150;
const MOST_ROWS = 25;

export class Chip {
  /**
   * `composer` owns the chip: `{state, suggestions, complete(option, text), keydown(event, chip),
   * next(chip)}`.
   */
  constructor(option, composer) {
    this.option = option;
    this.composer = composer;
    this.picked = null;
    this.asked = 0;
    this.input = el("input", {
      class: "chip-input",
      "aria-label": `${option.name}: ${option.description}`,
      autocomplete: "off",
      spellcheck: "false",
      role: "combobox",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      size: 3,
      on: {
        input: () => this.typed(),
        focus: () => this.suggest(),
        blur: () => composer.suggestions.hide(),
        keydown: (event) => composer.keydown(event, this),
      },
    });
    this.node = el(
      "label",
      {
        class: "chip",
        dataset: { option: option.name },
        title: `${option.description} (${hintOf(option)})`,
      },
      el("span", { class: "chip-name" }, option.name),
      this.input,
    );
  }

  get text() {
    return this.input.value;
  }

  /** Puts a value in as if it had been typed. */
  fill(text) {
    this.picked = null;
    this.input.value = text;
    this.resize();
  }

  typed() {
    this.picked = null;
    this.node.classList.remove("bad");
    this.resize();
    this.suggest();
  }

  resize() {
    this.input.size = Math.max(3, Math.min(this.text.length + 1, 40));
  }

  /** `{value}`, `{problem}`, or `{}` when nothing is there. A picked choice beats the text. */
  read() {
    if (this.picked) return { value: this.picked.value };
    return readOption(this.option, this.text, this.composer.state);
  }

  /** Whether a value still has to come from the list, so that Enter picks instead of sending. */
  get undecided() {
    return (
      Boolean(fixedChoices(this.option, this.composer.state)) &&
      !this.picked &&
      this.read().value === undefined
    );
  }

  suggest() {
    const choices = fixedChoices(this.option, this.composer.state);
    if (choices) this.show(this.narrow(choices), true);
    else if (this.option.autocomplete) this.ask();
    else this.show([], false);
  }

  narrow(choices) {
    const typed = this.picked ? "" : this.text.trim().replace(/^[@#]/, "").toLowerCase();
    const hits = choices.filter((choice) => choice.name.toLowerCase().includes(typed));
    return hits.sort(
      (a, b) =>
        Number(b.name.toLowerCase().startsWith(typed)) -
        Number(a.name.toLowerCase().startsWith(typed)),
    );
  }

  /** Asks the bot, once the fingers rest; a later question makes an earlier answer void. */
  ask() {
    this.asked += 1;
    const mine = this.asked;
    setTimeout(async () => {
      if (mine !== this.asked) return;
      const choices = await this.composer.complete(this);
      const current = mine === this.asked && document.activeElement === this.input;
      if (current) this.show(choices, false);
    }, DEBOUNCE_MS);
  }

  show(choices, first) {
    const { suggestions, state } = this.composer;
    suggestions.show({
      title: `${this.option.name} · ${this.option.description}`,
      items: choices.slice(0, MOST_ROWS).map((choice) => ({
        choice,
        title: choice.name,
        face: choice.user ? avatar(choice.user, state, "avatar-tiny") : null,
        detail: choice.user?.bot ? "bot" : null,
      })),
      input: this.input,
      pick: ({ choice }) => this.pick(choice),
      first: first && Boolean(this.text || this.option.required),
      note: choices.length ? null : this.noteFor(),
    });
  }

  noteFor() {
    if (this.option.autocomplete) return "No suggestions. What you type is sent as it is.";
    return fixedChoices(this.option, this.composer.state)
      ? "Nothing in the list fits."
      : `Type ${hintOf(this.option)}.`;
  }

  pick(choice) {
    this.asked += 1; // An answer on its way is for the text that stood here before.
    this.fill(choice.name);
    this.picked = choice;
    this.node.classList.remove("bad");
    this.composer.next(this);
  }
}
