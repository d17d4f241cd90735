// What is said at the table: shown for a while, and told to those who listen.

import { figureText } from "./bar.js";
import { element } from "./elements.js";
import { spreads } from "./layout.js";
import { cardName, hasText, kindOf, placeName, reasonText, text } from "./texts.js";

/** @typedef {import("./types").Layout} Layout */
/** @typedef {import("./types").Meaning} Meaning */
/** @typedef {import("./types").Seen} Seen */
/** @typedef {import("./types").View} View */

const HIDDEN = "??";
/** How long words stay on the table, in milliseconds. */
const SAID = 4000;
/** How many tellings can be read again. */
const KEPT = 20;
/** The most uncovered cards that are told one by one. */
const TOLD = 3;

export class Voice {
  /** @param {Layout} layout */
  constructor(layout) {
    this.layout = layout;
    this.shown = element("p", { class: "say quiet", "aria-hidden": "true" });
    this.log = element("div", { class: "unseen", role: "log" });
    /** @type {string[]} what is told together, since it happened together */
    this.words = [];
    /** The cards of which it was told that they are selected. */
    this.chosen = "";
    this.silence = 0;
  }

  close() {
    clearTimeout(this.silence);
  }

  /**
   * Say something to all.
   * @param {string} words
   * @param {boolean} [stays]
   * @param {string} [told] how it is said to those who listen
   */
  say(words, stays = false, told = words) {
    this.show(words, stays);
    this.tell(told);
  }

  /**
   * Show words to those who see.
   * @param {string} words
   * @param {boolean} [stays]
   */
  show(words, stays = false) {
    clearTimeout(this.silence);
    // Words that go are still there while they fade.
    if (words) this.shown.textContent = words;
    this.shown.classList.toggle("quiet", !words);
    if (!stays) this.silence = window.setTimeout(() => this.shown.classList.add("quiet"), SAID);
  }

  /**
   * Tell those who listen. What is told at one moment is one announcement, so that no part of it
   * is talked over; and each is an element of its own, so that the same words are news again.
   * @param {string[]} words
   */
  tell(...words) {
    const wait = this.words.length > 0;
    this.words.push(...words.filter(Boolean));
    if (wait || !this.words.length) return;
    queueMicrotask(() => {
      this.log.append(element("p", {}, this.words.splice(0).join(" ")));
      if (this.log.childElementCount > KEPT) this.log.firstElementChild?.remove();
    });
  }

  /**
   * Tell what happened, for those who do not see it.
   * @param {View} before
   * @param {View} view
   * @param {boolean} own whether it was done here
   */
  announce(before, view, own) {
    this.chosen = "";
    if (view.revision > before.revision + 1) {
      this.tell(text("refusal.stale"));
      return;
    }
    const { score, redeals } = view;
    this.tell(
      own ? "" : text("said.elsewhere"),
      this.done(before, view),
      score === before.score ? "" : figureText("score", score),
      redeals === before.redeals ? "" : figureText("redeals", redeals),
    );
  }

  /**
   * Tell what a touch did that plays nothing; show why it does nothing, where the player wishes so.
   * @param {View} view
   * @param {Meaning} meaning
   * @param {string[]} selected
   * @param {boolean} explains
   */
  answer(view, meaning, selected, explains) {
    if (meaning.does === "nothing" || meaning.does === "play") return;
    let why = "";
    if (meaning.does === "shake") {
      const { reason, asks } = meaning;
      const told = reason && explains;
      if (told) this.show(reasonText(reason));
      const short = text(reason || asks ? "said.misfit" : "said.nowhere");
      why = told ? reasonText(reason, cardName) : short;
    }
    const card = selected.map((place) => cardName(top(view, place))).join(", ");
    const none = this.chosen ? text("said.deselected") : "";
    this.chosen = card;
    this.tell(why, card ? text("said.selected", { card }) : none);
  }

  /**
   * What the last action did, and what it uncovered.
   * @param {Seen} before
   * @param {Seen} view
   */
  done(before, view) {
    const [part] = before.legal[view.last ?? ""] ?? [];
    const shows = part ? !part[3] && !drawn(before, part) : !((view.last ?? "") in before.legal);
    return `${this.deed(before, view)} ${shows ? this.uncovered(before, view) : ""}`.trim();
  }

