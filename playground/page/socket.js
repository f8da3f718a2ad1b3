/**
 * The line to the playground's server, which mends itself. Start with `Socket`.
 *
 * Nothing is queued while the line is down: after a restart the server knows nothing of what was
 * meant before, so `send` answers `false` and the caller says so.
 */

const FIRST_RETRY_MS = 300;
const LONGEST_RETRY_MS = 3000;

export class Socket {
  /** `onFrame(frame)` gets each message of the server, `onLine(up)` each change of the line. */
  constructor(onFrame, onLine) {
    this.onFrame = onFrame;
    this.onLine = onLine;
    this.wait = FIRST_RETRY_MS;
    this.connect();
  }

  connect() {
    const url = new URL("/page/socket", location.href);
    url.protocol = url.protocol.replace("http", "ws");
    this.line = new WebSocket(url);
    this.line.addEventListener("open", () => {
      this.wait = FIRST_RETRY_MS;
      this.onLine(true);
    });
    this.line.addEventListener("message", (event) => this.onFrame(JSON.parse(event.data)));
    this.line.addEventListener("close", () => {
      this.onLine(false);
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_RETRY_MS);
    });
  }

  /** Sends one frame; `false` when the line is down. */
  send(frame) {
    if (this.line.readyState !== WebSocket.OPEN) return false;
    this.line.send(JSON.stringify(frame));
    return true;
  }
}
