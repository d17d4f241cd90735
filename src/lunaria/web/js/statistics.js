// What came of all games: figures and plots by game.

import { periodText } from "./dates.js";
import { element, mark } from "./elements.js";
import { follower, home } from "./games.js";
import { drawPlot } from "./plots.js";
import { request } from "./server.js";
import { styled } from "./styles.js";
import { numberText, percentText, text, timeText } from "./texts.js";

/** @typedef {import("./types").Class} Class */
/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").Statistics} Statistics */
/** @typedef {import("./newgame.js").Go} Go */

/** What a scale of times may go up by, in seconds. */
const TIMES = [15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400];

/**
 * Show the statistics.
 * @param {HTMLElement} page
 * @param {Game[]} games
 * @param {Go} go
 * @param {AbortSignal} signal aborted when the page is left
 */
export async function showStatistics(page, games, go, signal) {
  const offset = -new Date().getTimezoneOffset();
  /** @type {[Record<string, Statistics>, void]} */
  const [told] = await Promise.all([
    request(`/api/statistics?offset=${offset}`),
    styled("front", "days", "statistics"),
  ]);
  signal.throwIfAborted();
  const begun = games.filter(({ id }) => any(told[id]));
  document.title = `${text("page.statistics")} · ${text("page.title")}`;
  page.replaceChildren(
    element(
      "main",
      { class: "front statistics" },
      element("p", {}, home(go)),
      element("h1", {}, text("page.statistics")),
      begun.length ? element("p", { class: "note" }, text("statistics.how")) : empty(go),
      ...begun.map(({ id }) => section(id, told[id])),
      element("p", {}, element("a", { href: "/you", click: follower("/you", go) }, text("data.title"))),
    ),
  );
}

/** @param {Statistics} told */
function any(told) {
  return told.played + told.going + told.studied > 0;
}

/** @param {Go} go */
function empty(go) {
  return element(
    "div",
    { class: "empty" },
    element("p", {}, text("statistics.none")),
    element(
      "p",
      {},
      element("a", { class: "button first", href: "/", click: follower("/", go) }, text("statistics.play")),
    ),
  );
}

/**
 * @param {string} game
 * @param {Statistics} told
 */
function section(game, told) {
  const { played, won, going, studied, streak, time, moves } = told;
  const figures = [
    [text("statistics.played"), numberText(played)],
    [text("statistics.won"), numberText(won)],
    [text("statistics.share"), played ? percentText(won / played) : "–"],
    [text("statistics.streak"), numberText(streak.current)],
    [text("statistics.longest"), numberText(streak.longest)],
    ...(time
      ? [
          [text("statistics.best-time"), timeText(time.best)],
          [text("statistics.median-time"), timeText(time.median)],
        ]
      : []),
    ...(moves
      ? [
          [text("statistics.fewest-moves"), numberText(moves.best)],
          [text("statistics.median-moves"), numberText(moves.median)],
        ]
      : []),
    ...(going ? [[text("statistics.going"), numberText(going)]] : []),
    ...(studied ? [[text("statistics.studied"), numberText(studied)]] : []),
  ];
  return element(
    "section",
    { "aria-labelledby": `statistics-${game}`, "data-game": game },
    element("h2", { id: `statistics-${game}` }, mark(game), text(`game.${game}`)),
    element(
      "dl",
      { class: "facts" },
      ...figures.map(([name, value]) =>
        element("div", {}, element("dt", {}, name), element("dd", {}, value)),
      ),
    ),
    element("div", { class: "plots" }, ...plots(told)),
  );
}

/** @param {Statistics} told */
function plots({ course, time, moves }) {
  const won = course.filter(({ seconds }) => seconds !== null);
  return [
    course.length
      ? drawPlot({
          title: text("statistics.course"),
          heads: ["period", "played", "won"].map((name) => text(`statistics.${name}`)),
          rows: course.map((each) => [
            periodText(each.name),
            numberText(each.played),
            numberText(each.won),
          ]),
          bars: course.map((each) => ({
            label: periodText(each.name),
            value: each.played,
            part: each.won,
          })),
        })
      : null,
    won.length > 1
      ? drawPlot({
          title: text("statistics.time-course"),
          heads: ["period", "median-time"].map((name) => text(`statistics.${name}`)),
          rows: won.map((each) => [periodText(each.name), timeText(each.seconds ?? 0)]),
          bars: course.map((each) => ({ label: periodText(each.name), value: each.seconds ?? 0 })),
          format: timeText,
          steps: TIMES,
        })
      : null,
    time && distribution("time", time.classes, timeText),
    moves && distribution("moves", moves.classes, numberText),
  ].filter((plot) => plot !== null);
}

/**
 * How often values lie where.
 * @param {"time" | "moves"} name
 * @param {Class[]} classes
 * @param {(value: number) => string} format
 */
function distribution(name, classes, format) {
  return drawPlot({
    title: text(`statistics.${name}-distribution`),
    heads: [text(`statistics.${name}`), text("statistics.won")],
    rows: classes.map(({ least, below, size }) => [
      below === null
        ? text("statistics.from", { least: format(least) })
        : text("statistics.between", { least: format(least), below: format(below) }),
      numberText(size),
    ]),
    bars: classes.map(({ least, size }) => ({ label: format(least), value: size })),
  });
}
