// Geometry: where the places of a layout lie on a board of a given size.

/** @typedef {import("./types").Layout} Layout */
/** @typedef {import("./types").Spot} Spot */

/** @typedef {{x: number, y: number, width: number, height: number, limit: number | null}} Box
 *   A place in pixels; `limit` is the lowest point that its fan may reach. */

const CARD_RATIO = 1.4;
/** The gap between cards, in card widths. */
const GAP = 0.09;
const MARGIN = 8;
const WIDEST_CARD = 168;

/** How much of a card the next one in a fan leaves open, in card heights. */
const OPEN_STEP = 0.34;
const HIDDEN_STEP = 0.13;
/** The part of its step that a back keeps where room is scarce. */
const TIGHT = 0.3;

/**
 * The boxes of all places.
 * @param {Layout} layout
 * @param {number} width
 * @param {number} height
 * @param {{size: number, left: boolean}} wish the part of the possible size that cards have, and
 *   whether they lie for the left hand
 * @returns {{card: number, boxes: Record<string, Box>}}
 */
export function arrange(layout, width, height, { size, left: handed }) {
  const fitting = layout.arrangements.filter(
    (each) => each.aspect <= width / height && (each.from ?? 0) <= width,
  );
  const plan = fitting[fitting.length - 1] ?? layout.arrangements[0];
  const byWidth = (width - 2 * MARGIN) / (plan.columns * (1 + GAP) - GAP);
  const byHeight = (height - 2 * MARGIN) / (plan.rows * (CARD_RATIO + GAP));
  const card = Math.max(8, Math.floor(size * Math.min(byWidth, byHeight, WIDEST_CARD)));
  const cell = card * (1 + GAP);
  const row = card * (CARD_RATIO + GAP);
  const pitch = row * Math.max(1, Math.min(plan.spread, (height - 2 * MARGIN) / (plan.rows * row)));
  const left = (width - plan.columns * cell) / 2;
  const fans = Object.values(plan.places).some((spot) => spot.fan !== undefined);
  const top = fans ? MARGIN : Math.max(0, (height - plan.rows * pitch) / 2);
  /** @type {Record<string, Box>} */
  const boxes = {};
  for (const [place, spot] of Object.entries(plan.places)) {
    const wide = card * (spot.scale ?? 1);
    const high = wide * CARD_RATIO;
    const across = (handed && spot.left) || spot.x;
    const middle = spot.y < 0 ? height - MARGIN + spot.y * row : top + spot.y * pitch;
    boxes[place] = {
      x: Math.round(left + across * cell - wide / 2),
      y: Math.round(middle - high / 2),
      width: wide,
      height: high,
      limit: spot.fan === undefined ? null : height - MARGIN - spot.fan * row,
    };
  }
  return { card, boxes };
}

/**
 * How far each card of a place lies below the first, in pixels.
 * @param {Box} box
 * @param {string[]} cards
 * @returns {number[]}
 */
export function drops(box, cards) {
  if (box.limit === null) return cards.map(() => 0);
  const steps = cards.map((card) => box.height * (card === "??" ? HIDDEN_STEP : OPEN_STEP));
  const under = steps.slice(0, -1);
  const backs = under.filter((_, at) => cards[at] === "??").reduce((sum, step) => sum + step, 0);
  const open = under.reduce((sum, step) => sum + step, 0) - backs;
  const room = Math.max(0, box.limit - box.y - box.height);
  // Where room is scarce, backs give way first: there is nothing on them to read.
  const wide = Math.min(1, Math.max(0, room - backs * TIGHT) / (open || 1));
  const tight = Math.min(1, Math.max(0, room - open * wide) / (backs || 1));
  let at = 0;
  return steps.map((step, index) => {
    const drop = at;
    at += step * (cards[index] === "??" ? tight : wide);
    return Math.round(drop * 10) / 10;
  });
}
