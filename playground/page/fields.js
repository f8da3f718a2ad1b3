/**
 * The inputs of a modal. Start with `makeField`.
 *
 * What an input gives back depends on its kind: a text gives a string, a select or a group of
 * checkboxes a list, radios a string or `null`, a checkbox a boolean.
 */

import { selectOptions, TYPE } from "./components.js";
import { el } from "./dom.js";
import { selectControl } from "./select.js";

const PARAGRAPH = 2;
let count = 0;

/**
 * An input as `{customId, node, controlId, read(), problem()}`; `problem` answers `null` or says
 * what has to be mended before sending. `null` for kinds this page does not know.
 */
export function makeField(component, label, view) {
  count += 1;
  const controlId = `field-${count}`;
  const make = {
    [TYPE.textInput]: () => textField(component, controlId),
    [TYPE.radios]: () => choiceField(component, controlId, "radio"),
    [TYPE.checkboxes]: () => choiceField(component, controlId, "checkbox"),
    [TYPE.checkbox]: () => checkboxField(component, controlId, label),
  }[component.type];
  const field = make ? make() : selectField(component, label, view);
  if (!field) return null;
  return { customId: component.custom_id, controlId, ...field };
}

function textField(component, id) {
  const long = component.style === PARAGRAPH;
  const node = el(long ? "textarea" : "input", {
    id,
    class: "field-text",
    name: component.custom_id,
    placeholder: component.placeholder,
    rows: long ? 4 : null,
    maxlength: component.max_length,
    autocomplete: "off",
    spellcheck: "false",
  });
  node.value = component.value ?? "";
  const problem = () => {
    if (!node.value.trim()) return component.required === false ? null : "This is required.";
    const least = component.min_length ?? 0;
    return node.value.length < least ? `At least ${least} characters, please.` : null;
  };
  return { node, read: () => node.value, problem };
}

function selectField(component, label, view) {
  const options = selectOptions(component, view);
  if (!options) return null;
  const needed = component.required !== false;
  const { node, values } = selectControl({
    label: component.placeholder || label || "Make a selection",
    customId: component.custom_id,
    options,
    min: needed ? (component.min_values ?? 1) : 0,
    max: component.max_values ?? 1,
    disabled: component.disabled,
    done: () => {},
  });
  return {
    node,
    read: values,
    problem: () => (needed && !values().length ? "This is required." : null),
  };
}

function choiceField(component, id, type) {
  const inputs = component.options.map((option) =>
    el("input", { type, name: id, value: option.value, checked: option.default }),
  );
  const rows = component.options.map((option, index) =>
    el(
      "label",
      { class: "field-choice" },
      inputs[index],
      el("span", {}, option.label, option.description ? el("small", {}, option.description) : null),
    ),
  );
  const picked = () => inputs.filter((input) => input.checked).map((input) => input.value);
  const least = component.required === false ? 0 : (component.min_values ?? 1);
  return {
    node: el("div", { role: type === "radio" ? "radiogroup" : "group", id }, rows),
    read: () => (type === "radio" ? (picked()[0] ?? null) : picked()),
    problem: () => choiceProblem(picked().length, least, component.max_values ?? inputs.length),
  };
}

function choiceProblem(count, least, most) {
  if (count < least) return least === 1 ? "This is required." : `Choose at least ${least}.`;
  return count > most ? `Choose at most ${most}.` : null;
}

function checkboxField(component, id, label) {
  const input = el("input", {
    type: "checkbox",
    id,
    checked: component.default,
    "aria-label": label,
  });
  return { node: input, read: () => input.checked, problem: () => null };
}
