// Cards as pictures: which drawing of the sprite shows a face.

import { element } from "./elements.js";
import { drawFace } from "./faces.js";
import { setting } from "./settings.js";
import { rankText } from "./texts.js";

export const HIDDEN = "??";
/** Below this width, in pixels, faces show rank and suit only. */
export const SMALL = 60;
const SIZES = /** @type {Record<string, number>} */ ({ large: 1, medium: 0.85, small: 0.7 });

/** The part of the possible width that cards have, by the player's wish. */
export function wishedSize() {
  return SIZES[setting("size")];
}

/**
 * The drawing of a face: with the letters in force, and large marks where cards are small.
 * @param {string} face
 * @param {boolean} small
 * @param {string} game whose back is drawn
 */
export function symbolOf(face, small, game) {
  if (face === HIDDEN) return `back-${game}`;
  return rankText(face) + face.slice(-1) + (small ? "-s" : "");
}

/**
 * A card to be put somewhere.
 * @param {string} face
 * @param {number} width in pixels
 * @param {string} game
 */
export function drawCard(face, width, game) {
  const card = element("span", { class: "card", "data-card": face });
  dressCard(card, face, width, game);
  return card;
}

/**
 * Draw a card for its width, where it is not drawn so already.
 * @param {HTMLElement} card
 * @param {string} face
 * @param {number} width
 * @param {string} game
 */
export function dressCard(card, face, width, game) {
  const symbol = symbolOf(face, width < SMALL, game);
  card.style.setProperty("--width", `${width}px`);
  if (card.dataset.symbol === symbol) return;
  card.dataset.symbol = symbol;
  card.dataset.card = face;
  card.replaceChildren(drawFace(symbol));
}
