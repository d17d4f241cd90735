// The analysis of a game (APP-6): asked for on purpose, told while it goes on, and what it found.

import { element } from "./elements.js";
import { requestLines } from "./lines.js";
import { Reel } from "./reel.js";
import { UnansweredError, request, wordsOf } from "./server.js";
import { drawStrip } from "./strip.js";
import { reasonText, text } from "./texts.js";

/** @typedef {import("./types").Analysis} Found */
/** @typedef {import("./types").Difficulty} Difficulty */
/** @typedef {import("./types").Replay} Replay */
/** @typedef {import("./viewer.js").Viewer} Viewer */

export class Analysis {
  /**
   * @param {Replay} replay
   * @param {Viewer} viewer
   * @param {{source: object, playOn: (at: number) => void, shown: (win: string) => void,
   *   marked: () => void, signal: AbortSignal}} page `shown` is told the record that is shown in
   *   the game's place, `marked` that the game counts as studied
   */
  constructor(replay, viewer, page) {
    this.replay = replay;
    this.viewer = viewer;
    this.page = page;
    this.reel = viewer.reel;
    this.stop = new AbortController();
    /** What lies over the slider while the game is shown. @type {HTMLElement[]} */
    this.over = [];
    page.signal.addEventListener("abort", () => this.stop.abort());
    this.body = element("div");
    this.status = element("p", { class: "unseen", role: "status" });
    this.root = element(
      "section",
      { class: "analysis", "aria-labelledby": "analysis" },
      element("h2", { id: "analysis", tabindex: -1 }, text("analysis.title")),
      this.body,
      this.status,
    );
    this.offer("");
  }

  /**
   * Say what an analysis does, and what it does to the game, and offer it.
   * @param {string} wrong why there was none
   */
  offer(wrong) {
    const { replay } = this;
    const marks = replay.marks && !replay.study;
    this.body.replaceChildren(
      element("p", {}, text("analysis.text")),
      replay.hides ? element("p", { class: "note" }, text("analysis.hides")) : "",
      marks ? element("p", { class: "note" }, text("analysis.marks")) : "",
      element("p", { class: "wrong", role: "alert" }, wrong),
      button(text(marks ? "analysis.mark" : "analysis.begin"), () => this.ask(), "first"),
    );
  }

  async ask() {
    this.stop = new AbortController();
    const bar = element("progress", { "aria-labelledby": "analysing" });
    const said = element("p", { id: "analysing" }, text("analysis.waiting"));
    const cancel = button(text("analysis.cancel"), () => this.stop.abort());
    this.body.replaceChildren(said, bar, element("div", { class: "group" }, cancel));
    cancel.focus();
    const wanted = { ...this.page.source, study: true };
    /** @type {Found | null} */
    let found = null;
    const more = element("p", { class: "note" });
    const later = element("div", {}, more, button(text("analysis.cancel"), () => this.stop.abort()));
    try {
      for await (const told of requestLines("/api/analysis", wanted, this.stop.signal)) {
        if (told.type === "refused") throw new Error(reasonText(told.reason));
        if (told.type === "progress" && !found) advance(told, said, bar);
        if (told.type === "analysis") {
          found = told;
          more.textContent = text(told.final ? "analysis.figures" : "analysis.closer");
          this.tell(told, later);
        }
        if (told.type === "difficulty") later.replaceWith(...hardness(told));
      }
      if (!found) throw new UnansweredError();
    } catch (error) {
      if (this.page.signal.aborted) return;
      const wrong = this.stop.signal.aborted || !(error instanceof Error) ? "" : error.message;
      if (found) {
        const held = later.contains(document.activeElement);
        later.replaceWith(element("p", { class: "wrong", role: "alert" }, wrong));
        if (held) this.body.querySelector("h3")?.focus();
      } else {
        this.offer(wrong);
        this.body.querySelector("button")?.focus();
      }
    }
  }

  /**
   * What was found of the game.
   * @param {Found} found
   * @param {Element} later where the figures of the deal come
   */
  tell(found, later) {
    const { replay, viewer, reel } = this;
    if (replay.marks) this.page.marked();
    const { path } = replay;
    const [last, lost] = [found.lastWinnable, found.firstLost];
    const summary = this.summary(found);
    const outcomes = found.outcomes.flatMap(([outcome, count]) => Array(count).fill(outcome));
    /** @type {(string | null)[]} */
    const shown = Array(reel.last + 1).fill(null);
    path.forEach((frame, at) => (shown[frame] = outcomes[at]));
    viewer.more = (at) => {
      const outcome = viewer.reel === reel && shown[at];
      return outcome ? text(`analysis.${outcome}`) : "";
    };
    this.over = [
      drawStrip(shown, summary.join(" "), (at) => viewer.go(at)),
      legend(new Set(outcomes)),
    ];
    if (viewer.reel === reel) {
      viewer.over.replaceChildren(...this.over);
      viewer.refresh();
    }
    const head = element("h3", { tabindex: -1 }, this.headline(found));
    const buttons = [
      lost ? button(text("analysis.there"), () => this.back(path[lost])) : null,
      last === null ? null : button(text("analysis.before"), () => this.back(path[last])),
      last === null || !found.line?.length
        ? null
        : button(text("analysis.on"), () => this.page.playOn(path[last])),
      found.win && found.line?.length
        ? button(text("analysis.win"), () => this.showWin(found), "first")
        : null,
    ];
    this.wrong = element("p", { class: "wrong", role: "alert" });
    // A better answer takes the focus only from what it replaces.
    const first = this.body.contains(document.activeElement);
    this.body.replaceChildren(
      head,
      ...summary.map((words) => element("p", {}, words)),
      replay.hides ? element("p", { class: "note" }, text("analysis.hides")) : "",
      element("div", { class: "group" }, ...buttons),
      this.wrong,
      later,
    );
    if (first) head.focus();
  }

