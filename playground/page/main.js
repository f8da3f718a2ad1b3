/**
 * The playground's page: a small Discord in which one person sits in all seats.
 *
 * This module only ties the others together. What the server says goes to `State`; `State` tells
 * the panes, the rail and the banners to draw themselves; what the person does goes out through
 * `Interactions`.
 */

import { drawBanners } from "./banners.js";
import { el, icon } from "./dom.js";
import { Interactions } from "./interactions.js";
import { openModal } from "./modal.js";
import { Pane } from "./pane.js";
import { drawRail } from "./rail.js";
import { Reading } from "./reading.js";
import { Socket } from "./socket.js";
import { State } from "./state.js";
import { startClock } from "./timestamps.js";

const SPLIT_KEY = "playground-split";

const state = new State();
const reading = new Reading(state);
const interactions = new Interactions(state, (frame, origin) => {
  const pane = panes.find((item) => item.seat === origin.user) ?? panes[0];
  openModal(frame, origin.channel, { ...pane.view, viewer: origin.user });
});
const shared = { state, reading, interactions, openChannel };
const rail = document.getElementById("rail");
const shade = document.getElementById("rail-shade");
const root = document.getElementById("panes");
let panes = [];

function iconButton(name, label, click) {
  return el(
    "button",
    {
      type: "button",
      class: `icon-button tool-${name}`,
      "aria-label": label,
      title: label,
      on: { click },
    },
    icon(name),
  );
}

function makePanes(seats) {
  panes = seats.map((seat, index) => {
    const first = index === 0;
    const menu = first
      ? iconButton("menu", "Channels", () => showRail(!rail.classList.contains("open")))
      : null;
    const last = index === seats.length - 1;
    return new Pane(index, seat, shared, { menu, tools: last ? tools(seats.length) : [] });
  });
  root.replaceChildren(...panes.map((pane) => pane.node));
  root.classList.toggle("side-by-side", panes.length > 1);
  drawAll(true);
}

function tools(count) {
  const split = iconButton("split", "Two seats side by side", toggleSplit);
  split.setAttribute("aria-pressed", String(count > 1));
  const phone = iconButton("phone", "As wide as a phone", () => {
    window.looks.toggleWidth();
    phone.setAttribute("aria-pressed", String(window.looks.isPhone()));
  });
  phone.setAttribute("aria-pressed", String(window.looks.isPhone()));
  const theme = iconButton("sun", "Light or dark", () => window.looks.toggleTheme());
  theme.append(icon("moon"));
  return [split, phone, theme];
}

function toggleSplit() {
  localStorage.setItem(SPLIT_KEY, panes.length > 1 ? "one" : "two");
  makePanes(seatsFrom(panes[0].seat));
}

/** Who sits in the panes when this one sits in the first. */
function seatsFrom(first) {
  const other = state.seats().find((user) => user.id !== first);
  return localStorage.getItem(SPLIT_KEY) === "two" && other ? [first, other.id] : [first];
}

function openChannel(id, messageId) {
  showRail(false);
  state.openChannel(id);
  if (messageId) for (const pane of panes) pane.list.reveal(messageId);
}

function showRail(open) {
  rail.classList.toggle("open", open);
  shade.hidden = !open;
  document.querySelector(".tool-menu")?.setAttribute("aria-expanded", String(open));
}

function drawAll(afresh = false) {
  for (const pane of panes) pane.draw(afresh);
  drawRest();
}

function drawRest() {
  for (const pane of panes) pane.drawSeats();
  drawRail(rail, {
    state,
    reading,
    seat: panes[0]?.seat,
    open: (id) => openChannel(id),
    speak: (user, locale) => socket.send({ t: "speak", user, locale }),
  });
  drawBanners(document.getElementById("banners"), state);
}

/** A new world may lack those who sat here, after a restart of the server. */
function takeWorld() {
  reading.begin();
  document.title = `${state.guild.name} · Playground`;
  const seats = state.seats().map((user) => user.id);
  const kept = panes.map((pane) => pane.seat).filter((id) => seats.includes(id));
  if (kept.length && kept.length === panes.length) drawAll(true);
  else if (seats.length) makePanes(seatsFrom(seats[0]));
}

state.subscribe((kind) => {
  if (kind === "snapshot") takeWorld();
  else if (kind === "message" || kind === "open") drawAll();
  else if (kind === "channels" || kind === "emojis") drawAll(true);
  else drawRest();
  // What is offered while somebody types is described in their language.
  if (kind === "locales" || kind === "commands") for (const pane of panes) pane.composer.suggest();
});

const socket = new Socket(
  (frame) => {
    state.apply(frame);
    if (["done", "failed", "modal", "choices"].includes(frame.t)) interactions.settle(frame);
  },
  (up) => {
    state.setConnected(up);
    if (!up) interactions.failAll();
  },
);
interactions.socket = socket;

/** The pane that the keyboard is in, or the first. */
function activePane() {
  return panes.find((pane) => pane.node.contains(document.activeElement)) ?? panes[0];
}

/** Whatever is typed outside of an input is meant for the composer. */
function typeAnywhere(event) {
  const plain =
    event.key.length === 1 &&
    event.key !== " " &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey;
  const taken = event.target.closest("input, textarea, dialog, .menu");
  if (plain && !taken) activePane()?.composer.input.focus();
}

document.addEventListener("keydown", (event) => {
  const digit = /^Digit([1-4])$/.exec(event.code)?.[1];
  const seat = event.altKey && digit && state.seats()[Number(digit) - 1];
  if (!seat) return typeAnywhere(event);
  event.preventDefault();
  activePane()?.sitAs(seat.id);
});
shade.addEventListener("click", () => showRail(false));
startClock();
