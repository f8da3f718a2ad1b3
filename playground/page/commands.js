/**
 * The bot's commands as one types them: which match, which options they take, what a typed value
 * means. Nothing here touches the page.
 */

export const OPTION = {
  subcommand: 1,
  group: 2,
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
};
const CHAT_INPUT = 1;

/**
 * All commands with their subcommands, flat: `[{name: "qwirkle board", description, options}]`,
 * described in the language of `locale` where the bot gave one.
 */
export function flatten(commands, locale) {
  return commands
    .filter((command) => (command.type ?? CHAT_INPUT) === CHAT_INPUT)
    .flatMap((command) => leaves(command, command.name, locale));
}

function leaves(node, name, locale) {
  const options = (node.options ?? []).map((option) => described(option, locale));
  const inner = options.filter((option) => option.type <= OPTION.group);
  if (!inner.length) return [{ name, description: described(node, locale).description, options }];
  return inner.flatMap((option) => leaves(option, `${name} ${option.name}`, locale));
}

function described(node, locale) {
  return { ...node, description: node.description_localizations?.[locale] ?? node.description };
}

/** The commands that fit what stands behind the slash, the likeliest first. */
export function matching(commands, typed) {
  const words = typed.trim().toLowerCase();
  return commands
    .map((command) => ({ command, rank: rankOf(command.name, words) }))
    .filter(({ rank }) => rank < 3)
    .sort(
      (a, b) =>
        a.rank - b.rank || a.command.name.split(" ").length - b.command.name.split(" ").length,
    )
    .map(({ command }) => command);
}

function rankOf(name, words) {
  if (name.startsWith(words)) return 0;
  if (name.split(" ").some((part) => part.startsWith(words))) return 1;
  return name.includes(words) ? 2 : 3;
}

/**
 * Finds the command in a text such as `/place tiles:RC at:N20`, once its name is written out and
 * followed by a blank: `{command, rest}`, or `null`.
 */
export function typedCommand(commands, text) {
  const fits = commands
    .filter((command) => text.toLowerCase().startsWith(`/${command.name} `))
    .sort((a, b) => b.name.length - a.name.length);
  return fits.length ? { command: fits[0], rest: text.slice(fits[0].name.length + 2) } : null;
}

/**
 * Cuts `RC RS at:N20` at the names of the options: `{loose, pairs}`, such as
 * `{loose: "RC RS", pairs: [[option, "N20"]]}`.
 */
export function splitOptions(text, options) {
  const places = options
    .map((option) => ({ option, at: text.search(new RegExp(`(?<!\\S)${option.name}:`, "i")) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const pairs = places.map(({ option, at }, index) => [
    option,
    text.slice(at + option.name.length + 1, places[index + 1]?.at).trim(),
  ]);
  return { loose: text.slice(0, places[0]?.at).trim(), pairs };
}

/** The options that a text without a name could be for, the likeliest first. */
export function fitting(options, text, state) {
  const free = (option) => Number(option.type === OPTION.string && !option.choices?.length);
  return options
    .filter((option) => readOption(option, text, state).value !== undefined)
    .sort((a, b) => free(a) - free(b));
}

/** What an option lets one choose from, as `[{name, value}]`; `null` where one types freely. */
export function fixedChoices(option, state) {
  if (option.choices?.length) return option.choices;
  switch (option.type) {
    case OPTION.boolean:
      return [
        { name: "True", value: true },
        { name: "False", value: false },
      ];
    case OPTION.user:
    case OPTION.mentionable:
      return [...state.users.values()].map((user) => ({
        name: state.nameOf(user.id),
        value: user.id,
        user,
      }));
    case OPTION.channel:
      return [...state.channels.values()].map((channel) => ({
        name: channel.name,
        value: channel.id,
      }));
    default:
      return null;
  }
}

/** Reads what was typed for an option: `{value}` or `{problem}`. An empty text has neither. */
export function readOption(option, text, state) {
  const typed = text.trim();
  if (!typed) return {};
  const choices = fixedChoices(option, state);
  if (choices) return readChoice(choices, typed);
  if (option.type === OPTION.integer || option.type === OPTION.number)
    return readNumber(option, typed);
  return readString(option, typed);
}

function readChoice(choices, typed) {
  const wanted = typed.replace(/^[@#]/, "").toLowerCase();
  const choice = choices.find((item) => item.name.toLowerCase() === wanted);
  return choice ? { value: choice.value } : { problem: "Choose one of the list." };
}

function readNumber(option, typed) {
  const value = Number(typed);
  const whole = option.type === OPTION.integer;
  if (Number.isNaN(value) || (whole && !Number.isInteger(value))) {
    return { problem: whole ? "A whole number, please." : "A number, please." };
  }
  if (option.min_value !== undefined && value < option.min_value)
    return { problem: `At least ${option.min_value}.` };
  if (option.max_value !== undefined && value > option.max_value)
    return { problem: `At most ${option.max_value}.` };
  return { value };
}

function readString(option, text) {
  if (option.min_length && text.length < option.min_length)
    return { problem: `At least ${option.min_length} characters.` };
  if (option.max_length && text.length > option.max_length)
    return { problem: `At most ${option.max_length} characters.` };
  return { value: text };
}

/** A few words about what an option takes, for its tooltip and its list. */
export function hintOf(option) {
  const kind = {
    3: "text",
    4: "whole number",
    5: "true or false",
    6: "a person",
    7: "a channel",
    9: "a person",
    10: "number",
  };
  const bounds = [option.min_value, option.max_value];
  const range = bounds.every((bound) => bound !== undefined)
    ? ` from ${bounds[0]} to ${bounds[1]}`
    : "";
  return option.choices?.length ? "one of a list" : `${kind[option.type] ?? "text"}${range}`;
}
