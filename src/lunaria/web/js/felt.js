// The table of a match: the other's row, the run, what was played, the own line, the own hand.

import { element } from "./elements.js";
import { follower } from "./games.js";
import { Hand } from "./hand.js";
import { sound } from "./hearing.js";
import { Motion } from "./motion.js";
import { PASS } from "./plays.js";
import { History, Run } from "./run.js";
import { Other, nameOf, ownSeat } from "./seats.js";
import { text } from "./texts.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").MatchView} MatchView */
/** @typedef {import("./motion.js").Spot} Spot */
/** @typedef {import("./newgame.js").Go} Go */

export class Felt {
  /**
   * @param {Game} game
   * @param {HTMLElement} ground the part of the page in which it lies
   * @param {{play: (token: string) => void, why: () => void,
   *   tell: (type: "claim" | "cover" | "look") => void, go: Go}} press
   */
  constructor(game, ground, press) {
    this.ground = ground;
    /** The seat whose hand lies below. */
    this.seat = 1;
    this.other = new Other(game, () => press.tell("claim"));
    this.run = new Run(game);
    this.history = new History(game);
    this.hand = new Hand(game, ground, press);
    /** What lies in the place of the hand for who only looks on. */
    this.near = new Other(game, () => press.tell("claim"));
    this.near.root.classList.add("near");
    this.lobby = element(
      "a",
      { class: "button", href: "/lobby", hidden: true, click: follower("/lobby", press.go) },
      text("match.to-lobby"),
    );
    this.status = element("p", { class: "status" });
    this.pass = button(PASS, text("match.keep-pass"), () => press.play(PASS));
    this.cover = button("cover", text("match.cover"), () => press.tell("cover"));
    this.whose = element("h2", {});
    const look = button("look", text("match.look"), () => press.tell("look"));
    look.className = "first";
    look.hidden = false;
    this.covered = element("div", { class: "cover", hidden: true }, this.whose, look);
    this.root = element(
      "div",
      { class: "felt", hidden: true },
      this.other.root,
      this.run.root,
      this.history.root,
      element("div", { class: "own-line" }, this.status, this.lobby, this.cover, this.pass),
      this.covered,
      this.hand.root,
    );
    this.motion = new Motion(ground);
  }

  close() {
    this.hand.close();
    this.run.close();
    this.motion.close();
  }

  /**
   * Draw the table; cards that were played since travel to the run.
   * @param {MatchView} view
   * @param {MatchView | null} before
   * @param {boolean} [pending] whether an action is on its way
   */
  show(view, before, pending = false) {
    const { turn, legal, screen, looksOn } = view;
    this.seat = view.seat || ownSeat(view) || (looksOn ? 1 : turn) || this.seat;
    const from = this.origins();
    const acts = turn === this.seat && !looksOn;
    const covers = screen && !view.seat && turn > 0;
    this.root.hidden = false;
    this.root.classList.toggle("acts", acts && !covers);
    this.other.show(view, 3 - this.seat);
    const fresh = this.run.show(view);
    if (pending) this.run.due.textContent = "";
    this.history.show(view);
    if (looksOn) {
      this.hand.root.replaceWith(this.near.root);
      this.near.show(view, this.seat);
    } else this.hand.show(view, this.seat);
    this.lobby.hidden = !looksOn;
    this.status.replaceChildren(...this.words(view, acts, pending));
    this.pass.hidden = !(PASS in legal);
    this.cover.hidden = !(screen && view.seat && turn);
    this.covered.hidden = !covers;
    this.root.dataset.covered = String(covers);
    if (covers) this.whose.textContent = text("match.hand-over", { name: nameOf(view, turn) });
    if (before?.round === view.round) this.fly(fresh, from);
    else if (!view.history.length) this.motion.deal(this.spots(this.hand.root));
  }

  /**
   * Whose turn it is.
   * @param {MatchView} view
   * @param {boolean} acts
   * @param {boolean} pending
   */
  words(view, acts, pending) {
    const { turn, dealer, legal } = view;
    if (view.looksOn) return [element("span", { class: "soft" }, text("match.looks-on"))];
    const name = turn ? nameOf(view, turn) : "";
    const own = view.screen ? text("match.turn-of", { name }) : text("match.your-turn");
    const forced = acts && view.seat > 0 && !pending && !Object.keys(legal).length;
    return [
      acts ? element("strong", {}, own) : turn ? text("match.turn-of", { name }) : "",
      dealer === this.seat ? element("span", { class: "chip" }, text("match.deals-you")) : "",
      forced ? element("span", { class: "soft" }, text("match.forced")) : "",
      view.watched ? watchedSign() : "",
    ];
  }

  /** Count on how long somebody has been away. */
  tick() {
    this.other.tick();
    this.near.tick();
  }

  /** Go on at what can be reached by keys here. */
  focus() {
    if (this.hand.root.isConnected) this.hand.focus();
    else this.history.root.focus();
  }

  /** The hand as it is told; of both how many cards they have, where neither is seen. */
  told() {
    if (this.hand.root.isConnected) return [this.hand.told()];
    return [this.near, this.other].map(({ cards }) => `${cards.getAttribute("aria-label")}.`);
  }

  /** Where the cards of both hands are drawn. */
  origins() {
    return this.spots(this.root, '[data-place^="hand"] .card').map(([card, spot]) => ({
      face: card.dataset.card,
      place: card.closest("[data-place]")?.getAttribute("data-place"),
      spot,
    }));
  }

  /**
   * Cards, each with where it is drawn.
   * @param {HTMLElement} root
   * @param {string} selector
   * @returns {[HTMLElement, Spot][]}
   */
  spots(root, selector = ".card") {
    const ground = this.ground.getBoundingClientRect();
    return [...root.querySelectorAll(selector)].map((each) => {
      const { left, top, width } = each.getBoundingClientRect();
      const card = /** @type {HTMLElement} */ (each);
      return [card, { x: left - ground.left, y: top - ground.top, width }];
    });
  }

  /**
   * Let the cards that have come to the run set out from the hand in which they were.
   * @param {ReturnType<Run["show"]>} fresh
   * @param {ReturnType<Felt["origins"]>} from
   */
  fly(fresh, from) {
    if (!fresh.length) return;
    const now = new Map(this.spots(this.run.root));
    for (const { card, face, seat } of fresh) {
      const hand = from.filter(({ place }) => place === `hand${seat}`);
      const origin = hand.find((each) => each.face === face) ?? hand.at(-1);
      const to = now.get(card);
      if (to) this.motion.travel(card, origin?.spot ?? null, to);
      if (origin) from.splice(from.indexOf(origin), 1);
    }
    sound?.laid();
  }

  /** Give way to a panel: what lies open there is not here as well. */
  hide() {
    this.root.hidden = true;
    for (const place of this.root.querySelectorAll("[data-place^=hand]")) {
      place.removeAttribute("data-place");
    }
  }
}

/** That somebody looks on who does not play. */
function watchedSign() {
  const title = text("match.watched-about");
  return element("span", { class: "chip watched", title }, text("match.watched"));
}

/**
 * @param {string} name
 * @param {string} label
 * @param {() => void} act
 */
function button(name, label, act) {
  return element("button", { type: "button", "data-button": name, hidden: true, click: act }, label);
}