  /**
   * What the last action did.
   * @param {Seen} before
   * @param {Seen} view
   */
  deed(before, view) {
    const token = view.last ?? "";
    const [part, ...more] = before.legal[token] ?? [];
    const own = hasText(`said.${token}`) ? text(`said.${token}`) : "";
    if (!part) return token in before.legal ? own : `${own} ${this.returned(before, view)}`.trim();
    const [source, size, target, turned] = part;
    if (turned) return own;
    if (target === null) {
      return removed([source, ...more.map(([place]) => place)].map((place) => top(before, place)));
    }
    if (spreads(this.layout, source)) return this.played(part, target, view);
    const hidden = drawn(before, part);
    const params = {
      card: cardName(top(hidden ? view : before, hidden ? target : source)),
      count: size,
      place: placeName(this.layout, target),
    };
    if (hidden) return text(`said.${token}`, params);
    return text(size > 1 ? "said.moved-run" : "said.moved", params);
  }

  /**
   * Which cards were played from a hand.
   * @param {import("./types").Transfer} part
   * @param {string} target
   * @param {Seen} view
   */
  played([source, size], target, view) {
    const cards = view.places[target].slice(-size).map(cardName).join(", ");
    const who = text(`label.${kindOf(this.layout, source)}`);
    return text("said.played", { who, cards });
  }

  /**
   * The cards that lie open because others left.
   * @param {Seen} before
   * @param {Seen} view
   */
  uncovered(before, view) {
    const cards = shrunk(before, view)
      .filter((place) => before.places[place][view.places[place].length - 1] === HIDDEN)
      .map((place) => top(view, place))
      .filter((card) => card !== HIDDEN);
    if (!cards.length || cards.length > TOLD) return "";
    return text("said.turned", { card: cards.map(cardName).join(", ") });
  }

  /**
   * What undo and redo have put where; or that it is out of the game again.
   * @param {Seen} before
   * @param {Seen} view
   */
  returned(before, view) {
    const grown = shrunk(view, before);
    if (grown.length) return this.lying(view, grown);
    return removed(shrunk(before, view).map((place) => top(before, place)));
  }

  /**
   * Tell which cards can be seen, but for those of the foundations.
   * @param {View} view
   */
  tellOpen(view) {
    const areas = Object.values(this.layout.areas).flat();
    this.tell(this.lying(view, Object.keys(view.places).filter((place) => !areas.includes(place))));
  }

  /**
   * Tell how far the game is: what lies on the foundations, and how many cards lie elsewhere.
   * @param {View} view
   */
  tellFar(view) {
    const areas = Object.values(this.layout.areas).flat();
    const others = Object.keys(view.places).filter((place) => !areas.includes(place));
    const count = others.reduce((sum, place) => sum + view.places[place].length, 0);
    this.tell(this.lying(view, areas), text("said.left", { count }));
  }

  /**
   * What lies open at places.
   * @param {Seen} view
   * @param {string[]} places
   */
  lying(view, places) {
    return places
      .filter((place) => view.places[place].length && top(view, place) !== HIDDEN)
      .map((place) =>
        text("said.lies", { place: placeName(this.layout, place), card: cardName(top(view, place)) }),
      )
      .join(" ");
  }
}

/**
 * Whether the card that goes lay face down: then it is known only when it has come.
 * @param {Seen} before
 * @param {import("./types").Transfer} part
 */
function drawn(before, [source]) {
  return top(before, source) === HIDDEN;
}

/** @param {string[]} cards */
function removed(cards) {
  return text("said.removed", { cards: cards.map(cardName).join(", ") });
}

/**
 * @param {Seen} view
 * @param {string} place
 */
function top(view, place) {
  return view.places[place].at(-1) ?? HIDDEN;
}

/**
 * The places that have fewer cards than before.
 * @param {Seen} before
 * @param {Seen} view
 */
function shrunk(before, view) {
  return Object.keys(view.places).filter(
    (place) => view.places[place].length < before.places[place].length,
  );
}
