// The positions of a game that is looked at again, put together from its frames.

import { text } from "./texts.js";

/** @typedef {import("./types").Frame} Frame */
/** @typedef {import("./types").Seen} Seen */
/** @typedef {import("./voice.js").Voice} Voice */

export class Reel {
  /** @param {Frame[]} frames */
  constructor(frames) {
    this.frames = frames;
    /** @type {Seen[]} */
    this.seen = [];
    let places = {};
    for (const [at, { action, places: changed }] of frames.entries()) {
      places = { ...places, ...changed };
      const next = frames[at + 1];
      // As at a table, undo and redo move no cards of their own.
      const moves = next?.action && !["undo", "redo"].includes(next.action);
      const legal = moves ? { [next.action ?? ""]: next.transfers } : {};
      this.seen.push({ places, last: action, legal });
    }
  }

  /** The number of the last position; the first is 0. */
  get last() {
    return this.frames.length - 1;
  }

  /**
   * The nearest position that there is.
   * @param {number} at
   */
  within(at) {
    return Math.max(0, Math.min(this.last, Math.round(at) || 0));
  }

  /**
   * What the action did that led to a position.
   * @param {Voice} voice
   * @param {number} at
   */
  deed(voice, at) {
    return at ? this.passed(at) || voice.deed(this.seen[at - 1], this.seen[at]) : text("replay.deal");
  }

  /**
   * Who has passed, where that is what was done.
   * @param {number} at
   */
  passed(at) {
    const { action, seat } = this.frames[at];
    return action === "pass" ? text("match.passes", { name: text("match.player", { seat }) }) : "";
  }

  /**
   * A position in words: its number, and all that led to it.
   * @param {Voice} voice
   * @param {number} at
   */
  told(voice, at) {
    const done = at
      ? this.passed(at) || voice.done(this.seen[at - 1], this.seen[at])
      : text("replay.deal");
    return text("replay.at", { number: at, of: this.last, done });
  }
}
