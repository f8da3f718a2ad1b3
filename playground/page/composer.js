/**
 * Where one writes: plain messages, and commands with their options. Start with `Composer`.
 *
 * As on Discord, a command that is picked becomes a row of chips, one for each option; Enter picks
 * what is marked in the list, and sends when nothing is left to pick.
 */

import { fitting, flatten, splitOptions, typedCommand } from "./commands.js";
import { el, icon } from "./dom.js";
import { offerCommands, offerOptions } from "./offers.js";
import { Chip } from "./options.js";
import { avatar } from "./seats.js";
import { Suggestions } from "./suggest.js";

const HINTS = {
  first: "Type /start to open a game",
  later: "Type / for commands",
};

export class Composer {
  /** `id` is the input's; `view` says who writes (`viewer`) and where (`state.channelId`). */
  constructor(id, view) {
    this.view = view;
    this.state = view.state;
    this.command = null;
    this.chips = [];
    this.sent = new Map();
    this.suggestions = new Suggestions(`${id}-suggestions`);
    this.input = this.makeInput(id);
    this.name = el("span", { class: "composer-command", hidden: true });
    this.slots = el("span", { class: "composer-slots" });
    this.note = el("p", { class: "composer-note", role: "alert", hidden: true });
    this.face = el("span", { class: "composer-face" });
    const send = el(
      "button",
      { type: "submit", class: "icon-button send", "aria-label": "Send", title: "Send (Enter)" },
      icon("send"),
    );
    const parts = [this.face, this.name, this.slots, this.input, send];
    this.box = el("div", { class: "composer-box" }, parts);
    const rows = [this.suggestions.node, this.note, this.box];
    this.node = el("form", { class: "composer", novalidate: true }, rows);
    this.node.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.box.addEventListener("click", (event) => event.target === this.box && this.input.focus());
  }

  makeInput(id) {
    return el("textarea", {
      id,
      class: "composer-input",
      rows: 1,
      "aria-label": "Message or command",
      autocomplete: "off",
      spellcheck: "false",
      role: "combobox",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      maxlength: 2000,
      on: {
        input: () => this.typed(),
        focus: () => this.suggest(),
        blur: () => this.suggestions.hide(),
        keydown: (event) => this.keydown(event, null),
      },
    });
  }

  /** Shows whose words these will be, and what to begin with. */
  draw() {
    this.input.placeholder = this.hint;
    const user = this.state.users.get(this.view.viewer);
    this.face.title = `You write as ${this.state.nameOf(user.id)}`;
    this.face.replaceChildren(avatar(user, this.state, "avatar-small"));
  }

  get hint() {
    if (this.command) return "";
    return this.state.hasGame(this.state.channelId) ? HINTS.later : HINTS.first;
  }

  get commands() {
    return flatten(this.state.commands, this.state.localeOf(this.view.viewer));
  }

  /** Puts a text in as if it had been typed, such as a command from a step of the welcome. */
  write(text) {
    this.cancel();
    this.input.value = text;
    this.input.focus();
    this.typed();
  }

  typed() {
    this.complain("");
    if (!this.command) this.takeTyped();
    else this.takeOptions(this.input.value);
    this.grow();
    if (document.activeElement === this.input) this.suggest();
  }

  /** Turns `/place ` into the command as soon as its name is complete, with options behind it. */
  takeTyped() {
    const typed = typedCommand(this.commands, this.input.value);
    if (!typed) return;
    // "/qwirkle " alone is no command; "/start" could be the beginning of "/start over".
    this.choose(typed.command);
    if (!this.takeOptions(typed.rest)) this.takeLoose(typed.rest);
  }

