// The two at a match: what they are called, the header with the score, and the other's row.

import { homeButton } from "./bar.js";
import { drawCard } from "./cards.js";
import { element } from "./elements.js";
import { optionsButton } from "./options.js";
import { numberText, text } from "./texts.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").MatchView} MatchView */

/** Cards of the other are so wide, in pixels: most of them are backs. */
const WIDTH = 26;
/** So much of a sealed deal's name is shown. */
const SHOWN = 8;

/**
 * The seat of this page; 0 where two share it.
 * @param {MatchView} view
 */
export function ownSeat(view) {
  return view.screen ? 0 : view.seats.findIndex(({ own }) => own) + 1;
}

/**
 * What a seat is called.
 * @param {MatchView} view
 * @param {number} seat
 */
export function nameOf(view, seat) {
  const { player, name } = view.seats[seat - 1];
  if (view.screen || (view.looksOn && !name)) return text("match.player", { seat });
  if (seat === ownSeat(view)) return text("match.you");
  // A name keeps its own direction, whatever stands around it.
  if (name) return `\u2068${name}\u2069`;
  return player === "person" ? text("match.other") : text(`match.level.${player}`);
}

/**
 * The score, the own one first.
 * @param {MatchView} view
 */
export function scoreText(view) {
  const first = ownSeat(view) || 1;
  const [own, other] = [first, 3 - first].map((seat) => numberText(view.totals[seat - 1]));
  return `${nameOf(view, first)} ${own} : ${other} ${nameOf(view, 3 - first)}`;
}

/** The header: home, round, score, deal, settings. */
export class Header {
  /**
   * @param {Game} game
   * @param {{home: () => void, options: () => void, deal: () => void}} press
   */
  constructor(game, press) {
    this.round = element("dd", { "data-stat": "round" });
    this.score = element("dd", { "data-stat": "score" });
    this.deal = element("button", { type: "button", "data-stat": "code", click: press.deal });
    this.root = element(
      "header",
      { class: "bar" },
      homeButton(game, press.home),
      element(
        "dl",
        { class: "figures" },
        figure("match.round-label", this.round),
        element("div", { class: "score" }, unseen(text("bar.score")), this.score),
        element("div", { class: "deal" }, unseen(text("bar.code")), element("dd", {}, this.deal)),
      ),
      optionsButton(press.options),
    );
  }

  /** @param {MatchView} view */
  show(view) {
    const { round, rounds, sealed, code } = view;
    this.round.textContent = text("match.round", { round, rounds });
    this.score.textContent = scoreText(view);
    const name = sealed?.commitments.at(-1)?.slice(0, SHOWN) ?? "";
    this.deal.textContent = code ?? text("match.sealed", { name: `${name}…` });
    this.deal.title = text(code ? "bar.copy" : "match.seal-title");
  }
}

/**
 * @param {string} key
 * @param {HTMLElement} value
 */
function figure(key, value) {
  return element("div", {}, element("dt", {}, text(key)), value);
}

/** @param {string} words */
function unseen(words) {
  return element("dt", { class: "unseen" }, words);
}

/** The row of a seat whose hand is not this page's: name, marks, connection, cards. */
export class Other {
  /**
   * @param {Game} game
   * @param {() => void} claim
   */
  constructor(game, claim) {
    this.game = game;
    this.name = element("p", { class: "who" });
    this.state = element("p", { class: "away", role: "status" });
    this.claim = element(
      "button",
      { type: "button", class: "claim", hidden: true, click: claim },
      text("match.claim"),
    );
    this.cards = element("div", { class: "backs", role: "img" });
    this.count = element("span", { class: "count", "aria-hidden": "true" });
    this.root = element(
      "section",
      { class: "other", "aria-label": text("match.other") },
      this.name,
      element("div", { class: "held-cards" }, this.cards, this.count),
      this.state,
      this.claim,
    );
    /** @type {MatchView | null} */
    this.view = null;
    this.seat = 2;
    this.since = 0;
  }

  /**
   * @param {MatchView} view
   * @param {number} seat
   */
  show(view, seat) {
    this.view = view;
    this.seat = seat;
    this.since = performance.now();
    const acts = view.turn === seat;
    const name = nameOf(view, seat);
    this.root.setAttribute("aria-label", name);
    this.root.classList.toggle("acts", acts);
    this.name.replaceChildren(
      element("strong", {}, name),
      view.dealer === seat ? element("span", { class: "chip" }, text("match.deals")) : "",
      acts ? element("span", { class: "unseen" }, text("match.plays-now")) : "",
    );
    const place = `hand${seat}`;
    const cards = view.places[place];
    this.cards.dataset.place = place;
    this.cards.setAttribute("aria-label", text("match.holds", { name, count: cards.length }));
    this.cards.replaceChildren(...cards.map((card) => drawCard(card, WIDTH, this.game.id)));
    this.cards.style.setProperty("--count", String(cards.length));
    this.count.textContent = numberText(cards.length);
    this.tick();
  }

  /** Count on how long the other has been away. */
  tick() {
    if (!this.view) return;
    const { seats, claim } = this.view;
    const { player, here, gone } = seats[this.seat - 1];
    const passed = Math.floor((performance.now() - this.since) / 1000);
    const away = player === "person" && !this.view.screen && !here && this.view.invitation === null;
    const left = claim === null ? null : Math.max(0, Math.ceil(claim) - passed);
    const words = away ? text("match.away", { count: Math.floor(gone ?? 0) + passed }) : "";
    const soon = left ? text("match.claim-in", { count: left }) : "";
    const told = [words, soon].filter(Boolean).join(" · ");
    // What changes each second is not told each second.
    this.state.setAttribute("aria-live", passed ? "off" : "polite");
    if (this.state.textContent !== told) this.state.textContent = told;
    this.claim.hidden = left !== 0;
  }
}
