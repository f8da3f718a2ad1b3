/**
 * The messages of a channel as one seat sees them. Start with `MessageList.draw`.
 *
 * A message is drawn again only when something about it changed, so that an open menu or the
 * keyboard's place is not lost when another one arrives.
 */

import { el, icon } from "./dom.js";
import { hasHeader, renderMessage } from "./message.js";

const GROUP_MS = 7 * 60 * 1000;
/** So near to the end, one reads along: the list follows new messages. */
const NEAR_PX = 80;

export class MessageList {
  /** `welcome(channel)` draws what stands above the first message. */
  constructor(view, welcome) {
    this.view = view;
    this.welcome = welcome;
    this.drawn = new Map();
    this.shown = null;
    this.items = el("div", {
      class: "messages-inner",
      role: "log",
      "aria-live": "off",
      "aria-label": "Messages",
    });
    this.scroller = el(
      "div",
      { class: "messages", tabindex: "0", role: "region", "aria-label": "Channel" },
      this.items,
    );
    this.more = el(
      "button",
      { type: "button", class: "jump", hidden: true, on: { click: () => this.toEnd() } },
      "New messages ",
      icon("arrow"),
    );
    this.node = el("div", { class: "messages-frame" }, this.scroller, this.more);
    this.scroller.addEventListener("scroll", () => {
      if (this.nearEnd()) this.more.hidden = true;
    });
    // A picture that loads late, or a composer that grows, must not push the end out of sight.
    this.atEnd = true;
    this.height = 0;
    const observer = new ResizeObserver(() => this.follow());
    observer.observe(this.items);
    observer.observe(this.scroller);
    this.scroller.addEventListener("scroll", () => {
      // Where something has just grown, it was not the person who left the end.
      if (this.scroller.scrollHeight === this.height) this.atEnd = this.nearEnd();
    });
  }

  /** Draws what is new or changed; all of it when `afresh`, or for another seat or channel. */
  draw(afresh = false) {
    const { state, viewer } = this.view;
    const place = `${viewer}/${state.channelId}`;
    const moved = this.shown !== place;
    if (moved || afresh) this.drawn.clear();
    this.shown = place;
    const channel = state.channels.get(state.channelId);
    if (!channel) return this.items.replaceChildren();
    const messages = state.seenBy(viewer, channel.id);
    const stay = this.atEnd;
    const known = this.drawn;
    const focus = this.rememberFocus();
    this.drawn = new Map();
    let previous = null;
    for (const message of messages) {
      this.drawn.set(message.id, this.drawOne(message, previous, known.get(message.id)));
      previous = message;
    }
    if (moved || afresh) this.items.setAttribute("aria-live", "off");
    if (moved || afresh) this.head = this.welcome(channel);
    this.replace([this.head, ...[...this.drawn.values()].map((entry) => entry.node)]);
    focus?.();
    this.afterDraw({
      moved: moved || afresh,
      stay,
      fresh: messages.filter((message) => !known.has(message.id)),
    });
  }

  drawOne(message, previous, known) {
    const { interactions, viewer } = this.view;
    const compact = this.continues(message, previous);
    const touch = `${interactions.pressed(viewer, message.id)}/${interactions.failure(viewer, message.id)}`;
    if (known && known.message === message && known.compact === compact && known.touch === touch)
      return known;
    return { message, compact, touch, node: renderMessage(message, this.view, compact) };
  }

  continues(message, previous) {
    if (!previous || previous.type === 6 || previous.type === 18) return false;
    return (
      previous.author.id === message.author.id &&
      !hasHeader(message, this.view) &&
      !previous.ephemeral_to &&
      !message.ephemeral_to &&
      Date.parse(message.timestamp) - Date.parse(previous.timestamp) < GROUP_MS
    );
  }

  /** Puts the nodes in order and leaves those alone that stand right already. */
  replace(nodes) {
    const wanted = new Set(nodes);
    for (const child of [...this.items.children]) if (!wanted.has(child)) child.remove();
    nodes.forEach((node, index) => {
      if (this.items.children[index] !== node)
        this.items.insertBefore(node, this.items.children[index] ?? null);
    });
  }

  afterDraw({ moved, stay, fresh }) {
    const own = fresh.some(
      (message) => message.ephemeral_to || message.author.id === this.view.viewer,
    );
    if (moved || stay || own) this.toEnd();
    else if (fresh.length) this.more.hidden = false;
    // Screen readers hear what comes from now on, not what has long been there.
    requestAnimationFrame(() => this.items.setAttribute("aria-live", "polite"));
  }

  /** Gives the keyboard its place back when the control it was on has been drawn again. */
  rememberFocus() {
    const control = document.activeElement;
    const customId = control?.dataset?.customId;
    const id =
      customId &&
      this.items.contains(control) &&
      control.closest("[data-message-id]")?.dataset.messageId;
    if (!id) return null;
    return () => {
      if (control.isConnected) return;
      const node = this.drawn.get(id)?.node;
      const again = [...(node?.querySelectorAll("[data-custom-id]") ?? [])].find(
        (item) => item.dataset.customId === customId,
      );
      (again && !again.disabled ? again : node)?.focus({ preventScroll: true });
    };
  }

  nearEnd() {
    return (
      this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < NEAR_PX
    );
  }

  follow() {
    this.height = this.scroller.scrollHeight;
    if (this.atEnd) this.toEnd();
  }

  toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.atEnd = true;
    this.more.hidden = true;
  }

  /** Brings one message into sight, for links to messages. */
  reveal(id) {
    const node = this.drawn.get(id)?.node;
    if (!node) return;
    node.scrollIntoView({ block: "center" });
    node.classList.add("flash");
    node.addEventListener("animationend", () => node.classList.remove("flash"), { once: true });
  }
}
