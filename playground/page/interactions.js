/**
 * Commands, presses and modals on their way to the bot, and what became of them.
 *
 * Each gets a nonce; the server answers it with `done`, `failed`, `modal` or `choices`. The state
 * of a press (running, failed) belongs to the person who pressed, as on Discord: nobody else sees
 * "This interaction failed".
 */

let counter = 0;

function newNonce() {
  counter += 1;
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}-${counter}`;
}

const OFFLINE = "The playground is not running";

export class Interactions {
  /** `onModal(frame, origin)` opens a modal; `origin` is the interaction that asked for it. */
  constructor(state, onModal) {
    this.state = state;
    this.onModal = onModal;
    this.socket = null;
    this.running = new Map();
    this.failures = new Map();
  }

  command(user, channel, name, options) {
    const nonce = newNonce();
    const author = this.state.users.get(user);
    this.start({ t: "command", nonce, user, channel, name, options }, { note: nonce });
    if (!this.running.has(nonce)) return;
    this.state.addNote(this.note(nonce, user, channel, { user: author, name }, "sending"));
  }

  /** A line for a command that has no answer (yet), seen by its sender. */
  note(id, user, channel, used, status, reason = "") {
    const { app } = this.state;
    return {
      id,
      status,
      reason,
      channel_id: channel,
      ephemeral_to: user,
      content: "",
      author: this.state.users.get(app.bot_id) ?? { id: app.bot_id, username: app.name, bot: true },
      timestamp: new Date().toISOString(),
      interaction_metadata: used,
    };
  }

  component(user, message, customId, values) {
    const frame = {
      t: "component",
      nonce: newNonce(),
      user,
      channel: message.channel_id,
      message: message.id,
      custom_id: customId,
    };
    if (values) frame.values = values;
    this.failures.delete(`${user}/${message.id}`);
    this.start(frame, {});
    this.redraw(frame);
  }

  /** Answers with the choices, or with none when they do not come. */
  autocomplete(user, channel, name, focused, options) {
    return new Promise((resolve) => {
      const frame = { t: "autocomplete", nonce: newNonce(), user, channel, name, focused, options };
      this.start(frame, { resolve });
    });
  }

  /** Resolves to `null`, or to the reason why the modal was not taken. */
  submitModal(user, channel, modal, values) {
    return new Promise((resolve) => {
      const frame = {
        t: "modal_submit",
        nonce: newNonce(),
        user,
        channel,
        custom_id: modal.custom_id,
        values,
        modal_nonce: modal.nonce,
      };
      this.start(frame, { resolve });
    });
  }

  say(user, channel, content) {
    return this.socket.send({ t: "say", user, channel, content });
  }

  dismiss(user, message) {
    if (message.status) this.state.dropNote(message.id);
    else this.socket.send({ t: "dismiss", user, message: message.id });
  }

  start(frame, extra) {
    this.running.set(frame.nonce, { frame, ...extra });
    if (!this.socket.send(frame)) this.settle({ t: "failed", nonce: frame.nonce, reason: OFFLINE });
  }

  /** Takes the server's answer to something that this page has begun; others' answers pass by. */
  settle(answer) {
    const entry = this.running.get(answer.nonce);
    if (!entry) return;
    this.running.delete(answer.nonce);
    const { frame } = entry;
    if (frame.t === "autocomplete") {
      entry.resolve(answer.t === "choices" ? answer.choices : []);
      return;
    }
    if (entry.note) this.state.dropNote(entry.note);
    if (answer.t === "modal") this.onModal(answer, frame);
    if (entry.resolve) entry.resolve(answer.t === "failed" ? answer.reason : null);
    else if (answer.t === "failed") this.fail(frame, answer.reason);
    this.redraw(frame);
  }

  fail(frame, reason) {
    if (frame.t === "component") {
      this.failures.set(`${frame.user}/${frame.message}`, reason);
      return;
    }
    const used = { user: this.state.users.get(frame.user), name: frame.name };
    this.state.addNote(this.note(frame.nonce, frame.user, frame.channel, used, "failed", reason));
  }

  /** The line broke: what was running will never be answered. */
  failAll() {
    for (const nonce of [...this.running.keys()]) {
      this.settle({ t: "failed", nonce, reason: OFFLINE });
    }
  }

  /** The custom id that a person has pressed on a message and that is not answered yet. */
  pressed(user, messageId) {
    for (const { frame } of this.running.values()) {
      if (frame.t === "component" && frame.user === user && frame.message === messageId) {
        return frame.custom_id;
      }
    }
    return null;
  }

  failure(user, messageId) {
    return this.failures.get(`${user}/${messageId}`) ?? null;
  }

  redraw(frame) {
    if (frame.t === "component") this.state.emit("message", { message: null, fresh: false });
  }
}
