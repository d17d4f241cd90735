// A strip over a whole game: where it could still be won. It is read by the height of its parts,
// so that it needs no colours.

import { element, shape } from "./elements.js";

const HIGH = 10;
/** From which height on a part is filled. */
const TOP = /** @type {Record<string, number>} */ ({ winnable: 0, unknown: 4, lost: 7.5 });

/**
 * The strip of a game; what was taken back is left out.
 * @param {(string | null)[]} outcomes for each position, null where it was taken back
 * @param {string} told what it shows, in words
 * @param {(at: number) => void} go
 */
export function drawStrip(outcomes, told, go) {
  const last = outcomes.length - 1;
  const svg = shape("svg", {
    viewBox: `0 0 ${Math.max(1, last)} ${HIGH}`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": told,
  });
  for (let from = 0; from <= last; ) {
    const outcome = outcomes[from];
    let to = from;
    while (to <= last && outcomes[to] === outcome) to += 1;
    if (outcome) svg.append(part(outcome, from, to));
    from = to;
  }
  const press = (/** @type {MouseEvent} */ event) => {
    const { left, width } = svg.getBoundingClientRect();
    go(Math.round(((event.clientX - left) / width) * last));
  };
  return element("div", { class: "strip", click: press }, svg);
}

/**
 * @param {string} outcome
 * @param {number} from
 * @param {number} to
 */
function part(outcome, from, to) {
  const box = { x: from - 0.5, y: TOP[outcome], width: to - from, height: HIGH - TOP[outcome] };
  return shape("rect", { class: outcome, ...box });
}
