// The bar: time, score, moves, the deal's code, redeals.

import { element } from "./elements.js";
import { drawMoon } from "./moon.js";
import { optionsButton } from "./options.js";
import { numberText, text, timeText } from "./texts.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").View} View */

/** Where nothing has ticked for so many milliseconds, the machine slept, and the game with it. */
const ASLEEP = 3000;

/** @typedef {"time" | "score" | "moves" | "redeals"} Stat */

export class Bar {
  /**
   * @param {Game} game
   * @param {{home: () => void, options: () => void, copy: () => void}} press
   * @param {() => void} woke told after the machine has slept
   */
  constructor(game, press, woke) {
    this.woke = woke;
    /** @type {Record<string, HTMLElement>} */
    this.figures = {};
    this.list = element("dl", { class: "figures" });
    for (const stat of ["time", "score", "moves", "redeals", "code"]) {
      const isCode = stat === "code";
      const figure = isCode
        ? element("button", { type: "button", title: text("bar.copy"), click: press.copy })
        : element("dd");
      figure.dataset.stat = stat;
      this.figures[stat] = figure;
      this.list.append(
        element(
          "div",
          { class: isCode ? "deal" : stat, hidden: true },
          element("dt", {}, text(`bar.${stat}`)),
          isCode ? element("dd", {}, figure) : figure,
        ),
      );
    }
    this.root = element(
      "header",
      { class: "bar" },
      homeButton(game, press.home),
      this.list,
      optionsButton(press.options),
    );
    /** Seconds played and the moment, in milliseconds, since when they are. */
    this.played = 0;
    this.since = 0;
    this.runs = false;
    this.ticked = 0;
    this.ticking = setInterval(() => this.tick(), 250);
  }

  close() {
    clearInterval(this.ticking);
  }

  /** @param {View} view */
  show(view) {
    this.played = view.time;
    this.since = this.ticked = performance.now();
    this.runs = view.runs;
    this.figure("time", timeText(view.time));
    this.figure("score", view.score);
    this.figure("moves", view.moves);
    this.figure("code", view.study ? `${view.code} · ${text("replay.study")}` : view.code);
    this.figure("redeals", view.redeals);
  }

  tick() {
    const now = performance.now();
    if (now - this.ticked > ASLEEP && !document.hidden) {
      this.stop();
      this.woke();
    }
    this.ticked = now;
    if (this.runs) this.figure("time", timeText(this.played + (now - this.since) / 1000));
  }

  /** Let the time stand as it is shown, until the server tells how it stands. */
  stop() {
    this.runs = false;
  }

  /**
   * @param {string} stat
   * @param {string | number | null} value null: the game has none
   */
  figure(stat, value) {
    const figure = this.figures[stat];
    const shown = typeof value === "number" ? numberText(value) : (value ?? "");
    if (figure.textContent !== shown) figure.textContent = shown;
    const item = figure.closest("div");
    if (item) item.hidden = value === null;
  }

  /** The figures as they are told to those who listen. */
  told() {
    const stats = /** @type {Stat[]} */ (["time", "score", "moves", "redeals"]);
    return stats
      .filter((stat) => this.figures[stat].textContent)
      .map((stat) => figureText(stat, this.figures[stat].textContent));
  }
}

/**
 * The way home, with the name of the game that is left.
 * @param {Game} game
 * @param {() => void} home
 */
export function homeButton(game, home) {
  const name = text(`game.${game.id}`);
  return element(
    "button",
    {
      type: "button",
      class: "home",
      "aria-label": `${name}: ${text("page.home")}`,
      click: home,
    },
    drawMoon(new Date()),
    element("span", {}, name),
  );
}

/**
 * A figure with its name.
 * @param {Stat} stat
 * @param {string | number | null} value
 */
export function figureText(stat, value) {
  return text("said.figure", { name: text(`bar.${stat}`), value: value ?? "" });
}
