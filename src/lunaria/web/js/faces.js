// The drawings of the cards. They are kept beside the page as they are written, and only what is
// shown is built: of the thousands of parts in which they are drawn a page has those that are seen.

import { file } from "./release.js";
import { UnansweredError } from "./server.js";

const SYMBOL = /<symbol id="([^"]+)" viewBox="([^"]+)">(.*?)<\/symbol>/gs;
const USE = /<use href="#([^"]+)"([^>]*)\/>/g;
/** What is one shape that is nowhere cut by its box, such as a pip. */
const SHAPE = /^<path (?=[^>]*fill="currentColor")([^>]*)\/>$/;
/** Where a symbol is put: x, y, width and height. */
const PLACE = /(x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="[\d.]+")/;
const TURN = /transform="([^"]+)"/;

/** Each symbol's box and what is in it. @type {Map<string, {box: string, body: string}>} */
const symbols = new Map();
/** What was built before, by symbol. @type {Map<string, Node>} */
const built = new Map();

/** Have the drawings, without which no card can be shown; throws UnansweredError. */
export async function loadFaces() {
  if (symbols.size) return;
  let drawn;
  try {
    const answer = await fetch(file("cards.svg"));
    if (answer.ok) drawn = await answer.text();
  } catch {
    // There is no network.
  }
  if (!drawn) throw new UnansweredError();
  for (const [, name, box, body] of drawn.matchAll(SYMBOL)) symbols.set(name, { box, body });
}

/**
 * A picture of a face or a back.
 * @param {string} symbol
 */
export function drawFace(symbol) {
  let face = built.get(symbol);
  if (!face) {
    const markup = `<svg viewBox="0 0 100 140" class="face" aria-hidden="true">${flat(symbol)}</svg>`;
    [face] = document.createRange().createContextualFragment(markup).childNodes;
    built.set(symbol, face);
  }
  return face.cloneNode(true);
}

/**
 * What a symbol is made of, with that of the symbols which it uses in its place: a browser builds
 * and styles this in less than half the time.
 * @param {string} symbol
 * @returns {string}
 */
function flat(symbol) {
  const { body = "" } = symbols.get(symbol) ?? {};
  return body.replace(USE, (_, used, where) => {
    const inner = flat(used);
    const [, place, x, y, width] = PLACE.exec(where) ?? [];
    if (!place) return inner; // the paper, which is as large as the card
    const [, turn = ""] = TURN.exec(where) ?? [];
    const { box = "" } = symbols.get(used) ?? {};
    const [, shape] = SHAPE.exec(inner) ?? [];
    if (shape) {
      const size = Number(width) / Number(box.split(" ")[2]);
      return `<path transform="${turn}translate(${x} ${y})scale(${size})" ${shape}/>`;
    }
    const shown = `<svg viewBox="${box}" ${place}>${inner}</svg>`;
    return turn ? `<g transform="${turn}">${shown}</g>` : shown;
  });
}
