/**
 * A channel as one seat has it: who one is, the messages, and where one writes.
 */

import { Composer } from "./composer.js";
import { el, icon } from "./dom.js";
import { MessageList } from "./messages.js";
import { seatRow } from "./seats.js";
import { CONVERSATION, TEXT_CHANNEL } from "./state.js";
import { beginning, welcome } from "./welcome.js";

export class Pane {
  /**
   * `shared` is what all panes have: `{state, reading, interactions, openChannel(id, messageId)}`.
   * `tools` are nodes for the end of the first line; `menu` is the one for its beginning.
   */
  constructor(index, seat, shared, { menu, tools }) {
    this.shared = shared;
    this.view = {
      ...shared,
      viewer: seat,
      startCommand: (name) => this.composer.write(`/${name} `),
    };
    this.composer = new Composer(index ? `composer-${index + 1}` : "composer", this.view);
    this.list = new MessageList(this.view, (channel) => this.welcome(channel));
    this.seats = el("div", { class: "seats-frame" });
    this.title = el("h1", { class: "pane-title" });
    const head = el(
      "header",
      { class: "pane-head" },
      menu,
      this.title,
      this.seats,
      el("div", { class: "tools" }, tools),
    );
    this.node = el(
      "section",
      { class: "pane", id: `pane-${index + 1}` },
      head,
      this.list.node,
      this.composer.node,
    );
  }

  get seat() {
    return this.view.viewer;
  }

  sitAs(userId) {
    this.view.viewer = userId;
    const { state } = this.shared;
    if (!state.mayOpen(userId, state.channelId)) state.openChannel(state.textChannels()[0].id);
    this.composer.suggestions.hide();
    this.draw();
    this.shared.state.emit("seat");
  }

  welcome(channel) {
    if (channel.type !== TEXT_CHANNEL) return beginning(this.nameOf(channel));
    const sitAs = (name) => {
      const user = this.shared.state
        .seats()
        .find((seat) => this.shared.state.nameOf(seat.id) === name);
      if (user) this.sitAs(user.id);
    };
    return welcome(channel, { start: () => this.composer.write("/start "), sitAs });
  }

  draw(afresh = false) {
    const { state, reading } = this.shared;
    if (!this.seat || !state.users.has(this.seat)) return;
    reading.see(this.seat, state.channelId);
    const channel = state.channels.get(state.channelId);
    const name = this.nameOf(channel);
    this.title.replaceChildren(icon(channel?.type === 0 ? "hash" : "thread"), el("span", {}, name));
    this.node.setAttribute("aria-label", `${state.nameOf(this.seat)} in ${name}`);
    this.drawSeats();
    this.composer.draw();
    this.list.draw(afresh);
  }

  /** What a channel is called; a conversation bears the name of the bot. */
  nameOf(channel) {
    return channel?.type === CONVERSATION ? this.shared.state.app.name : (channel?.name ?? "");
  }

  /** Draws the seats and keeps the keyboard on the one it was on. */
  drawSeats() {
    const held = this.seats.contains(document.activeElement)
      ? document.activeElement.dataset.seat
      : null;
    this.seats.replaceChildren(
      seatRow({ ...this.shared, current: this.seat, pick: (id) => this.sitAs(id) }),
    );
    if (held)
      [...this.seats.querySelectorAll("[data-seat]")]
        .find((node) => node.dataset.seat === held)
        ?.focus();
  }
}
