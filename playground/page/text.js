/**
 * Markdown trees as nodes of the page. Start with `renderText`.
 *
 * `view` is what a message is drawn for: `{state, viewer, openChannel, startCommand}`. Emoji of
 * any kind get the same square, because boards are drawn with them.
 */

import { runs } from "./ansi.js";
import { el, ownUrl } from "./dom.js";
import { parse, parseInline } from "./markdown.js";
import { boardSign } from "./signs.js";
import { timeNode } from "./timestamps.js";

/**
 * Only emoji, and at most this many, are shown large, as Discord's desktop does (its bundle compares
 * with 30; older clients did with 27). That a text display counts by itself is not documented.
 */
const JUMBO_MOST = 30;
const EMOJI =
  /(?:\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3|(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Emoji}(?=\p{Emoji_Modifier}))\p{Emoji_Modifier}?(?:\u200D(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F?)\p{Emoji_Modifier}?)*)/gu;
const SIMPLE = { bold: "strong", italic: "em", underline: "u", strike: "s" };
const JUMP = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(\d+|@me)\/(\d+)(?:\/(\d+))?$/;

/** A whole message or text display, blocks and all. */
export function renderText(source, view) {
  const blocks = parse(source);
  const node = el("div", { class: isJumbo(blocks) ? "text jumbo" : "text" });
  node.append(...blocks.map((block) => renderBlock(block, view)));
  return node;
}

/** Text in a line: field names, titles. */
export function renderLine(source, view) {
  return el("span", {}, renderInline(parseInline(source), view));
}

/** Text without any markup, for labels, with its emoji squared. */
export function plainText(source) {
  return el("span", {}, squareEmoji(source));
}

function renderBlock(block, view) {
  switch (block.type) {
    case "codeblock":
      return renderCode(block);
    case "heading":
      return el(
        `h${block.level + 2}`,
        { class: `md-h${block.level}` },
        renderInline(block.children, view),
      );
    case "subtext":
      return el("small", { class: "md-subtext" }, renderInline(block.children, view));
    case "quote":
      return el(
        "blockquote",
        {},
        block.children.map((child) => renderBlock(child, view)),
      );
    case "list":
      return renderList(block.items, view);
    default:
      return el("span", { class: "md-run" }, renderInline(block.children, view));
  }
}

function renderCode({ language, text }) {
  const pieces =
    language.toLowerCase() === "ansi"
      ? runs(text).map((run) =>
          run.classes.length ? el("span", { class: run.classes.join(" ") }, run.text) : run.text,
        )
      : [text];
  return el(
    "pre",
    { tabindex: "0", "aria-label": "code block" },
    el("code", { dataset: { language } }, pieces),
  );
}

function renderList(items, view) {
  const root = el("div", { class: "md-list" });
  const open = [];
  for (const item of items) {
    const tag = item.number === null ? "UL" : "OL";
    while (open.length && open.at(-1).depth > item.depth) open.pop();
    if (open.at(-1)?.depth === item.depth && open.at(-1).list.tagName !== tag) open.pop();
    if (!open.length || open.at(-1).depth < item.depth) {
      const list = el(tag, item.number === null ? {} : { start: item.number });
      (open.at(-1)?.list.lastElementChild ?? root).append(list);
      open.push({ depth: item.depth, list });
    }
    open.at(-1).list.append(el("li", {}, renderInline(item.children, view)));
  }
  return root;
}

function renderInline(nodes, view) {
  return nodes.map((node) => renderNode(node, view));
}

function renderNode(node, view) {
  switch (node.type) {
    case "text":
      return squareEmoji(node.text);
    case "code":
      return el("code", { class: "inline-code" }, node.text);
    case "timestamp":
      return timeNode(node.seconds, node.style);
    case "emoji":
      return customEmoji(node);
    case "link":
      return renderLink(node, view);
    case "spoiler":
      return spoiler(renderInline(node.children, view));
    case "user":
      return mention(`@${view.state.nameOf(node.id)}`, node.id === view.viewer ? "me" : "");
    case "role":
      return mention("@role");
    case "everyone":
      return mention(`@${node.name}`, "me");
    case "channel":
      return channelMention(node.id, view);
    case "command":
      return button("mention command-mention", `/${node.name}`, () => view.startCommand(node.name));
    default:
      return el(SIMPLE[node.type], {}, renderInline(node.children, view));
  }
}

function mention(words, kind = "") {
  return el("span", { class: `mention ${kind}`.trim() }, words);
}

function button(kind, words, click) {
  return el("button", { type: "button", class: kind, on: { click } }, words);
}

function channelMention(id, view) {
  const channel = view.state.channels.get(id);
  if (!channel) return mention("#unknown");
  return button("mention", `#${channel.name}`, () => view.openChannel(id));
}

/** A link to a message of this server opens its channel here: the real site has no such channel. */
function renderLink(node, view) {
  const jump = JUMP.exec(node.url);
  const channel = jump && view.state.channels.get(jump[2]);
  if (channel) {
    const words = node.masked ? renderInline(node.children, view) : [`#${channel.name}`];
    const open = () => view.openChannel(channel.id, jump[3]);
    return el("button", { type: "button", class: "link", on: { click: open } }, words);
  }
  const words = node.masked ? renderInline(node.children, view) : node.url;
  return el(
    "a",
    { href: node.url, target: "_blank", rel: "noopener noreferrer", title: node.url },
    words,
  );
}

function spoiler(children) {
  const inner = el("span", { class: "spoiler-text", "aria-hidden": "true" }, children);
  const node = el(
    "span",
    { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler" },
    inner,
  );
  const show = (event) => {
    if (event.type === "keydown" && !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    node.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
    inner.removeAttribute("aria-hidden");
  };
  node.addEventListener("click", show, { once: true });
  node.addEventListener("keydown", show);
  return node;
}

/** An emoji of the bot, from the playground's own server. */
export function customEmoji({ id, name }) {
  const words = `:${name}:`;
  return el("img", {
    class: "emoji",
    src: ownUrl(`/emojis/${id}.png`),
    alt: words,
    title: words,
    draggable: "false",
  });
}

/** The `emoji` field of a button or an option. */
export function componentEmoji(emoji) {
  if (!emoji) return null;
  return emoji.id
    ? customEmoji({ id: emoji.id, name: emoji.name ?? "emoji" })
    : squareEmoji(emoji.name);
}

function squareEmoji(source) {
  const pieces = [];
  let at = 0;
  for (const hit of source.matchAll(EMOJI)) {
    if (hit.index > at) pieces.push(source.slice(at, hit.index));
    pieces.push(boardSign(hit[0]) ?? el("span", { class: "emoji unicode" }, hit[0]));
    at = hit.index + hit[0].length;
  }
  if (at < source.length) pieces.push(source.slice(at));
  return pieces;
}

function isJumbo(blocks) {
  if (blocks.length !== 1 || blocks[0].type !== "paragraph") return false;
  let count = 0;
  for (const node of blocks[0].children) {
    if (node.type === "emoji") count += 1;
    else if (node.type === "text" && !node.text.replaceAll(EMOJI, "").trim()) {
      count += [...node.text.matchAll(EMOJI)].length;
    } else return false;
  }
  return count > 0 && count <= JUMBO_MOST;
}
