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
   * `composer` owns the chip: `{state, suggestions, complete(chip), keydown(event, chip),
   * complain(words), takeOptions(text, chip), next(chip)}`.
   */
  constructor(option, composer) {
    this.option = option;
    this.composer = composer;
    this.choice = null;
    this.asked = 0;
    this.offered = [];
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
        focus: () => this.entered(),
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

  /** The choice that was picked, as long as its name stands there. */
  get picked() {
    return this.choice?.name === this.text.trim() ? this.choice : null;
  }

  /** Puts a value in as if it had been typed. */
  fill(text) {
    this.input.value = text;
    this.resize();
  }

  /** What the bot offered before was for what the other options were then. */
  entered() {
    this.offered = [];
    this.suggest();
  }

  typed() {
    this.node.classList.remove("bad");
    this.composer.complain("");
    if (/^\s/.test(this.text)) this.input.value = this.text.trimStart();
    if (this.composer.takeOptions(this.text, this)) return;
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

  suggest() {
    const choices = fixedChoices(this.option, this.composer.state);
    if (choices) this.show(this.narrow(choices));
    else if (this.option.autocomplete) this.ask();
    else this.show([]);
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

  /**
   * Asks the bot, once the fingers rest; a later question makes an earlier answer void. Until the
   * answer is there, only what still fits is offered, since Tab would take it.
   */
  ask() {
    const still = this.narrow(this.offered);
    if (still.length) this.show(still);
    else this.composer.suggestions.hide();
    this.asked += 1;
    const mine = this.asked;
    const current = () => mine === this.asked && document.activeElement === this.input;
    setTimeout(async () => {
      if (!current()) return;
      const choices = await this.composer.complete(this);
      if (!current()) return;
      this.offered = choices;
      this.show(choices);
    }, DEBOUNCE_MS);
  }

  /** While the option has no value the first row is marked, so that Enter takes it. */
  show(choices) {
    const { suggestions, state } = this.composer;
    const typed = this.text.trim().toLowerCase();
    const exact = (choice) => Number(choice.name.toLowerCase() === typed);
    const rows = choices.toSorted((a, b) => exact(b) - exact(a)).slice(0, MOST_ROWS);
    suggestions.show({
      title: `${this.option.name} · ${this.option.description}`,
      items: rows.map((choice) => ({
        choice,
        title: choice.name,
        face: choice.user ? avatar(choice.user, state, "avatar-tiny") : null,
        detail: choice.user?.bot ? "bot" : null,
      })),
      input: this.input,
      pick: ({ choice }) => this.pick(choice),
      first: this.read().value === undefined,
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
    this.choice = choice;
    this.node.classList.remove("bad");
    this.composer.next(this);
  }
}
