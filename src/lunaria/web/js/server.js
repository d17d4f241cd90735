// Talking to the server: plain requests, and the socket of a table.

import { reasonText, text } from "./texts.js";

/** @typedef {import("./types").Reason} Reason */
/** @typedef {import("./types").View} View */
/** @typedef {import("./types").Refused} Refused */

/** What the server refused, with words for the player. */
export class RefusedError extends Error {}

/**
 * Ask for JSON; throws RefusedError with the server's reason in words.
 * @param {string} path
 * @param {object} [body] posted where it is given
 */
export async function request(path, body) {
  const options = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new RefusedError(text("state.offline"));
  }
  const data = await answer.json().catch(() => null);
  if (!answer.ok) {
    const told = data?.error;
    throw new RefusedError(
      told ? reasonText({ code: told.reason, ...told.params }) : text("state.offline"),
    );
  }
  return data;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const NO_TABLE = 4404;

/** The socket of one table; it comes back by itself when it is cut. */
export class TableSocket {
  /**
   * @param {string} table
   * @param {{view: (view: View) => void, refused: (refused: Refused) => void,
   *   state: (state: "open" | "lost" | "gone") => void}} hear
   */
  constructor(table, hear) {
    this.address = `${location.origin.replace(/^http/, "ws")}/api/tables/${table}/socket`;
    this.hear = hear;
    this.wait = FIRST_WAIT;
    this.closed = false;
    this.retry = 0;
    /** How often the socket was opened: an action sent on an older one may be lost. */
    this.session = 0;
    this.connect();
    this.comeBack = () => this.connectNow();
    addEventListener("online", this.comeBack);
  }

  connect() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.session += 1;
    socket.onmessage = (event) => {
      this.wait = FIRST_WAIT;
      const message = JSON.parse(event.data);
      if (message.type === "table") {
        this.hear.state("open");
        this.hear.view(message);
      } else if (message.type === "refused") {
        this.hear.refused(message);
      }
    };
    socket.onclose = (event) => {
      if (this.closed || this.socket !== socket) return;
      if (event.code === NO_TABLE) {
        this.hear.state("gone");
        return;
      }
      this.hear.state("lost");
      this.retry = window.setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  /** Try again without waiting, where the socket is cut. */
  connectNow() {
    if (this.closed || this.socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.retry);
    this.wait = FIRST_WAIT;
    this.connect();
  }

  /**
   * Send a message; false where the socket is not open.
   * @param {object} message
   */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.closed = true;
    clearTimeout(this.retry);
    removeEventListener("online", this.comeBack);
    this.socket?.close();
  }
}
