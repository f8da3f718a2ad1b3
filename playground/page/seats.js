/**
 * Who one is: the row of seats above a channel, and people's avatars.
 */

import { el } from "./dom.js";

const COLORS = 6;

/** A round with the person's first letter; the bot wears the six colors of the game. */
export function avatar(user, state, kind = "") {
  const classes = ["avatar", kind];
  if (user?.bot) classes.push("avatar-bot");
  else classes.push(`avatar-${seatIndex(user, state) % COLORS}`);
  const letter = [...(user ? state.nameOf(user.id, user) : "?")][0]?.toUpperCase() ?? "?";
  return el("span", { class: classes.join(" ").trim(), "aria-hidden": "true" }, letter);
}

function seatIndex(user, state) {
  const index = state.seats().findIndex((seat) => seat.id === user?.id);
  return index < 0 ? COLORS - 1 : index;
}

/**
 * The row of seats of one pane. `pick(user)` is called for another choice. The badge on a seat
 * counts the mentions which that person has not looked at yet.
 */
export function seatRow({ state, reading, current, pick }) {
  const buttons = state.seats().map((user, index) => {
    const name = state.nameOf(user.id);
    const mentions = user.id === current ? 0 : reading.mentionsOf(user.id);
    const words = mentions ? `, mentioned ${mentions === 1 ? "once" : `${mentions} times`}` : "";
    return el(
      "button",
      {
        type: "button",
        class: "seat",
        dataset: { seat: name },
        title: `Sit as ${name} (Alt+${index + 1})`,
        "aria-pressed": String(user.id === current),
        "aria-label": `Sit as ${name}${words}`,
        on: { click: () => pick(user.id) },
      },
      avatar(user, state, "avatar-small"),
      el("span", { class: "seat-name" }, name),
      mentions
        ? el("span", { class: "badge", dataset: { badge: mentions } }, String(mentions))
        : null,
    );
  });
  return el(
    "div",
    { class: "seats", role: "group", "aria-label": "Who you are" },
    el("span", { class: "seats-label" }, "You are"),
    buttons,
  );
}
