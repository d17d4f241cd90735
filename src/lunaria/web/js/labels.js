// How a place is read to those who do not see it: no more of it than the others see.

import { cardName, placeName, text } from "./texts.js";

/** @typedef {import("./types").Layout} Layout */

const HIDDEN = "??";

/**
 * The name of a place, and the card that lies on top there; of a fan across all cards.
 * @param {Layout} layout
 * @param {string} place
 * @param {string[]} faces
 * @param {boolean} across
 */
export function labelOf(layout, place, faces, across) {
  const params = { place: placeName(layout, place), count: faces.length };
  const top = faces.at(-1);
  if (top === undefined) return text("place.empty", params);
  if (top === HIDDEN) return text("place.hidden", params);
  if (across) return text("place.across", { ...params, cards: faces.map(cardName).join(", ") });
  return text("place.top", { ...params, card: cardName(top) });
}

/**
 * What else is seen there: that it takes the selected card, and the cards of a fan under the last.
 * @param {string[]} under from the first to the last but one
 * @param {boolean} takes
 */
export function detailOf(under, takes) {
  const open = under.filter((face) => face !== HIDDEN).map(cardName).reverse();
  const count = under.length - open.length;
  return [
    takes ? text("place.takes") : "",
    open.length ? text("place.under", { cards: open.join(", ") }) : "",
    count ? text("place.down", { count }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}
