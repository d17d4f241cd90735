// The player's own date, which changes at midnight where they are.

import { isoDay } from "./texts.js";

/** How often the date is looked at, in milliseconds: a timer to midnight stands still in a sleep. */
const PACE = 20_000;

/**
 * Be told of every new day while a page is shown; again in a while, where that fails.
 * @param {Date} shown the day that the page shows
 * @param {(now: Date) => Promise<void>} hear
 * @param {AbortSignal} signal aborted when the page is left
 */
export function onNewDay(shown, hear, signal) {
  let known = isoDay(shown);
  const look = async () => {
    const now = new Date();
    const before = known;
    if (document.hidden || isoDay(now) === before) return;
    known = isoDay(now);
    await hear(now).catch(() => (known = before));
  };
  const looking = setInterval(look, PACE);
  signal.addEventListener("abort", () => clearInterval(looking));
  document.addEventListener("visibilitychange", look, { signal });
}