  /** @param {Found} found */
  headline({ firstLost, lastWinnable, exact }) {
    if (firstLost === 0) return text("analysis.never");
    if (firstLost !== null) return text(exact ? "analysis.lost-here" : "analysis.lost-about");
    if (lastWinnable === this.replay.path.length - 1) {
      return text(this.replay.result === "won" ? "analysis.was-won" : "analysis.open-still");
    }
    return text("analysis.undecided");
  }

  /**
   * What was found, in sentences.
   * @param {Found} found
   */
  summary({ firstLost, lastWinnable, exact, line, limits }) {
    const { viewer, reel } = this;
    const { path } = this.replay;
    const of = reel.last;
    const count = line?.length ?? 0;
    const words = [];
    if (firstLost === 0) words.push(text("analysis.never-text"));
    else if (firstLost !== null && exact) {
      const number = path[firstLost];
      words.push(text("analysis.lost-by", { number, of, done: reel.deed(viewer.voice, number) }));
      words.push(text("analysis.before-text", { count }));
    } else if (lastWinnable === path.length - 1) {
      if (count) words.push(text("analysis.open-text", { count }));
    } else {
      if (lastWinnable !== null) {
        words.push(text("analysis.until", { number: path[lastWinnable], of, count }));
      }
      if (firstLost !== null) words.push(text("analysis.from", { number: path[firstLost], of }));
      words.push(text("analysis.between"));
    }
    if (!exact) words.push(...limits.map((limit) => text(`analysis.limit.${limit}`)));
    return words;
  }

  /**
   * Show a position of the game that was played.
   * @param {number} at
   */
  back(at) {
    const { viewer, reel, replay } = this;
    if (viewer.reel === reel) {
      viewer.go(at);
      return;
    }
    this.page.shown("");
    viewer.over.replaceChildren(...this.over);
    viewer.show(reel, at, replay.path);
  }

  /**
   * Show the win on the board, step by step.
   * @param {Found} found
   */
  async showWin({ win, lastWinnable, line }) {
    const { viewer, replay, reel } = this;
    if (viewer.reel !== reel || win === null || lastWinnable === null) return;
    try {
      const { frames } = await request("/api/replay", { record: win });
      this.page.shown(win);
      const begins = replay.path[lastWinnable];
      const back = button(text("analysis.back"), () => {
        this.back(begins);
        viewer.slider.focus();
      });
      const count = line?.length ?? 0;
      viewer.over.replaceChildren(
        element("p", { class: "winning" }, element("strong", {}, text("analysis.winning", { count })), back),
      );
      viewer.show(new Reel(frames), lastWinnable);
      viewer.slider.focus();
      viewer.root.scrollIntoView({ block: "nearest" });
    } catch (error) {
      if (this.wrong) this.wrong.textContent = wordsOf(error);
    }
  }
}

/**
 * @param {string} label
 * @param {() => void} act
 * @param {string} [style]
 */
function button(label, act, style = "") {
  return element("button", { type: "button", class: style, click: act }, label);
}

/**
 * Tell how it goes on.
 * @param {any} told
 * @param {HTMLElement} said
 * @param {HTMLElement} bar
 */
function advance({ position, number, about, stage, work }, said, bar) {
  said.textContent =
    stage === "compiling"
      ? text("analysis.compiling")
      : text("analysis.looking", { position, number, about, work });
  bar.setAttribute("max", String(about));
  bar.setAttribute("value", String(number - 1));
}

/**
 * What the parts of the strip mean.
 * @param {Set<string>} outcomes
 */
function legend(outcomes) {
  return element(
    "p",
    { class: "legend", "aria-hidden": "true" },
    ...[...outcomes].map((outcome) =>
      element("span", {}, element("i", { class: outcome }), text(`analysis.${outcome}`)),
    ),
  );
}

/**
 * How hard the deal is.
 * @param {Difficulty} told
 */
function hardness({ outcome, random, greedy, redeals, par }) {
  if (outcome === "lost") return [element("p", {}, text("difficulty.lost"))];
  const words = [
    par === null ? "" : text("difficulty.par", { count: par }),
    redeals?.most === 0 ? text("difficulty.no-redeals") : "",
    redeals?.most ? text("difficulty.redeals", { count: redeals.most }) : "",
    random ? text("difficulty.random", { won: random.won, count: random.games }) : "",
    greedy ? text("difficulty.greedy", { won: greedy.won, count: greedy.games }) : "",
  ];
  const shown = words.filter(Boolean).map((each) => element("li", {}, each));
  return [element("h3", {}, text("difficulty.title")), element("ul", {}, ...shown)];
}
