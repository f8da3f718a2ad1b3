/**
 * Components of a message, old (rows of buttons and selects) and new (containers and what they
 * hold). Start with `renderComponents`.
 *
 * `context` is `{view, message, pressed, press(customId, values)}`, where `pressed` is the custom
 * id that waits for the bot's answer.
 */

import { el, icon } from "./dom.js";
import { cssColor, fileCard, picture } from "./embeds.js";
import { selectControl } from "./select.js";
import { componentEmoji, plainText, renderText } from "./text.js";

export const TYPE = {
  row: 1,
  button: 2,
  stringSelect: 3,
  textInput: 4,
  userSelect: 5,
  roleSelect: 6,
  mentionableSelect: 7,
  channelSelect: 8,
  section: 9,
  text: 10,
  thumbnail: 11,
  gallery: 12,
  file: 13,
  separator: 14,
  container: 17,
  label: 18,
  upload: 19,
  radios: 21,
  checkboxes: 22,
  checkbox: 23,
};
const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

export function renderComponents(components, context) {
  return components.map((component) => renderComponent(component, context));
}

function renderComponent(component, context) {
  switch (component.type) {
    case TYPE.row:
      return el("div", { class: "row" }, renderComponents(component.components, context));
    case TYPE.button:
      return renderButton(component, context);
    case TYPE.section:
      return renderSection(component, context);
    case TYPE.text:
      return renderText(component.content, context.view);
    case TYPE.thumbnail:
      return hideable(component, media(component, context, "thumbnail"));
    case TYPE.gallery:
      return renderGallery(component, context);
    case TYPE.file:
      return renderFile(component, context);
    case TYPE.separator:
      return renderSeparator(component);
    case TYPE.container:
      return renderContainer(component, context);
    default:
      return selectOptions(component, context.view)
        ? renderSelect(component, context)
        : el(
            "p",
            { class: "unknown-component" },
            `This page does not know components of type ${component.type}.`,
          );
  }
}

function renderButton(component, { pressed, press }) {
  const style = BUTTON_STYLES[component.style] ?? "secondary";
  const words = [
    componentEmoji(component.emoji),
    component.label ? plainText(component.label) : null,
  ];
  const label = component.label ?? component.emoji?.name ?? "button";
  if (style === "link") {
    const address = /^https?:\/\//.test(component.url ?? "") ? component.url : null;
    return el(
      "a",
      {
        class: "btn btn-secondary",
        href: address,
        target: "_blank",
        rel: "noopener noreferrer",
        role: "link",
      },
      words,
      icon("external"),
    );
  }
  const waits = pressed === component.custom_id;
  return el(
    "button",
    {
      type: "button",
      class: `btn btn-${style}${waits ? " waits" : ""}`,
      disabled: component.disabled || waits,
      "aria-label": label,
      "aria-busy": waits ? "true" : null,
      dataset: { customId: component.custom_id },
      on: { click: () => press(component.custom_id) },
    },
    el("span", { class: "btn-words" }, words),
  );
}

/** The options of any kind of select; `null` for what is none. */
export function selectOptions(component, view) {
  const picked = new Set((component.default_values ?? []).map((value) => value.id));
  const option = (id, label, description) => ({
    value: id,
    label,
    description,
    default: picked.has(id),
  });
  const { users, channels } = view.state;
  switch (component.type) {
    case TYPE.stringSelect:
      return component.options;
    case TYPE.userSelect:
    case TYPE.mentionableSelect:
      return [...users.values()].map((user) =>
        option(user.id, view.state.nameOf(user.id), user.username),
      );
    case TYPE.channelSelect:
      return [...channels.values()].map((channel) => option(channel.id, `#${channel.name}`));
    case TYPE.roleSelect:
      return [];
    default:
      return null;
  }
}

function renderSelect(component, { view, pressed, press }) {
  return selectControl({
    label: component.placeholder || "Make a selection",
    customId: component.custom_id,
    options: selectOptions(component, view),
    min: component.min_values ?? 1,
    max: component.max_values ?? 1,
    disabled: component.disabled || pressed === component.custom_id,
    done: (values) => press(component.custom_id, values),
  }).node;
}

function renderSection(component, context) {
  return el(
    "div",
    { class: "section" },
    el("div", { class: "section-text" }, renderComponents(component.components, context)),
    el("div", { class: "section-accessory" }, renderComponent(component.accessory, context)),
  );
}

function renderGallery(component, context) {
  const items = component.items.map((item) => hideable(item, media(item, context, "gallery-item")));
  return el("div", { class: `gallery gallery-${Math.min(items.length, 4)}` }, items);
}

function media(item, { message }, kind) {
  return picture(item.media.url, message.attachments ?? [], kind, item.description ?? "");
}

function renderFile(component, { message }) {
  const name = component.file.url.replace(/^attachment:\/\//, "");
  const file = (message.attachments ?? []).find(
    (item) => item.filename === name || item.url === name,
  );
  return fileCard(
    file ?? { filename: component.name ?? name, size: component.size, url: component.file.url },
  );
}

function renderSeparator(component) {
  const wide = component.spacing === 2 ? " separator-wide" : "";
  const bare = component.divider === false ? " separator-bare" : "";
  return el("div", { class: `separator${wide}${bare}`, role: "separator" });
}

function renderContainer(component, context) {
  const node = el("div", { class: "container" }, renderComponents(component.components, context));
  if (typeof component.accent_color === "number") {
    node.classList.add("accented");
    node.style.borderLeftColor = cssColor(component.accent_color);
  }
  return hideable(component, node);
}

/** Covers what is marked as a spoiler until it is pressed. */
function hideable(component, node) {
  if (!component.spoiler) return node;
  const cover = el(
    "button",
    { type: "button", class: "cover", on: { click: () => cover.remove() } },
    "Spoiler",
  );
  return el("div", { class: "covered" }, node, cover);
}
