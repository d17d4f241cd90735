// The moon of tonight, drawn with its true phase.

import { shape } from "./elements.js";

const MONTH = 29.530588853;
/** A new moon: 6 January 2000, 18:14 UTC. */
const NEW_MOON = Date.UTC(2000, 0, 6, 18, 14);
const DAY = 86_400_000;

/**
 * The age of the moon as a part of its month: 0 new, 0.5 full.
 * @param {Date} now
 */
export function phase(now) {
  const months = (now.getTime() - NEW_MOON) / DAY / MONTH;
  return months - Math.floor(months);
}

/**
 * The phase that a day is named by: one of the four quarters where it falls on that day, else
 * whether the moon waxes or wanes.
 * @param {Date} day any time of that day
 * @returns {"new" | "first" | "full" | "last" | "waxing" | "waning"}
 */
export function phaseName(day) {
  const begins = new Date(day.getFullYear(), day.getMonth(), day.getDate());
  const ends = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);
  const [before, after] = [begins, ends].map((moment) => Math.floor(phase(moment) * 4));
  if (before !== after) return /** @type {const} */ (["new", "first", "full", "last"])[after];
  return before < 2 ? "waxing" : "waning";
}

/**
 * A picture of the moon.
 * @param {Date} now
 */
export function drawMoon(now) {
  const part = phase(now);
  // The edge of the shadow is half an ellipse; it bulges to the right before the quarters.
  const bulge = Math.cos(2 * Math.PI * part) * 46;
  const outer = part < 0.5 ? 1 : 0;
  const inner = (part < 0.5) === (bulge > 0) ? 0 : 1;
  return shape(
    "svg",
    { viewBox: "0 0 100 100", class: "moon", "aria-hidden": "true" },
    shape("circle", { class: "dark", cx: 50, cy: 50, r: 46 }),
    shape("path", {
      class: "lit",
      d: `M50 4A46 46 0 0 ${outer} 50 96A${Math.abs(bulge).toFixed(1)} 46 0 0 ${inner} 50 4z`,
    }),
  );
}
