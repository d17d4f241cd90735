// Geometry: where the places of a layout lie on a board of a given size.

/** @typedef {import("./types").Layout} Layout */
/** @typedef {import("./types").Spot} Spot */

/** @typedef {{x: number, y: number, width: number, height: number, limit: number | null,
 *   wide: number, rows: number}} Box
 *   A place in pixels, `width` by `height` being a card of it; `limit` is the lowest point that
 *   its fan may reach, `wide` and `rows` what a fan across has room in; without one `rows` is 0. */
/** @typedef {{right: number, down: number}} Lie
 *   How far a card lies from the upper left corner of its place, in pixels. */

const CARD_RATIO = 1.4;
/** The gap between cards, in card widths. */
const GAP = 0.09;
const MARGIN = 8;
const WIDEST_CARD = 168;

/** How much of a card the next one in a fan leaves open, in card heights. */
const OPEN_STEP = 0.34;
const HIDDEN_STEP = 0.13;
/** How much of a card the next one beside it leaves open, in card widths. */
const OPEN_SIDE = 0.44;
const HIDDEN_SIDE = 0.18;
/** How much of a row of cards the next one leaves open, in card heights. */
const OPEN_ROW = 0.5;
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
    const breadth = spot.across === undefined ? wide : spot.across * cell - card * GAP;
    boxes[place] = {
      x: Math.round(left + across * cell - breadth / 2),
      y: Math.round(middle - high / 2),
      width: wide,
      height: high,
      limit: spot.fan === undefined ? null : height - MARGIN - spot.fan * row,
      wide: breadth,
      rows: spot.across === undefined ? 0 : (spot.rows ?? 1),
    };
  }
  return { card, boxes };
}

/**
 * Whether a place is a fan across, such as a hand, from which any card may go.
 * @param {Layout} layout
 * @param {string} place
 */
export function spreads(layout, place) {
  return layout.arrangements[0].places[place].across !== undefined;
}

/**
 * Whether all cards of a place are seen, and not only the top one.
 * @param {Box} box
 */
export function isFan(box) {
  return box.limit !== null || box.rows > 0;
}

/**
 * How each card of a place lies.
 * @param {Box} box
 * @param {string[]} cards
 * @returns {Lie[]}
 */
export function lies(box, cards) {
  if (box.rows) return sideBySide(box, cards);
  return drops(box, cards).map((down) => ({ right: 0, down }));
}

/**
 * A fan across: row after row is filled, and all are squeezed where there are too many.
 * @param {Box} box
 * @param {string[]} cards
 * @returns {Lie[]}
 */
function sideBySide(box, cards) {
  const room = box.wide - box.width;
  const open = box.width * (cards.includes("??") ? HIDDEN_SIDE : OPEN_SIDE);
  const fitting = Math.floor(room / open) + 1;
  const longest = Math.min(cards.length, Math.max(fitting, Math.ceil(cards.length / box.rows)));
  const step = Math.min(open, room / Math.max(1, longest - 1));
  const left = (room - (longest - 1) * step) / 2;
  return cards.map((_, at) => ({
    right: Math.round((left + (at % longest) * step) * 10) / 10,
    down: Math.round(Math.floor(at / longest) * box.height * OPEN_ROW),
  }));
}

/**
 * The index at which a place loses or gains a card: of a fan across it may be any one, else the
 * last.
 * @param {Box | undefined} box
 * @param {(string | undefined)[]} cards the faces that lie there
 * @param {string[]} wanted
 */
export function changes(box, cards, wanted) {
  const fewer = Math.min(cards.length, wanted.length);
  if (!box?.rows) return fewer;
  const at = cards.slice(0, fewer).findIndex((face, index) => face !== wanted[index]);
  return at < 0 ? fewer : at;
}

/**
 * How far each card of a place lies below the first, in pixels.
 * @param {Box} box
 * @param {string[]} cards
 * @returns {number[]}
 */
function drops(box, cards) {
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

/**
 * The area whose places surround a point of the board, where there is one.
 * @param {Layout} layout
 * @param {Record<string, Box>} boxes
 * @param {number} x
 * @param {number} y
 * @returns {string | null}
 */
export function areaAt(layout, boxes, x, y) {
  for (const [area, places] of Object.entries(layout.areas)) {
    const own = places.map((place) => boxes[place]);
    const left = Math.min(...own.map((box) => box.x));
    const right = Math.max(...own.map((box) => box.x + box.width));
    const top = Math.min(...own.map((box) => box.y));
    const bottom = Math.max(...own.map((box) => box.y + box.height));
    if (x >= left && x <= right && y >= top && y <= bottom) return area;
  }
  return null;
}