  /**
   * Makes chips of each `name:value` in a text that stands in a chip or, without one, in the free
   * input; answers whether there was any. What stands before the first name stays where it was.
   */
  takeOptions(text, chip = null) {
    const { loose, pairs } = splitOptions(text, this.command.options);
    if (!pairs.length) return false;
    chip?.fill(loose);
    const chips = pairs.map(([option, value]) => {
      const named = this.chipFor(option);
      // A name alone goes back to what was written for it.
      if (value) named.fill(value);
      return named;
    });
    if (!chip) this.takeLoose(loose);
    this.enterChip(chips.at(-1));
    return true;
  }

  /** Gives a text without a name to the option it fits best; else it waits in the free input. */
  takeLoose(text) {
    const [option] = this.fitting(text);
    this.input.value = option ? "" : text;
    if (!option) return;
    const chip = this.chipFor(option);
    chip.fill(text);
    this.enterChip(chip);
  }

  fitting(text) {
    const filled = new Set(this.chips.filter((chip) => chip.text).map((chip) => chip.option.name));
    const empty = this.command.options.filter((option) => !filled.has(option.name));
    return fitting(empty, text, this.state);
  }

  /** Goes to a chip whose text has changed, even if the keyboard is there already. */
  enterChip(chip) {
    chip.input.focus();
    chip.entered();
  }

  chipFor(option) {
    const there = this.chips.find((chip) => chip.option.name === option.name);
    if (there) return there;
    const chip = new Chip(option, this);
    this.chips.push(chip);
    this.slots.append(chip.node);
    return chip;
  }

  choose(command) {
    this.command = command;
    this.name.textContent = `/${command.name}`;
    this.name.hidden = false;
    this.input.value = "";
    this.input.placeholder = this.hint;
    this.box.classList.add("commanding");
    for (const option of command.options.filter((item) => item.required)) this.chipFor(option);
    (this.chips[0]?.input ?? this.input).focus();
    this.suggest();
  }

  /** Back to an empty line. */
  cancel() {
    this.command = null;
    this.chips = [];
    this.slots.replaceChildren();
    this.name.hidden = true;
    this.box.classList.remove("commanding");
    this.input.value = "";
    this.input.placeholder = this.hint;
    this.complain("");
    this.suggestions.hide();
    this.grow();
  }

  suggest() {
    if (document.activeElement !== this.input) return;
    if (this.command) offerOptions(this);
    else if (/^\/[^\n]*$/.test(this.input.value)) offerCommands(this);
    else this.suggestions.hide();
  }

  /** Autocompletion for one chip, with everything written so far. */
  complete(chip) {
    const { interactions, viewer } = this.view;
    const options = this.values();
    options[chip.option.name] = chip.text;
    return interactions.autocomplete(
      viewer,
      this.state.channelId,
      this.command.name,
      chip.option.name,
      options,
    );
  }

  values() {
    const read = this.chips.map((chip) => [chip.option.name, chip.read().value]);
    return Object.fromEntries(read.filter(([, value]) => value !== undefined));
  }

  /** The chip is done: on to the next one that is empty, else to the free input. */
  next(chip) {
    const later = this.chips.slice(this.chips.indexOf(chip) + 1);
    (later.find((item) => !item.text)?.input ?? this.input).focus();
    this.suggest();
  }

  keydown(event, chip) {
    if (event.isComposing) return;
    const act = {
      ArrowDown: () => this.step(1),
      ArrowUp: () => this.step(-1) || this.recall(),
      Tab: () => !event.shiftKey && this.tab(chip),
      Enter: () => !event.shiftKey && this.enter(),
      Escape: () => this.escape(),
      Backspace: () => this.backspace(event.target, chip),
      ArrowLeft: () => this.sideways(event.target, chip, -1),
      ArrowRight: () => this.sideways(event.target, chip, 1),
    }[event.key];
    if (act?.()) event.preventDefault();
  }

  step(by) {
    if (!this.suggestions.open) return false;
    this.suggestions.move(by);
    return true;
  }

