/**
 * What each seat has read, for the dots in the rail and the badges on the seats.
 *
 * A page that opens takes everything there is as read: nobody missed it. After the line was down
 * the marks stay, so what came meanwhile counts.
 */

import { compareIds, visible } from "./state.js";

export class Reading {
  constructor(state) {
    this.state = state;
    this.marks = new Map();
  }

  /** Gives everyone a mark at the newest message of each channel where they have none. */
  begin() {
    for (const user of this.state.seats()) {
      for (const channel of this.state.channels.keys()) {
        if (!this.marks.has(key(user.id, channel))) this.see(user.id, channel);
      }
    }
  }

  /** The person has seen all of the channel. */
  see(userId, channelId) {
    const ids = [...(this.state.messages.get(channelId)?.keys() ?? [])].sort(compareIds);
    this.marks.set(key(userId, channelId), ids.at(-1) ?? "0");
  }

  /** How much a person has not seen of a channel: `{unread, mentions}`. */
  of(userId, channelId) {
    const mark = this.marks.get(key(userId, channelId)) ?? "0";
    const news = [...(this.state.messages.get(channelId)?.values() ?? [])].filter(
      (message) => compareIds(message.id, mark) > 0 && visible(message, userId),
    );
    return {
      unread: news.length,
      mentions: news.filter((message) => mentioned(message, userId)).length,
    };
  }

  /** How often a person was mentioned in any channel since they looked there. */
  mentionsOf(userId) {
    const open = [...this.state.channels.keys()].filter((id) => this.state.mayOpen(userId, id));
    return open.reduce((sum, channelId) => sum + this.of(userId, channelId).mentions, 0);
  }
}

/** Whether a message pinged a person. */
export function mentioned(message, userId) {
  return (
    Boolean(message.mention_everyone) || (message.mentions ?? []).some((user) => user.id === userId)
  );
}

function key(userId, channelId) {
  return `${userId}/${channelId}`;
}
