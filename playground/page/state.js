/**
 * Everything the server has told this page. Start with `State.apply`.
 *
 * It holds the messages of all seats; `visible` is the one place that decides which of them a
 * seat may see. Messages are replaced, never changed in place, so that a view may compare objects
 * to know whether to draw one again.
 */

export const TEXT_CHANNEL = 0;
export const CONVERSATION = 1;
const THREAD_TYPES = new Set([10, 11, 12]);
const SEATS = 4;

/** Orders snowflakes, which do not fit a number: the longer one is the later one. */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

export class State {
  constructor() {
    this.listeners = new Set();
    this.connected = null; // Not known before the first try.
    this.channelId = null;
    this.clear();
  }

  clear() {
    this.guild = { id: "0", name: "…" };
    this.app = { id: "0", name: "Bot", bot_id: "0" };
    this.users = new Map();
    this.channels = new Map();
    this.commands = [];
    this.locales = { guild: "en-US", users: {} };
    this.emojis = new Map();
    this.messages = new Map();
    this.notes = [];
    this.botOnline = null;
  }

  /** `listener(kind, detail)` is called after every change. */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit(kind, detail = null) {
    for (const listener of [...this.listeners]) listener(kind, detail);
  }

  localeOf(userId) {
    return this.locales.users[userId] ?? "en-US";
  }

  setConnected(connected) {
    this.connected = connected;
    this.emit("connection");
  }

  /** Takes one frame of the server. Frames that answer an interaction are not for the state. */
  apply(frame) {
    const take = {
      snapshot: () => this.takeSnapshot(frame),
      message: () => this.takeMessage(frame.message),
      message_delete: () => this.dropMessage(frame.channel_id, frame.id),
      channel: () => this.takeChannel(frame.channel),
      commands: () => this.takeValue("commands", frame.commands),
      locales: () => this.takeValue("locales", frame.locales),
      emojis: () => this.takeValue("emojis", byId(frame.emojis)),
      bot_online: () => this.takeValue("botOnline", frame.online),
    }[frame.t];
    take?.();
  }

  takeSnapshot(frame) {
    this.clear();
    this.guild = frame.guild;
    this.app = frame.app;
    this.users = byId(frame.users);
    this.channels = byId(frame.channels);
    this.commands = frame.commands;
    this.locales = frame.locales;
    this.emojis = byId(frame.emojis);
    this.botOnline = frame.bot_online;
    for (const message of frame.messages) this.place(message);
    if (!this.channels.has(this.channelId)) this.channelId = this.textChannels()[0]?.id ?? null;
    this.emit("snapshot");
  }

  takeMessage(message) {
    const fresh = !this.message(message.channel_id, message.id);
    this.place(message);
    this.emit("message", { message, fresh });
  }

  place(message) {
    if (!this.messages.has(message.channel_id)) this.messages.set(message.channel_id, new Map());
    this.messages.get(message.channel_id).set(message.id, message);
  }

  dropMessage(channelId, id) {
    this.messages.get(channelId)?.delete(id);
    this.emit("message", { message: null, fresh: false });
  }

  takeChannel(channel) {
    this.channels.set(channel.id, channel);
    this.emit("channels");
  }

  takeValue(name, value) {
    this[name] = value;
    this.emit(name);
  }

  openChannel(id) {
    if (!this.channels.has(id) || id === this.channelId) return;
    this.channelId = id;
    this.emit("open");
  }

  message(channelId, id) {
    return this.messages.get(channelId)?.get(id) ?? null;
  }

  /** What a person sees of a channel, oldest first, with this page's own notes between. */
  seenBy(userId, channelId) {
    const real = [...(this.messages.get(channelId)?.values() ?? [])].filter((message) =>
      visible(message, userId),
    );
    const notes = this.notes.filter(
      (note) => note.channel_id === channelId && note.ephemeral_to === userId,
    );
    return [...real, ...notes].sort(inOrder);
  }

  /** Whether the bot has posted anything that all of a channel see. */
  hasGame(channelId) {
    const messages = [...(this.messages.get(channelId)?.values() ?? [])];
    return messages.some(
      (message) => message.author.id === this.app.bot_id && !message.ephemeral_to,
    );
  }

  /**
   * Puts up a line that only this page knows of, such as a command on its way; it stays after the
   * newest message of its channel.
   */
  addNote(note) {
    const ids = [...(this.messages.get(note.channel_id)?.keys() ?? [])].sort(compareIds);
    this.notes.push({ ...note, after: ids.at(-1) ?? "0" });
    this.emit("message", { message: null, fresh: false });
  }

  dropNote(id) {
    this.notes = this.notes.filter((note) => note.id !== id);
    this.emit("message", { message: null, fresh: false });
  }

  textChannels() {
    return [...this.channels.values()].filter((channel) => channel.type === TEXT_CHANNEL);
  }

  threadsOf(channelId) {
    return [...this.channels.values()].filter(
      (channel) => THREAD_TYPES.has(channel.type) && channel.parent_id === channelId,
    );
  }

  /** The person's own conversation with the bot; `null` before there is one. */
  conversationOf(userId) {
    const mine = (channel) => channel.type === CONVERSATION && channel.recipient_id === userId;
    return [...this.channels.values()].find(mine) ?? null;
  }

  /** Whether a person can be in the channel at all: another's conversation is closed to them. */
  mayOpen(userId, channelId) {
    const channel = this.channels.get(channelId);
    return Boolean(channel) && (channel.type !== CONVERSATION || channel.recipient_id === userId);
  }

  /** The people one can be, in the server's order. */
  seats() {
    return [...this.users.values()].filter((user) => !user.bot).slice(0, SEATS);
  }

  /** What a person is called here; `user` is for those who are no members (any more). */
  nameOf(userId, user = this.users.get(userId)) {
    if (userId === this.app.bot_id) return this.app.name;
    return user ? (user.global_name ?? user.username) : "unknown-user";
  }
}

/** Whether a person may see a message: an ephemeral one is for one person only. */
export function visible(message, userId) {
  return (
    message.ephemeral_to === null ||
    message.ephemeral_to === undefined ||
    message.ephemeral_to === userId
  );
}

function byId(items) {
  return new Map(items.map((item) => [item.id, item]));
}

function inOrder(a, b) {
  return (
    compareIds(a.after ?? a.id, b.after ?? b.id) || ("after" in a ? 1 : 0) - ("after" in b ? 1 : 0)
  );
}
