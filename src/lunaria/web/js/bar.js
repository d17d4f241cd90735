// The bar: time, score, moves, the deal's code, redeals.

import { element } from "./elements.js";
import { drawMoon } from "./moon.js";
import { text, timeText } from "./texts.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").View} View */

export class Bar {
  /**
   * @param {Game} game
   * @param {() => void} home
   */
  constructor(game, home) {
    /** @type {Record<string, HTMLElement>} */
    this.figures = {};
    this.list = element("dl", { class: "figures" });
    for (const stat of ["time", "score", "moves", "redeals", "code"]) {
      const figure = element("dd", { "data-stat": stat });
      const term = element("dt", {}, text(`bar.${stat}`));
      this.figures[stat] = figure;
      const style = stat === "code" ? "deal" : stat;
      this.list.append(element("div", { class: style, hidden: true }, term, figure));
    }
    this.root = element(
      "header",
      { class: "bar" },
      element(
        "button",
        { type: "button", class: "home", "aria-label": text("page.home"), click: home },
        drawMoon(new Date()),
        element("span", {}, text(`game.${game.id}`)),
      ),
      this.list,
    );
    /** Seconds played and the moment, in milliseconds, when they were told. */
    this.played = 0;
    this.told = 0;
    this.runs = false;
    this.ticking = setInterval(() => this.tick(), 250);
  }

  close() {
    clearInterval(this.ticking);
  }

  /** @param {View} view */
  show(view) {
    this.played = view.time;
    this.told = performance.now();
    this.runs = view.runs;
    this.tick();
    this.figure("score", view.score);
    this.figure("moves", view.moves);
    this.figure("code", view.code);
    this.figure("redeals", view.redeals);
  }

  tick() {
    const passed = this.runs ? (performance.now() - this.told) / 1000 : 0;
    this.figure("time", timeText(this.played + passed));
  }

  /**
   * @param {string} stat
   * @param {string | number | null} value null: the game has none
   */
  figure(stat, value) {
    const figure = this.figures[stat];
    const shown = value === null ? "" : String(value);
    if (figure.textContent !== shown) figure.textContent = shown;
    if (figure.parentElement) figure.parentElement.hidden = value === null;
  }
}
