// Every word of the page, by key, in the player's language.

import { file } from "./release.js";
import { chosenLanguage, setting } from "./settings.js";

/** @typedef {import("./types").Reason} Reason */

/** @type {Record<string, string | Record<string, string>>} several forms by their plural category */
let catalog = {};
/** @type {Record<string, string>} */
let names = {};
let language = "en";
let plurals = new Intl.PluralRules(language);
/** Made when it is first needed, as that takes a phone a tenth of a second. @type {Intl.NumberFormat | null} */
let numbers = null;
/** The same of dates. @type {Intl.DateTimeFormat | null} */
let dates = null;

const SIGNS = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });
/** What may stand for a language in an address. */
const TAG = /^[A-Za-z0-9-]+$/;
const given = document.documentElement.lang;

/**
 * Load the texts in a language, or in the one that was chosen, or else in the one in which the page
 * was given for the browser's wishes; throws where the server does not answer.
 * @param {string} [wished]
 */
export async function loadTexts(wished) {
  const chosen = wished ?? chosenLanguage();
  const wishes = new Set([chosen ?? "", given].filter((wish) => TAG.test(wish)));
  const answer = await fetch(file(`texts/${[...wishes].join(",")}`));
  if (!answer.ok) throw new Error(answer.statusText);
  const told = await answer.json();
  if (wished === undefined && chosen !== chosenLanguage()) {
    await loadTexts(); // another was chosen in the meantime
    return;
  }
  ({ language, languages: names, texts: catalog } = told);
  plurals = new Intl.PluralRules(language);
  numbers = dates = null;
  document.documentElement.lang = language;
}

/** The language of the texts. */
export function spoken() {
  return language;
}

/** All languages that there are, each with its own name for itself. */
export function languages() {
  return names;
}

/**
 * The text of a key, filled in; of several forms the one that fits `count`. Numbers are written as
 * the language does; what names something, as a deal, is handed over as text.
 * @param {string} key
 * @param {Record<string, string | number>} [params]
 * @returns {string}
 */
export function text(key, params = {}) {
  const found = catalog[key] ?? key;
  const form =
    typeof found === "string"
      ? found
      : (found[plurals.select(Number(params.count))] ?? found.other);
  return form.replace(/\{(\w+)\}/g, (_, name) => {
    const value = params[name] ?? "";
    return typeof value === "number" ? numberText(value) : value;
  });
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
 * @param {(card: string) => string} [named] how cards are named in it
 */
export function reasonText(reason, named = shortCard) {
  const { code, ...params } = reason;
  if (typeof params.card === "string") params.card = named(params.card);
  if (typeof params.rank === "string") params.rank = rankLetters(params.rank);
  if (hasText(`game.${params.game}`)) params.game = text(`game.${params.game}`);
  return text(`refusal.${code}`, params);
}

/**
 * The rank letters in force, by the player's wish or the language: JQK, VDR or KnDK.
 * @returns {string}
 */
export function letters() {
  const wish = setting("ranks");
  return wish === "language" ? text("letters").replaceAll(" ", "") : wish;
}

/**
 * A rank as it is written.
 * @param {string} rank
 */
export function rankLetters(rank) {
  const at = "JQK".indexOf(rank);
  return at < 0 ? rank : letters().split(/(?=[A-Z])/)[at];
}

/**
 * A card's rank as it is written.
 * @param {string} card
 */
export function rankText(card) {
  return rankLetters(card.slice(0, -1));
}

/**
 * A card as it is written: rank letter and suit sign.
 * @param {string} card
 */
export function shortCard(card) {
  return rankText(card) + SIGNS[card.slice(-1)];
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
 * What kind of place it is.
 * @param {import("./types").Layout} layout
 * @param {string} place
 */
export function kindOf(layout, place) {
  return Object.keys(layout.names).find((name) => layout.names[name].includes(place));
}

/**
 * A place as it is said.
 * @param {import("./types").Layout} layout
 * @param {string} place
 */
export function placeName(layout, place) {
  const kind = kindOf(layout, place);
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
 * A number as the language writes it. Up to 999 all that we have write it alike.
 * @param {number} number
 */
export function numberText(number) {
  if (Number.isInteger(number) && number >= 0 && number < 1000) return String(number);
  return (numbers ??= new Intl.NumberFormat(language)).format(number);
}

/**
 * A part of a whole as a percentage.
 * @param {number} part from 0 to 1
 */
export function percentText(part) {
  return new Intl.NumberFormat(language, { style: "percent" }).format(part);
}

/**
 * A day and time as the language writes them, short.
 * @param {Date} moment
 */
export function momentText(moment) {
  const style = /** @type {const} */ ({ dateStyle: "medium", timeStyle: "short" });
  return new Intl.DateTimeFormat(language, style).format(moment);
}

/**
 * A day as the language writes it.
 * @param {Date} day
 */
export function dayText(day) {
  const text = (dates ??= new Intl.DateTimeFormat(language, { dateStyle: "long" })).format(day);
  // The first of a month is an ordinal in French, which Intl leaves out.
  return language === "fr" ? text.replace(/^1(?=\s)/, "1er") : text;
}

/**
 * The player's own date as 2026-11-29.
 * @param {Date} now
 */
export function isoDay(now) {
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}
