/**
 * Embeds and attached files of a message.
 */

import { el, icon, ownUrl } from "./dom.js";
import { renderLine, renderText } from "./text.js";
import { timeNode } from "./timestamps.js";

const UNITS = ["bytes", "KB", "MB"];

/** One embed, with the files of its message, whom its pictures may name. */
export function renderEmbed(embed, files, view) {
  const node = el("article", { class: "embed" });
  if (typeof embed.color === "number") node.style.borderLeftColor = cssColor(embed.color);
  const main = el(
    "div",
    { class: "embed-main" },
    embed.author ? el("div", { class: "embed-author" }, embed.author.name) : null,
    embed.title ? el("div", { class: "embed-title" }, title(embed, view)) : null,
    embed.description ? renderText(embed.description, view) : null,
    embed.fields?.length
      ? el(
          "div",
          { class: "embed-fields" },
          embed.fields.map((field) => renderField(field, view)),
        )
      : null,
    embed.image ? picture(embed.image.url, files, "embed-image") : null,
    embed.footer || embed.timestamp ? footer(embed) : null,
  );
  node.append(main);
  if (embed.thumbnail) node.append(picture(embed.thumbnail.url, files, "embed-thumbnail"));
  return node;
}

export function cssColor(number) {
  return `#${number.toString(16).padStart(6, "0")}`;
}

function title(embed, view) {
  const words = renderLine(embed.title, view);
  if (!/^https?:\/\//.test(embed.url ?? "")) return words;
  return el("a", { href: embed.url, target: "_blank", rel: "noopener noreferrer" }, words);
}

function renderField(field, view) {
  return el(
    "div",
    { class: field.inline ? "embed-field inline" : "embed-field" },
    el("div", { class: "embed-field-name" }, renderLine(field.name, view)),
    renderText(field.value, view),
  );
}

function footer(embed) {
  const time = embed.timestamp ? timeNode(Date.parse(embed.timestamp) / 1000, "f") : null;
  const words = embed.footer?.text ?? "";
  return el("footer", { class: "embed-footer" }, words, words && time ? " • " : "", time);
}

/**
 * A picture by its address, which may be `attachment://name`. One that lies elsewhere on the net
 * is not loaded; its place says so.
 */
export function picture(address, files, kind, words = "") {
  const name = /^attachment:\/\/(.+)$/.exec(address ?? "")?.[1];
  const file = files.find((item) => (name ? item.filename === name : item.url === address));
  const url = ownUrl(file ? file.url : address);
  if (!url)
    return el(
      "span",
      { class: `picture-elsewhere ${kind}` },
      "A picture from elsewhere: not loaded",
    );
  const image = el("img", {
    src: url,
    alt: words || file?.description || name || "picture",
    loading: "lazy",
  });
  return el("a", { class: `picture ${kind}`, href: url, target: "_blank" }, image);
}

/** A file of the message: pictures are shown, all else is a card to download. */
export function renderAttachment(file) {
  const image =
    file.content_type?.startsWith("image/") || /\.(png|gif|jpe?g|webp)$/i.test(file.filename);
  if (image) return picture(file.url, [], "attachment-image", file.description ?? file.filename);
  return fileCard(file);
}

export function fileCard(file) {
  const url = ownUrl(file.url);
  return el(
    "a",
    {
      class: "file-card",
      href: url,
      download: file.filename,
      "aria-label": `Download ${file.filename}`,
    },
    icon("file"),
    el(
      "span",
      { class: "file-words" },
      el("span", { class: "file-name" }, file.filename),
      el("span", { class: "file-size" }, size(file.size ?? 0)),
    ),
    icon("download"),
  );
}

function size(bytes) {
  const power = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  const number = bytes / 1000 ** power;
  return `${power ? number.toFixed(1) : number} ${UNITS[power]}`;
}
