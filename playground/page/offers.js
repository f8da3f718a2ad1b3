/**
 * What the list above the free input offers. Start with `offerCommands`, or `offerOptions` once a
 * command is chosen.
 *
 * `composer` is the `Composer`; what is picked is done by it.
 */

import { matching } from "./commands.js";

/** The commands that fit what stands behind the slash. */
export function offerCommands(composer) {
  const { input, state, suggestions } = composer;
  const hits = matching(composer.commands, input.value.slice(1));
  const none = state.botOnline
    ? "There is no such command."
    : "The bot is not there yet, so there are no commands.";
  suggestions.show({
    title: `Commands of ${state.app.name}`,
    items: hits.map((command) => ({
      command,
      title: `/${command.name}`,
      detail: command.description,
      aside: command.options
        .filter((option) => option.required)
        .map((option) => option.name)
        .join(" "),
    })),
    input,
    pick: ({ command }) => composer.choose(command),
    first: true,
    note: hits.length ? null : none,
  });
}

/** The options that are not there yet or, for a text that begins none, where that could go. */
export function offerOptions(composer) {
  const { chips, command, input, suggestions } = composer;
  const typed = input.value.trim();
  const rest = command.options.filter(
    (option) => !chips.some((chip) => chip.option.name === option.name),
  );
  const hits = rest.filter((option) => option.name.startsWith(typed.toLowerCase()));
  if (typed && !hits.length) return offerPlaces(composer, typed);
  suggestions.show({
    title: `Enter sends /${command.name}${rest.length ? ", or add one of its options" : ""}`,
    items: hits.map((option) => ({ option, title: option.name, detail: option.description })),
    input,
    pick: ({ option }) => {
      input.value = "";
      composer.chipFor(option).input.focus();
    },
    first: Boolean(typed),
    note: hits.length ? null : "Escape leaves the command.",
  });
}

function offerPlaces(composer, text) {
  const places = composer.fitting(text);
  composer.suggestions.show({
    title: places.length ? "Enter takes it as" : "Escape leaves the command.",
    items: places.map((option) => ({
      option,
      title: `${option.name}: ${text}`,
      detail: option.description,
    })),
    input: composer.input,
    pick: ({ option }) => {
      composer.input.value = "";
      const chip = composer.chipFor(option);
      chip.fill(text);
      composer.next(chip);
    },
    first: true,
    note: places.length ? null : `“${text}” fits no option that is left.`,
  });
}
