/**
 * Where one writes: plain messages, and commands with their options. Start with `Composer`.
 *
 * As on Discord, a command that is picked becomes a row of chips, one for each option; Enter picks
 * what is marked in the list, and sends when nothing is left to pick.
 */

import { flatten, matching, splitOptions, typedCommand } from "./commands.js";
import { el, icon } from "./dom.js";
import { Chip } from "./options.js";
import { avatar } from "./seats.js";
import { Suggestions } from "./suggest.js";

const HINT = "Type /start to open a game";

export class Composer {
  /** `id` is the input's; `view` says who writes (`viewer`) and where (`state.channelId`). */
  constructor(id, view) {
    this.view = view;
    this.state = view.state;
    this.command = null;
    this.chips = [];
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
      placeholder: HINT,
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

  /** Shows whose words these will be. */
  draw() {
    const user = this.state.users.get(this.view.viewer);
    this.face.title = `You write as ${this.state.nameOf(user.id)}`;
    this.face.replaceChildren(avatar(user, this.state, "avatar-small"));
  }

  get commands() {
    return flatten(this.state.commands);
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
    else this.takeOptions();
    this.grow();
    if (document.activeElement === this.input) this.suggest();
  }

  /** Turns `/place ` into the command as soon as its name is complete, with options behind it. */
  takeTyped() {
    const typed = typedCommand(this.commands, this.input.value);
    if (!typed) return;
    // "/qwirkle " alone is no command; "/start" could be the beginning of "/start over".
    this.input.value = "";
    this.choose(typed.command);
    this.input.value = typed.rest;
    this.takeOptions();
  }

  /** Takes `name:value` out of the free input and makes chips of it. */
  takeOptions() {
    const pairs = splitOptions(this.input.value, this.command.options);
    if (!pairs.length) return;
    this.input.value = "";
    const chips = pairs.map(([option, text]) => {
      const chip = this.chipFor(option);
      chip.fill(text);
      return chip;
    });
    chips.at(-1).input.focus();
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
    this.input.placeholder = "";
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
    this.input.placeholder = HINT;
    this.complain("");
    this.suggestions.hide();
    this.grow();
  }

  suggest() {
    if (document.activeElement !== this.input) return;
    if (this.command) this.suggestOptions();
    else if (/^\/[^\n]*$/.test(this.input.value)) this.suggestCommands();
    else this.suggestions.hide();
  }

  suggestCommands() {
    const hits = matching(this.commands, this.input.value.slice(1));
    const none = this.state.botOnline
      ? "There is no such command."
      : "The bot is not there yet, so there are no commands.";
    this.suggestions.show({
      title: `Commands of ${this.state.app.name}`,
      items: hits.map((command) => ({
        command,
        title: `/${command.name}`,
        detail: command.description,
        aside: command.options
          .filter((option) => option.required)
          .map((option) => option.name)
          .join(" "),
      })),
      input: this.input,
      pick: ({ command }) => this.choose(command),
      first: true,
      note: hits.length ? null : none,
    });
  }

  suggestOptions() {
    const typed = this.input.value.trim().toLowerCase();
    const rest = this.command.options.filter(
      (option) => !this.chips.some((chip) => chip.option.name === option.name),
    );
    const hits = rest.filter((option) => option.name.startsWith(typed));
    this.suggestions.show({
      title: `Enter sends /${this.command.name}${rest.length ? ", or add one of its options" : ""}`,
      items: hits.map((option) => ({ option, title: option.name, detail: option.description })),
      input: this.input,
      pick: ({ option }) => {
        this.input.value = "";
        this.chipFor(option).input.focus();
      },
      first: Boolean(typed),
      note: hits.length ? null : "Escape leaves the command.",
    });
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
      ArrowUp: () => this.step(-1),
      Tab: () => !event.shiftKey && this.tab(chip),
      Enter: () => !event.shiftKey && this.enter(chip),
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

  /** Tab completes where something is begun; elsewhere it moves on, as the keyboard expects. */
  tab(chip) {
    const begun = chip ? !chip.picked && (chip.text || chip.option.required) : this.input.value;
    if (begun && this.suggestions.pickActive(true)) return true;
    if (!chip) return false;
    this.next(chip);
    return true;
  }

  enter(chip) {
    const offered = chip ? chip.undecided || !chip.option.choices : true;
    const marked = this.suggestions.active >= 0;
    if (offered && marked && !chip?.picked && this.suggestions.pickActive()) return true;
    this.send();
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
    if (extra) return this.complain(`“${extra}” is no option of /${this.command.name}.`);
    const { interactions, viewer } = this.view;
    interactions.command(viewer, this.state.channelId, this.command.name, this.values());
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
