// The middle of a match: the run that is being built, what is due, and what was played before.

import { dressCard, drawCard, wishedSize } from "./cards.js";
import { element, mark } from "./elements.js";
import { dueText, stepText, stepsOf, turnsOf } from "./plays.js";
import { nameOf } from "./seats.js";
import { rankLetters, text } from "./texts.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").MatchView} MatchView */
/** @typedef {import("./plays.js").Step} Step */

/** The widest card of a run, in pixels, and how wide those under the last are beside it. */
const WIDEST = 136;
const UNDER = 0.8;
/** How far a card lies from the one before it, as a part of its width: at most, and in a set. */
const STEP = 0.62;
const STEP_IN_SET = 0.3;

/** The run, growing to the right. */
export class Run {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.cards = element("div", { class: "run", "data-place": "pile", role: "img" });
    this.due = element("p", { class: "due" });
    this.note = element("p", { class: "due-note" });
    this.root = element("div", { class: "middle" }, this.cards, this.due, this.note);
    /** @type {Map<number, HTMLElement>} the cards that lie here, by their number in the pile */
    this.drawn = new Map();
    /** @type {{step: Step, face: string, at: number}[]} */
    this.laid = [];
    this.sized = new ResizeObserver(() => this.place());
    this.sized.observe(this.cards);
  }

  close() {
    this.sized.disconnect();
  }

  /**
   * Show the run of a view; returns the cards that have come, with who played them.
   * @param {MatchView} view
   */
  show(view) {
    const steps = stepsOf(view.history);
    const run = steps.at(-1)?.run;
    let at = 0;
    const all = steps.flatMap((step) => step.cards.map((face) => ({ step, face, at: at++ })));
    this.laid = all.filter(({ step }) => step.run === run);
    const kept = new Map(this.laid.map((card) => [card.at, card]));
    for (const [key, card] of this.drawn) {
      if (kept.get(key)?.face === card.dataset.card) continue;
      card.remove();
      this.drawn.delete(key);
    }
    /** @type {{card: HTMLElement, face: string, seat: number}[]} */
    const fresh = [];
    for (const { at: key, face, step } of this.laid) {
      if (this.drawn.has(key)) continue;
      const card = drawCard(face, 1, this.game.id);
      if (step.wild && step.rank) {
        card.dataset.as = rankLetters(step.rank);
      }
      this.drawn.set(key, card);
      fresh.push({ card, face, seat: step.seat });
    }
    this.cards.append(...this.laid.map((each) => /** @type {Node} */ (this.drawn.get(each.at))));
    this.place();
    this.describe(view);
    return fresh;
  }

  /** Lay the cards so that all of them fit, the last one largest. */
  place() {
    const { clientWidth: wide, clientHeight: high } = this.cards;
    if (!wide || !high || !this.laid.length) return;
    const last = Math.min(WIDEST, high / 1.42, wide / 3) * wishedSize();
    const width = last * UNDER;
    const steps = this.laid.slice(1).map(({ step }, index) =>
      step === this.laid[index].step ? STEP_IN_SET : STEP,
    );
    const length = steps.reduce((sum, step) => sum + step, 0) * width;
    const squeeze = length ? Math.min(1, (wide - last - 2) / length) : 1;
    let x = Math.max(0, (wide - last - length * squeeze) / 2);
    this.laid.forEach(({ at, face }, index) => {
      const card = this.drawn.get(at);
      if (!card) return;
      const top = index === this.laid.length - 1;
      const size = top ? last : width;
      dressCard(card, face, size, this.game.id);
      card.classList.toggle("last", top);
      card.style.left = `${x}px`;
      card.style.top = `${(high - size * 1.4) / 2}px`;
      x += (steps[index] ?? 0) * width * squeeze;
    });
  }

  /** @param {MatchView} view */
  describe(view) {
    const count = view.places.pile.length;
    const ranks = this.laid.map(({ step }) => rankLetters(step.rank || "")).filter(Boolean);
    this.cards.setAttribute(
      "aria-label",
      ranks.length ? text("match.run", { cards: ranks.join(" "), count }) : text("match.run-none"),
    );
    this.cards.dataset.empty = String(this.laid.length === 0);
    this.due.textContent = view.turn ? dueText(view) : "";
    this.due.dataset.due = view.due ?? "";
    this.note.textContent =
      view.turn && view.stopped ? text("match.was-stopped", { name: nameOf(view, 3 - view.turn) }) : "";
  }
}

/** What was played and passed in this round, a line a turn. */
export class History {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.list = element("ol", { class: "turns" });
    this.root = element(
      "section",
      { class: "history", tabindex: 0, role: "region", "aria-label": text("match.history") },
      this.list,
    );
  }

  /** @param {MatchView} view */
  show(view) {
    const turns = turnsOf(stepsOf(view.history));
    this.list.replaceChildren(
      ...turns.map((steps, index) => {
        const [{ seat, run }] = steps;
        return element(
          "li",
          { "data-seat": seat, class: run !== turns[index - 1]?.[0].run ? "anew" : "" },
          element("span", { class: "who" }, nameOf(view, seat)),
          ...steps.flatMap((step) => [" ", this.part(step)]),
        );
      }),
    );
    this.root.scrollTop = this.root.scrollHeight;
  }

  /** @param {Step} step */
  part({ cards, rank, wild }) {
    if (!cards.length) return element("span", { class: "pass" }, text("match.pass"));
    const written = rankLetters(rank);
    if (wild) {
      const said = rank ? text("match.wild-as", { rank: written }) : text("match.wild");
      return element("span", { class: "wild" }, mark(this.game.id), unseen(said), shown(written));
    }
    if (cards.length === 1) return written;
    return element("span", { class: "set" }, `${written} × ${cards.length}`);
  }
}

/** @param {string} words */
const unseen = (words) => element("span", { class: "unseen" }, words);
/** @param {string} words */
const shown = (words) => element("span", { "aria-hidden": "true" }, words);

/**
 * The run and what is due, as they are told.
 * @param {MatchView} view
 */
export function tellRun(view) {
  const steps = stepsOf(view.history);
  const run = steps.filter((step) => step.run === steps.at(-1)?.run && step.cards.length);
  const last = run.at(-1);
  const ranks = run.map(({ rank }) => (rank ? text(`rank.${rank}`) : text("match.wild")));
  return [
    ranks.length ? text("match.run", { cards: ranks.join(", "), count: view.places.pile.length }) : "",
    last ? stepText(last, nameOf(view, last.seat)) : "",
    dueText(view),
  ];
}
