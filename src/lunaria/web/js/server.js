// Talking to the server: plain requests, and the socket of a table.

import { reasonText, text } from "./texts.js";

/** @typedef {import("./types").Reason} Reason */
/** @typedef {import("./types").Refused} Refused */
/** @typedef {"open" | "offline" | "busy" | "restart" | "gone"} State of the line to a table */

/** What the server refused, with words for the player. */
export class RefusedError extends Error {}

/** There is no answer, or none of Lunaria's; it may come when it is asked for again. */
export class UnansweredError extends Error {
  constructor() {
    super(text("refusal.unanswered"));
  }
}

/**
 * What to tell the player of something that was thrown.
 * @param {unknown} error
 */
export function wordsOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Ask for JSON; throws RefusedError with the server's reason in words, or UnansweredError.
 * @param {string} path
 * @param {object} [body] posted where it is given
 * @param {string} [method] another one than that
 */
export async function request(path, body, method) {
  return (await ask(path, body, method)).data;
}

/**
 * Ask for a part of a list; throws as `request` does.
 * @param {string} path
 * @returns {Promise<{part: any[], next: string}>} with the address of what follows, if there is more
 */
export async function requestPart(path) {
  const { data, answer } = await ask(path);
  const [, next = ""] = /<([^>]*)>; rel="next"/.exec(answer.headers.get("link") ?? "") ?? [];
  return { part: data, next };
}

/**
 * @param {string} path
 * @param {object} [body]
 * @param {string} [method]
 */
async function ask(path, body, method = body ? "POST" : "GET") {
  const options = {
    method,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  };
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new UnansweredError();
  }
  // What stands between may answer in the server's place, with a page of its own.
  const data = await answer.json().catch(() => null);
  const refused = data?.error?.reason;
  if (refused) throw new RefusedError(reasonText({ code: refused, ...data.error.params }));
  if (!answer.ok || data === null) throw new UnansweredError();
  return { data, answer };
}

/** Whether the browser keeps cookies, by which alone the server knows a player again. */
export function keepsCookies() {
  document.cookie = "lunaria_try=1; max-age=5; samesite=strict";
  return document.cookie.includes("lunaria_try=1");
}

let warned = false;
/** What to say, once, of a browser that does not; else nothing. */
export function cookieWarning() {
  const warns = !warned && !keepsCookies();
  warned = true;
  return warns ? text("page.not-kept") : "";
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;
/** A server that starts again is given this long, and its pages do not all come at once. */
const RESTART_WAIT = 1000;
const NO_TABLE = 4404;
const TOO_OFTEN = 4429;
const RESTART = 1012;
/** What the player is told of a socket that is cut, by the code it was closed with. */
const STATES = /** @type {Record<number, State>} */ ({
  [NO_TABLE]: "gone",
  [TOO_OFTEN]: "busy",
  [RESTART]: "restart",
});
/** Whatever is sent is answered. A socket that is silent for so long is dead, as after a sleep. */
const PATIENCE = 5000;

/**
 * The socket of one table; it comes back by itself when it is cut.
 * @template {import("./types").View | import("./types").MatchView} V what the table shows
 */
export class TableSocket {
  /**
   * @param {string} path its address, as docs/protocol.md says
   * @param {{view: (view: V) => void, refused: (refused: Refused) => void,
   *   state: (state: State) => void, why?: (why: import("./types").Why) => void,
   *   moved?: (to: import("./types").Moved) => void}} hear `moved`: those who sit here go on at another table
   */
  constructor(path, hear) {
    this.address = location.origin.replace(/^http/, "ws") + path;
    this.hear = hear;
    this.wait = FIRST_WAIT;
    /** Before this time, in milliseconds, the server does not wish to be asked again. */
    this.notBefore = 0;
    this.closed = false;
    this.retry = 0;
    this.silence = 0;
    /** How often the socket was opened: an action sent on an older one may be lost. */
    this.session = 0;
    this.connect();
  }

  connect() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.session += 1;
    // A slow line is given more time with each vain try.
    this.expect(PATIENCE + this.wait);
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.wait = FIRST_WAIT;
      this.heard();
      const message = JSON.parse(event.data);
      if (message.type === "table" || message.type === "match") {
        this.hear.state("open");
        this.hear.view(message);
      } else if (message.type === "refused") {
        const { code, seconds } = message.reason;
        if (code === "too-often") this.notBefore = performance.now() + 1000 * seconds;
        else this.hear.refused(message);
      } else if (message.type === "why") {
        this.hear.why?.(message);
      } else if (message.type === "moved") {
        this.hear.moved?.(message);
      }
    };
    socket.onclose = (event) => {
      if (this.closed || this.socket !== socket) return;
      this.heard();
      const state = STATES[event.code] ?? "offline";
      this.hear.state(state);
      if (state === "gone") return;
      if (state === "restart") this.wait = Math.max(this.wait, RESTART_WAIT);
      const least = Math.max(this.wait, this.notBefore - performance.now());
      // Pages that were cut together do not come back together.
      this.retry = window.setTimeout(() => this.connect(), least * (1 + Math.random() / 2));
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  /**
   * Give the socket so many milliseconds to say something; then another takes its place.
   * @param {number} patience
   */
  expect(patience) {
    this.silence ||= window.setTimeout(() => {
      this.silence = 0;
      const dead = this.socket;
      this.hear.state("offline");
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
      this.connect();
      dead?.close();
    }, patience);
  }

  heard() {
    clearTimeout(this.silence);
    this.silence = 0;
  }

  /** Try again without waiting, where the socket is cut. */
  connectNow() {
    if (this.closed || this.socket?.readyState !== WebSocket.CLOSED) return;
    if (performance.now() < this.notBefore) return;
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
    this.expect(PATIENCE);
    return true;
  }

  close() {
    this.closed = true;
    clearTimeout(this.retry);
    this.heard();
    this.socket?.close();
  }
}
