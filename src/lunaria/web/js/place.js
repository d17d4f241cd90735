// A player's place in a ranking, in words.

import { text } from "./texts.js";

/**
 * The own place and among how many; nothing where there is none. A line without a name, which
 * nobody else sees, is counted here.
 * @param {"ranking.own-place" | "ranking.today"} key
 * @param {import("./types").Ranking} told
 */
export function placeText(key, { own, total }) {
  if (!own) return "";
  return text(key, { place: own.place, total: total + (own.name === null ? 1 : 0) });
}
