/**
 * Times as Discord writes them, kept true while they stand on the page. Start with `timeNode`.
 */

import { el } from "./dom.js";

const LANGUAGE = "en";
const TICK_MS = 1000;

const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

/** Where each unit of "in 3 hours" begins, in seconds, largest first. */
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "always" });

/** Words for a time; `style` is one of Discord's letters. */
export function formatTime(seconds, style, nowMs = Date.now()) {
  if (style !== "R") {
    return new Intl.DateTimeFormat(LANGUAGE, FORMATS[style]).format(seconds * 1000);
  }
  const away = Math.round(seconds - nowMs / 1000);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(away) >= size) ?? UNITS.at(-1);
  return relative.format(Math.round(away / length), unit);
}

/** A `<time>` whose words follow the clock. */
export function timeNode(seconds, style) {
  const node = el("time", { class: "timestamp", datetime: new Date(seconds * 1000).toISOString() });
  Object.assign(node.dataset, { seconds, style });
  node.title = formatTime(seconds, "F");
  node.textContent = formatTime(seconds, style);
  return node;
}

/** "Today at 14:05", as beside an author's name. */
export function formatWhen(isoTime, now = new Date()) {
  const when = new Date(isoTime);
  const clock = formatTime(when / 1000, "t");
  if (when.toDateString() === now.toDateString()) return clock;
  return `${formatTime(when / 1000, "d")} ${clock}`;
}

/** Keeps the relative times on the page true from now on. */
export function startClock() {
  setInterval(() => {
    for (const node of document.querySelectorAll('time[data-style="R"]')) {
      const words = formatTime(Number(node.dataset.seconds), "R");
      if (node.textContent !== words) node.textContent = words;
    }
  }, TICK_MS);
}
