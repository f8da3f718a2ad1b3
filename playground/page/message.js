/**
 * One message as the seat sees it. Start with `renderMessage`.
 */

import { renderComponents } from "./components.js";
import { el, icon } from "./dom.js";
import { renderAttachment, renderEmbed } from "./embeds.js";
import { mentioned } from "./reading.js";
import { avatar } from "./seats.js";
import { plainText, renderText } from "./text.js";
import { formatTime, formatWhen } from "./timestamps.js";

const SUPPRESS_EMBEDS = 1 << 2;
const COMPONENTS_V2 = 1 << 15;
const SYSTEM_WORDS = {
  6: " pinned a message to this channel.",
  18: " started a thread: ",
};

/**
 * Draws a message for `view` (`{state, interactions, viewer, openChannel, startCommand}`).
 * `compact` leaves out the author, who stands above already.
 */
export function renderMessage(message, view, compact) {
  if (SYSTEM_WORDS[message.type]) return renderSystem(message, view);
  const own = message.ephemeral_to !== null && message.ephemeral_to !== undefined;
  const classes = ["message"];
  if (compact) classes.push("compact");
  if (own) classes.push("ephemeral");
  if (!own && mentioned(message, view.viewer)) classes.push("mentioned");
  const node = el("article", { class: classes.join(" "), tabindex: "-1" });
  if (message.status) node.dataset.note = message.status;
  else node.dataset.messageId = message.id;
  if (own && !message.status) node.dataset.ephemeral = "true";
  node.append(
    ...[
      header(message, view),
      compact ? null : avatar(message.author, view.state),
      renderBody(message, view, compact),
    ].filter(Boolean),
  );
  return node;
}

/** Whether a message has a line above its author and so begins a group of its own. */
export function hasHeader(message, view) {
  return Boolean(message.interaction_metadata?.name || repliedTo(message, view));
}

function header(message, view) {
  const used = message.interaction_metadata;
  if (used?.name) {
    const user = view.state.users.get(used.user?.id) ?? used.user;
    return el(
      "div",
      { class: "used" },
      icon("reply"),
      avatar(user, view.state, "avatar-tiny"),
      el("b", {}, view.state.nameOf(user?.id, user)),
      " used ",
      el("span", { class: "used-command" }, `/${used.name}`),
    );
  }
  const original = repliedTo(message, view);
  if (!original) return null;
  const words = (original.content || "a message").split("\n")[0].slice(0, 80);
  return el(
    "div",
    { class: "used" },
    icon("reply"),
    avatar(original.author, view.state, "avatar-tiny"),
    el("b", {}, nameOf(original, view)),
    " ",
    plainText(words),
  );
}

function repliedTo(message, view) {
  const id = message.message_reference?.message_id;
  return id && message.type === 19 ? view.state.message(message.channel_id, id) : null;
}

function nameOf(message, view) {
  return view.state.nameOf(message.author.id, message.author);
}

function renderBody(message, view, compact) {
  const body = el("div", { class: "body" });
  if (!compact) body.append(authorLine(message, view));
  body.append(...(message.status ? renderNote(message) : renderContent(message, view)));
  const failure = view.interactions.failure(view.viewer, message.id);
  if (failure) {
    const title =
      failure === "The application did not respond" ? "This interaction failed" : failure;
    body.append(el("p", { class: "failed", role: "alert", title: failure }, title));
  }
  if (message.ephemeral_to && message.status !== "sending") body.append(privateLine(message, view));
  return body;
}

function authorLine(message, view) {
  const when = new Date(message.timestamp);
  return el(
    "div",
    { class: "author" },
    el("span", { class: "author-name" }, nameOf(message, view)),
    message.author.bot ? el("span", { class: "app-tag" }, "APP") : null,
    el(
      "time",
      { class: "when", datetime: message.timestamp, title: formatTime(when / 1000, "F") },
      formatWhen(message.timestamp),
    ),
  );
}

function renderNote(note) {
  return note.status === "sending"
    ? [waiting("Sending command…")]
    : [
        el(
          "p",
          { class: "failed", role: "alert" },
          note.reason || "The application did not respond",
        ),
      ];
}

function waiting(words) {
  const dots = el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
  return el("p", { class: "waiting" }, dots, words);
}

function renderContent(message, view) {
  if (message.thinking) return [waiting(`${nameOf(message, view)} is thinking…`)];
  const files = message.attachments ?? [];
  const modern = Boolean(message.flags & COMPONENTS_V2);
  const quiet = Boolean(message.flags & SUPPRESS_EMBEDS);
  const parts = [];
  if (message.content) parts.push(renderText(message.content, view));
  if (message.edited_timestamp && !modern) markEdited(parts, message);
  if (!quiet) parts.push(...(message.embeds ?? []).map((embed) => renderEmbed(embed, files, view)));
  if (!modern) parts.push(...unnamed(files, message).map(renderAttachment));
  parts.push(...renderComponents(message.components ?? [], componentContext(message, view)));
  if (message.edited_timestamp && modern) parts.push(edited(message));
  if (message.thread) parts.push(threadCard(message.thread, view));
  return parts;
}

/** The way into the thread that was begun at a message. */
function threadCard(thread, view) {
  const open = () => view.openChannel(thread.id);
  return el(
    "button",
    { type: "button", class: "thread-card", on: { click: open } },
    icon("thread"),
    thread.name,
    el("span", {}, "Open thread ›"),
  );
}

/** The mark stands at the end of the last line of text, if there is any. */
function markEdited(parts, message) {
  const text = parts.at(-1);
  if (text)
    (text.lastElementChild?.matches(".md-run") ? text.lastElementChild : text).append(
      " ",
      edited(message),
    );
  else parts.push(edited(message));
}

function edited(message) {
  const when = formatTime(Date.parse(message.edited_timestamp) / 1000, "F");
  return el("span", { class: "edited", title: when }, "(edited)");
}

/** Files that no embed shows already. */
function unnamed(files, message) {
  const shown = JSON.stringify(message.embeds ?? []);
  return files.filter(
    (file) => !shown.includes(`attachment://${file.filename}`) && !shown.includes(file.url),
  );
}

function componentContext(message, view) {
  const { interactions, viewer } = view;
  return {
    view,
    message,
    pressed: interactions.pressed(viewer, message.id),
    press: (customId, values) => interactions.component(viewer, message, customId, values),
  };
}

function privateLine(message, view) {
  const dismiss = () => view.interactions.dismiss(view.viewer, message);
  return el(
    "p",
    { class: "private" },
    icon("eye"),
    "Only you can see this · ",
    el("button", { type: "button", class: "link", on: { click: dismiss } }, "Dismiss message"),
  );
}

function renderSystem(message, view) {
  const thread =
    message.type === 18
      ? [...view.state.channels.values()].find(
          (channel) =>
            channel.id === message.id || channel.id === message.message_reference?.channel_id,
        )
      : null;
  return el(
    "article",
    { class: "message system", dataset: { messageId: message.id } },
    icon(message.type === 18 ? "thread" : "reply"),
    el(
      "p",
      { class: "body" },
      el("b", {}, nameOf(message, view)),
      SYSTEM_WORDS[message.type],
      thread
        ? el(
            "button",
            { type: "button", class: "link", on: { click: () => view.openChannel(thread.id) } },
            thread.name,
          )
        : message.content,
    ),
  );
}