  /** Brings back the command that this seat sent last, as after a refusal. */
  recall() {
    const last = this.sent.get(this.view.viewer);
    const command = this.commands.find(({ name }) => name === last?.name);
    if (!command || this.command || this.input.value) return false;
    this.choose(command);
    for (const { name, text, choice } of last.values) {
      const option = command.options.find((item) => item.name === name);
      if (!option) continue;
      const chip = this.chipFor(option);
      chip.fill(text);
      chip.choice = choice;
    }
    if (this.chips.length) this.enterChip(this.chips.at(-1));
    return true;
  }

  remember() {
    const values = this.chips.map((chip) => ({
      name: chip.option.name,
      text: chip.text,
      choice: chip.choice,
    }));
    this.sent.set(this.view.viewer, { name: this.command.name, values });
  }

  /** Tab takes from the list; where nothing is asked for it moves on, as the keyboard expects. */
  tab(chip) {
    const open = chip ? !chip.picked : this.input.value;
    if (open && this.suggestions.pickActive(true)) return true;
    if (!chip) return false;
    this.next(chip);
    return true;
  }

  enter() {
    if (!this.suggestions.pickActive()) this.send();
    return true;
  }

  /** Leaves a command; a message that is being written is kept. */
  escape() {
    if (this.command) this.cancel();
    this.suggestions.hide();
    this.input.focus();
    return true;
  }

  backspace(input, chip) {
    if (!this.command || input.value) return false;
    if (chip && !chip.option.required) {
      this.chips = this.chips.filter((item) => item !== chip);
      chip.node.remove();
      (this.chips.at(-1)?.input ?? this.input).focus();
      return true;
    }
    const before = chip ? this.chips[this.chips.indexOf(chip) - 1] : this.chips.at(-1);
    if (before) before.input.focus();
    else this.write(`/${this.command.name}`);
    return true;
  }

  sideways(input, chip, by) {
    if (!this.command || input.selectionStart !== input.selectionEnd) return false;
    if (input.selectionStart !== (by < 0 ? 0 : input.value.length)) return false;
    const inputs = [...this.chips.map((item) => item.input), this.input];
    const next = inputs[inputs.indexOf(chip ? chip.input : this.input) + by];
    next?.focus();
    return Boolean(next);
  }

  send() {
    if (!this.state.connected)
      return this.complain("The playground is not running. Nothing was sent.");
    if (this.command) this.sendCommand();
    else this.sendText();
  }

  sendCommand() {
    const bad = this.chips
      .map((chip) => ({ chip, problem: problemOf(chip) }))
      .filter(({ problem }) => problem);
    for (const { chip } of bad) chip.node.classList.add("bad");
    const extra = this.input.value.trim();
    if (bad.length) {
      bad[0].chip.input.focus();
      return this.complain(
        bad.map(({ chip, problem }) => `${chip.option.name}: ${problem}`).join(" "),
      );
    }
    if (extra) return this.complainOf(extra);
    const { interactions, viewer } = this.view;
    interactions.command(viewer, this.state.channelId, this.command.name, this.values());
    this.remember();
    this.cancel();
    this.input.focus();
  }

  sendText() {
    const text = this.input.value.trim();
    if (!text) return;
    if (/^\/\w/.test(text)) {
      this.complain(`There is no command ${text.split(" ")[0]}. Type / to see them all.`);
      return;
    }
    this.view.interactions.say(this.view.viewer, this.state.channelId, text);
    this.cancel();
  }

  complainOf(extra) {
    const [option] = this.fitting(extra);
    const way = option ? ` Write ${option.name}: ${extra}` : "";
    this.complain(`“${extra}” names no option of /${this.command.name}.${way}`);
  }

  complain(words) {
    this.note.textContent = words;
    this.note.hidden = !words;
  }

  grow() {
    this.input.style.height = "auto";
    this.input.style.height = `${this.input.scrollHeight}px`;
  }
}

function problemOf(chip) {
  const { value, problem } = chip.read();
  if (problem) return problem;
  return value === undefined && chip.option.required ? "This option is required." : null;
}
