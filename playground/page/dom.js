/**
 * Building DOM nodes. Start with `el`.
 *
 * Names, messages and labels come from people and from the bot, so nothing on this page is ever
 * parsed as markup: every string becomes a text node or an attribute, here.
 */

const SVG = "http://www.w3.org/2000/svg";

/** Strokes on a 24 × 24 field. */
const ICONS = {
  hash: ["M10 4 8 20", "M16 4l-2 16", "M4.5 9h16", "M3.5 15h16"],
  thread: ["M5 4h14v11H11l-5 5v-5H5z"],
  menu: ["M4 7h16", "M4 12h16", "M4 17h16"],
  close: ["M6 6l12 12", "M18 6 6 18"],
  sun: [
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
    "M12 2v3",
    "M12 19v3",
    "M2 12h3",
    "M19 12h3",
    "M5 5l2 2",
    "M17 17l2 2",
    "M5 19l2-2",
    "M17 7l2-2",
  ],
  moon: ["M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z"],
  phone: ["M8 3h8v18H8z", "M11 18h2"],
  split: ["M4 5h16v14H4z", "M12 5v14"],
  send: ["M4 4l17 8-17 8 3-8z", "M7 12h14"],
  file: ["M6 3h8l4 4v14H6z", "M14 3v4h4"],
  download: ["M12 4v11", "M7 11l5 5 5-5", "M5 20h14"],
  chevron: ["M6 9l6 6 6-6"],
  check: ["M5 13l4.5 4.5L19 7"],
  eye: ["M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z", "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z"],
  external: ["M14 4h6v6", "M20 4 11 13", "M18 14v6H4V6h6"],
  arrow: ["M12 5v14", "M6 13l6 6 6-6"],
  reply: ["M6 20v-6a6 6 0 0 1 6-6h8"],
};

/**
 * One element. `props` are attributes, but for `class`, `dataset` (an object) and `on` (listeners
 * by event name); `null`, `undefined` and `false` leave an attribute out. Children may be nodes,
 * strings, nested arrays, or nothing.
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") node.className = value;
    else if (name === "dataset") Object.assign(node.dataset, value);
    else if (name === "on") listen(node, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

function listen(node, listeners) {
  for (const [event, listener] of Object.entries(listeners)) node.addEventListener(event, listener);
}

/** A drawing for a button or a row; always decoration, so its button needs a label of its own. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", `icon icon-${name}`);
  for (const stroke of ICONS[name]) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", stroke);
    svg.append(path);
  }
  return svg;
}

/**
 * An address that this page may load by itself: one of its own server. Anything else is `null`,
 * because opening the playground must not reach the net.
 */
export function ownUrl(address) {
  if (!address || !URL.canParse(address, location.href)) return null;
  const url = new URL(address, location.href);
  if (url.protocol === "data:" && /^data:image\/(png|gif|webp|jpeg);/.test(address)) return address;
  const local = ["127.0.0.1", "localhost", location.hostname].includes(url.hostname);
  return local && url.port === location.port ? url.pathname + url.search : null;
}
