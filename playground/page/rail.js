/**
 * The column at the left: the server's name, its channels and their threads, and who speaks what.
 */

import { el, icon } from "./dom.js";
import { languageChoices } from "./languages.js";

/** Draws the column anew. `seat` is the person whose unread dots it shows. */
export function drawRail(root, { state, reading, seat, open, speak }) {
  const channels = state
    .textChannels()
    .flatMap((channel) => [
      row(channel, "hash", { state, reading, seat, open }),
      ...state
        .threadsOf(channel.id)
        .map((thread) => row(thread, "thread", { state, reading, seat, open })),
    ]);
  const conversation = state.conversationOf(seat);
  root.replaceChildren(
    el("header", { class: "rail-head" }, el("span", { class: "guild-name" }, state.guild.name)),
    el("h2", { class: "rail-label" }, "Channels"),
    el("ul", { class: "rail-list" }, channels),
    conversation ? el("h2", { class: "rail-label" }, "Direct messages") : "",
    conversation
      ? el(
          "ul",
          { class: "rail-list" },
          row({ ...conversation, name: state.app.name }, "thread", { state, reading, seat, open }),
        )
      : "",
    el("div", { class: "rail-space" }),
    languageChoices({ state, seat, speak }),
    el(
      "footer",
      { class: "rail-foot" },
      el("strong", {}, "This is a playground."),
      " Nothing leaves this computer. You sit in all the seats: switch with the faces at the top, or Alt+1 to Alt+4. The Up arrow in an empty line brings back your last command.",
    ),
  );
}

function row(channel, drawing, { state, reading, seat, open }) {
  const current = channel.id === state.channelId;
  const news = current || !seat ? { unread: 0, mentions: 0 } : reading.of(seat, channel.id);
  const classes = ["rail-row", channel.parent_id ? "rail-thread" : "", news.unread ? "unread" : ""];
  const words = news.unread ? `${channel.name}, unread` : channel.name;
  return el(
    "li",
    {},
    el(
      "button",
      {
        type: "button",
        class: classes.join(" "),
        dataset: { channel: channel.name },
        "aria-current": current ? "page" : null,
        "aria-label": words,
        on: { click: () => open(channel.id) },
      },
      icon(drawing),
      el("span", { class: "rail-name" }, channel.name),
      news.mentions ? el("span", { class: "badge" }, String(news.mentions)) : null,
    ),
  );
}
