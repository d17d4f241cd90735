// Every word of the page, by key, in the player's language.

/** @typedef {import("./types").Reason} Reason */

/** @type {Record<string, string | string[]>} */
let catalog = {};
let language = "en";
/** @type {Intl.PluralRules} */
let plurals = new Intl.PluralRules(language);

const SIGNS = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });

/**
 * Load the catalog of a language.
 * @param {string} wanted
 */
export async function loadTexts(wanted) {
  const answer = await fetch(`/api/texts/${wanted}`);
  catalog = await answer.json();
  language = wanted;
  plurals = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

/**
 * The text of a key, filled in; of several forms the one that fits `count`.
 * @param {string} key
 * @param {Record<string, string | number>} [params]
 * @returns {string}
 */
export function text(key, params = {}) {
  let found = catalog[key] ?? key;
  if (Array.isArray(found)) {
    found = found[plurals.select(Number(params.count)) === "one" ? 0 : found.length - 1];
  }
  return found.replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ""));
}

/**
 * Whether there is a text of that key.
 * @param {string} key
 */
export function hasText(key) {
  return key in catalog;
}

/**
 * A reason in words.
 * @param {Reason} reason
 */
export function reasonText(reason) {
  const { code, ...params } = reason;
  if (typeof params.card === "string") params.card = shortCard(params.card);
  return text(`refusal.${code}`, params);
}

/**
 * A card as it is written: rank letter and suit sign.
 * @param {string} card
 */
export function shortCard(card) {
  const rank = card.slice(0, -1);
  const letters = text("letters").split(" ");
  const at = ["J", "Q", "K"].indexOf(rank);
  return (at < 0 ? rank : letters[at]) + SIGNS[card.slice(-1)];
}

/**
 * A card as it is said.
 * @param {string} card
 */
export function cardName(card) {
  return text("card", {
    rank: text(`rank.${card.slice(0, -1)}`),
    suit: text(`suit.${card.slice(-1)}`),
  });
}

/**
 * A place as it is said.
 * @param {import("./types").Layout} layout
 * @param {string} place
 */
export function placeName(layout, place) {
  const kind = Object.keys(layout.names).find((name) => layout.names[name].includes(place));
  const suit = SIGNS[place[0]] ? text(`suit.${place[0]}`) : "";
  return text(`place.${kind}`, { name: place.replace(/^[SHDC](?=\d)/, ""), suit });
}

/**
 * Seconds as minutes and seconds, with hours where there are any.
 * @param {number} seconds
 */
export function timeText(seconds) {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, at) => (at ? String(part).padStart(2, "0") : String(part))).join(":");
}

/**
 * A day as the language writes it.
 * @param {Date} day
 */
export function dayText(day) {
  return new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(day);
}

/**
 * The player's own date as 2026-11-29.
 * @param {Date} now
 */
export function isoDay(now) {
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}
