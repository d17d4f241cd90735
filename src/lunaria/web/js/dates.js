// Days, weeks and months in the player's language.

import { spoken } from "./texts.js";

/** The day that weeks begin with, 1 for Monday to 7 for Sunday, where the browser cannot tell. */
const BEGIN = /** @type {Record<string, number>} */ ({ en: 7, ko: 7 });
const MONDAY = 1;
/** A Monday. */
const SOME_MONDAY = new Date(2024, 0, 1);

/**
 * The day of a date such as 2026-11-30, where the player is.
 * @param {string} date
 */
export function dateOf(date) {
  const [year, month, day] = date.split("-").map(Number);
  return new Date(year, month - 1, day);
}

/**
 * A month with its year as the language writes it.
 * @param {Date} day any day of it
 */
export function monthText(day) {
  return new Intl.DateTimeFormat(spoken(), { year: "numeric", month: "long" }).format(day);
}

/**
 * A day, month or year, written as 2026-11-30, 2026-11 or 2026, as the language writes it in short.
 * @param {string} name
 */
export function periodText(name) {
  const [year, month, day] = name.split("-");
  const date = dateOf(`${year}-${month ?? 1}-${day ?? 1}`);
  if (!month) return new Intl.DateTimeFormat(spoken(), { year: "numeric" }).format(date);
  return new Intl.DateTimeFormat(spoken(), {
    year: day ? undefined : "2-digit",
    month: "short",
    day: day ? "numeric" : undefined,
  }).format(date);
}

/**
 * The day that a week begins with: 1 for Monday to 7 for Sunday. The browser's own country goes
 * before that where most speak the language.
 * @returns {number}
 */
export function firstWeekday() {
  const own = navigator.languages.find((each) => each.split("-")[0] === spoken());
  /** @type {any} TypeScript does not know all of it yet */
  const locale = new Intl.Locale(own ?? spoken());
  const week = locale.getWeekInfo?.() ?? locale.weekInfo;
  return week?.firstDay ?? BEGIN[spoken()] ?? MONDAY;
}

/**
 * The names of the days of a week in their order.
 * @param {number} begins
 * @returns {{short: string, long: string}[]}
 */
export function weekdays(begins) {
  return Array.from({ length: 7 }, (_, at) => {
    const day = new Date(SOME_MONDAY);
    day.setDate(SOME_MONDAY.getDate() + begins - MONDAY + at);
    const named = (/** @type {"short" | "long"} */ weekday) =>
      new Intl.DateTimeFormat(spoken(), { weekday }).format(day);
    return { short: named("short"), long: named("long") };
  });
}
