// Plots: bars as SVG, each with its numbers as a table for those who do not see it.

import { element, shape } from "./elements.js";
import { numberText, text } from "./texts.js";

/**
 * @typedef {object} Bar
 * @property {string} label
 * @property {number} value
 * @property {number} [part] how much of it is filled; all of it where it is not given
 */
/**
 * @typedef {object} Plot
 * @property {string} title
 * @property {string[]} heads the heads of the table's columns
 * @property {string[][]} rows its rows, the first cell of each a head
 * @property {Bar[]} bars
 * @property {(value: number) => string} [format]
 * @property {number[]} [steps] what the scale may go up by, the least first, where round numbers do not do
 */

/** In units of the picture, which are about pixels. */
const WIDTH = 320;
const HEIGHT = 150;
const LEFT = 44;
const RIGHT = 6;
const TOP = 10;
const BOTTOM = 24;
/** How much of its room a bar takes. */
const FULL = 0.72;
/** How many labels stand below at most. */
const LABELS = 4;
/** How many rules the scale has, about. */
const RULES = 3;

/**
 * A plot with its title and its table.
 * @param {Plot} plot
 */
export function drawPlot({ title, heads, rows, bars, format = numberText, steps = [] }) {
  return element(
    "figure",
    { class: "plot" },
    element("figcaption", {}, title),
    drawn(title, bars, format, steps),
    element(
      "details",
      {},
      element("summary", {}, text("statistics.table")),
      element(
        "table",
        {},
        element("caption", { class: "unseen" }, title),
        element(
          "thead",
          {},
          element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head))),
        ),
        element(
          "tbody",
          {},
          ...rows.map(([head, ...cells]) =>
            element(
              "tr",
              {},
              element("th", { scope: "row" }, head),
              ...cells.map((cell) => element("td", {}, cell)),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {string} title
 * @param {Bar[]} bars
 * @param {(value: number) => string} format
 * @param {number[]} steps
 */
function drawn(title, bars, format, steps) {
  const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": title });
  const ticks = ticksTo(Math.max(...bars.map(({ value }) => value), 1), steps);
  const most = ticks[ticks.length - 1];
  const height = HEIGHT - TOP - BOTTOM;
  const room = (WIDTH - LEFT - RIGHT) / bars.length;
  /** @param {number} value */
  const level = (value) => TOP + height * (1 - value / most);
  for (const tick of ticks) {
    const y = level(tick);
    svg.append(shape("line", { class: "rule", x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y }));
    svg.append(shape("text", { class: "tick", x: LEFT - 6, y: y + 4 }, format(tick)));
  }
  const every = Math.ceil(bars.length / LABELS);
  bars.forEach(({ label, value, part = value }, at) => {
    const box = { x: LEFT + room * (at + (1 - FULL) / 2), width: room * FULL };
    if (value > part) svg.append(bar("bar", box, level(value), level(0)));
    if (part > 0) svg.append(bar("bar part", box, level(part), level(0)));
    if (at % every) return;
    const middle = LEFT + room * (at + 0.5);
    svg.append(shape("text", { class: "label", x: middle, y: HEIGHT - 6 }, label));
  });
  return svg;
}

/**
 * @param {string} style
 * @param {{x: number, width: number}} box
 * @param {number} top
 * @param {number} base
 */
function bar(style, box, top, base) {
  return shape("rect", { class: style, ...box, y: top, height: Math.max(base - top, 0.5) });
}

/**
 * Numbers from 0 up to at least `most`, few of them and whole.
 * @param {number} most
 * @param {number[]} steps
 */
function ticksTo(most, steps) {
  const rough = Math.max(1, most / RULES);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [...steps, ...[1, 2, 5, 10].map((each) => each * power)].find((each) => each >= rough);
  const size = step ?? rough;
  return Array.from({ length: Math.ceil(most / size) + 1 }, (_, at) => at * size);
}
