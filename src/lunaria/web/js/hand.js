// The own hand: groups of equal ranks, each a button, and apart from them the card that stands for
// any.

import { carry } from "./carry.js";
import { HIDDEN, dressCard, drawCard, wishedSize } from "./cards.js";
import { Choice } from "./choice.js";
import { element } from "./elements.js";
import { cardsOf, isWild, tokensOf, wildToken } from "./plays.js";
import { pace } from "./settings.js";
import { rankLetters, text } from "./texts.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").MatchView} MatchView */

/** How much of a card is seen under the next one of its group, and lies between two groups, as
 * parts of its width. */
const STEP = 0.26;
const GAP = 0.12;
/** The wild card lies further apart. */
const APART = 0.4;
/** The widest card, in pixels, and as a part of the height of the ground. */
const WIDEST = 92;
const OF_HEIGHT = 0.14;
/** Cards in one row may be so much smaller than in two. */
const ENOUGH = 0.8;
const MOVE = 180;

export class Hand {
  /**
   * @param {Game} game
   * @param {HTMLElement} ground the part of the page in which it lies
   * @param {{play: (token: string) => void, why: () => void}} press `why`: something was touched
   *   that cannot be played
   */
  constructor(game, ground, press) {
    this.game = game;
    this.ground = ground;
    this.press = press;
    this.root = element("div", { class: "hand", role: "group", keydown: (event) => this.walk(event) });
    this.choice = new Choice(ground);
    /** @type {Map<string, HTMLElement>} the buttons by the rank they show; "wild" for that card */
    this.groups = new Map();
    /** @type {MatchView | null} */
    this.view = null;
    this.cards = /** @type {string[]} */ ([]);
    /** The widest row that this round has seen, in widths of a card. */
    this.load = 0;
    this.width = 0;
    this.sized = new ResizeObserver(() => this.place());
    this.sized.observe(this.root);
    this.left = new AbortController();
    const carrying = {
      lift: (/** @type {HTMLElement} */ button) => this.lifted(button),
      drop: (/** @type {HTMLElement} */ button) => this.dropped(button),
      home: this.home,
    };
    carry(this.root, carrying, this.left.signal);
    this.root.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (button) this.touch(button);
    });
  }

  close() {
    this.choice.end();
    this.left.abort();
    this.sized.disconnect();
  }

  /**
   * @param {MatchView} view
   * @param {number} seat whose hand it is
   */
  show(view, seat) {
    if (view.revision !== this.view?.revision) this.choice.close();
    const before = this.where();
    const place = `hand${seat}`;
    const grown = view.places[place].length > this.cards.length;
    this.view = view;
    this.cards = view.places[place];
    this.root.dataset.place = place;
    this.root.setAttribute("aria-label", text("match.hand", { count: this.cards.length }));
    if (grown) this.load = 0;
    const held = [...this.groups.values()].indexOf(/** @type {HTMLElement} */ (document.activeElement));
    this.draw();
    this.place();
    if (held >= 0 && !this.root.contains(document.activeElement)) this.focus(held);
    this.slide(before);
  }

  /** Draw each group anew where its cards have changed. */
  draw() {
    /** @type {Map<string, string[]>} */
    const wanted = new Map();
    for (const card of this.cards) {
      const key = isWild(card) ? "wild" : card.slice(0, -1);
      wanted.set(key, [...(wanted.get(key) ?? []), card]);
    }
    const wild = wanted.get("wild");
    if (wanted.delete("wild") && wild) wanted.set("wild", wild); // at the end
    for (const [key, group] of this.groups) {
      if (wanted.has(key)) continue;
      group.remove();
      this.groups.delete(key);
    }
    const ordered = new Map();
    for (const [key, cards] of wanted) {
      const group = this.groups.get(key) ?? this.made(key);
      ordered.set(key, group);
      this.fill(group, key, cards);
    }
    this.groups = ordered;
    this.root.replaceChildren(...ordered.values());
    this.rove();
  }

  /** @param {string} key */
  made(key) {
    if (key === HIDDEN.slice(0, -1)) return element("div", { class: "group covered" });
    return element("button", {
      type: "button",
      class: key === "wild" ? "group wild" : "group",
      "data-rank": key,
      tabindex: -1,
      "aria-haspopup": "menu",
      "aria-expanded": "false",
    });
  }

  /**
   * @param {HTMLElement} group
   * @param {string} key
   * @param {string[]} cards
   */
  fill(group, key, cards) {
    const shown = [...group.querySelectorAll(".card")].map((card) => card.getAttribute("data-card"));
    if (shown.join() !== cards.join()) {
      const many = cards.length > 1 && cards[0] !== HIDDEN;
      const badge = many
        ? element("span", { class: "badge", "aria-hidden": "true" }, String(cards.length))
        : null;
      const drawn = cards.map((card) => drawCard(card, 1, this.game.id));
      group.replaceChildren(...drawn, ...(badge ? [badge] : []));
    }
    if (cards[0] === HIDDEN) return;
    const open = this.isOpen(key);
    group.classList.toggle("open", open);
    group.setAttribute("aria-disabled", String(!open));
    group.setAttribute("aria-label", this.label(key, cards.length));
  }

  /** @param {string} key */
  isOpen(key) {
    if (!this.view) return false;
    if (key === "wild") return wildToken(this.view) !== undefined;
    const { single, set } = tokensOf(this.view, key);
    return (single ?? set) !== undefined;
  }

  /**
   * @param {string} key
   * @param {number} count
   */
  label(key, count) {
    if (key === "wild") return text("match.wild-card");
    return text("match.group", { rank: text(`rank.${key}`), count });
  }

  /** Lay the groups out in a row, or in two where they would be small. */
  place() {
    const wide = this.root.clientWidth;
    if (!wide || !this.cards.length) return;
    const groups = [...this.groups.values()].map((group) => {
      const cards = /** @type {HTMLElement[]} */ ([...group.querySelectorAll(".card")]);
      const apart = group.dataset.rank === "wild" ? APART : GAP;
      return { group, cards, length: 1 + (cards.length - 1) * STEP, apart };
    });
    const sizes = groups.map(({ length, apart }) => length + apart);
    const whole = sizes.reduce((sum, size) => sum + size, 0);
    const most = Math.min(WIDEST, this.ground.clientHeight * OF_HEIGHT);
    const [half, at] = halves(sizes);
    this.load = Math.max(this.load, half);
    const [one, both] = [Math.min(most, wide / whole), Math.min(most, wide / this.load)];
    const two = one < both * ENOUGH;
    this.width = Math.floor((two ? both : one) * wishedSize());
    this.root.style.setProperty("--width", `${this.width}px`);
    for (const { group, cards, length } of groups) {
      group.style.setProperty("--length", `${length * this.width}px`);
      cards.forEach((card, order) => {
        dressCard(card, card.dataset.card ?? HIDDEN, this.width, this.game.id);
        card.style.left = `${order * STEP * this.width}px`;
      });
    }
    this.root.querySelector(".break")?.remove();
    const second = two ? this.root.children[at] : null;
    second?.before(element("span", { class: "break" }));
    this.choice.place();
  }

  /** Where each group is now. */
  where() {
    return new Map([...this.groups].map(([key, group]) => [key, group.getBoundingClientRect()]));
  }

  /**
   * Groups that lay elsewhere move to where they are.
   * @param {Map<string, DOMRect>} before
   */
  slide(before) {
    if (pace() === 0) return;
    for (const [key, now] of this.where()) {
      const old = before.get(key);
      if (!old || (old.left === now.left && old.top === now.top)) continue;
      const from = `${old.left - now.left}px ${old.top - now.top}px`;
      this.groups
        .get(key)
        ?.animate([{ translate: from }, { translate: "0 0" }], {
          duration: MOVE / pace(),
          easing: "ease-out",
        });
    }
  }

  /**
   * What a tap on a group does.
   * @param {HTMLElement} group
   */
  touch(group) {
    const key = group.dataset.rank ?? "";
    if (key === "wild") this.touchWild();
    else this.touchRank(key, group);
  }

  /**
   * @param {string} rank
   * @param {HTMLElement} group
   */
  touchRank(rank, group) {
    if (!this.view) return;
    const { single, set } = tokensOf(this.view, rank);
    if (single && set) {
      if (this.choice.anchor === group) {
        this.choice.close();
        return;
      }
      const written = rankLetters(rank);
      const count = cardsOf(this.view, set).length;
      this.choice.ask(group, text("match.which"), [
        { label: text("match.one", { rank: written }), act: () => this.press.play(single) },
        { label: text("match.all", { rank: written, count }), act: () => this.press.play(set) },
      ]);
    } else if (single ?? set) this.press.play(single ?? set ?? "");
    else this.press.why();
  }

  /** The first touch raises the wild card and asks; the second plays it. */
  touchWild() {
    const group = this.groups.get("wild");
    const token = this.view && wildToken(this.view);
    if (!group || !this.view || !token) {
      this.press.why();
      return;
    }
    if (this.choice.anchor === group) {
      this.choice.close();
      this.press.play(token);
      return;
    }
    const { due } = this.view;
    const title = due ? text("match.ask-wild", { rank: rankLetters(due) }) : text("match.ask-wild-anew");
    const play = { label: text("match.play-wild"), act: () => this.press.play(token) };
    this.choice.ask(group, title, [play], document.activeElement === group);
  }

  /**
   * Play a rank by its key: one card, or the whole set.
   * @param {string} rank
   * @param {boolean} whole
   */
  key(rank, whole) {
    if (!this.view) return;
    const { single, set } = tokensOf(this.view, rank);
    const token = whole ? set : (single ?? set);
    if (token) this.press.play(token);
    else this.press.why();
  }

  /** @param {HTMLElement} group */
  lifted(group) {
    const key = group.dataset.rank ?? "";
    if (!this.isOpen(key)) {
      this.press.why();
      return [];
    }
    return /** @type {HTMLElement[]} */ ([...group.querySelectorAll(".card")].slice(-1));
  }

  /** @param {HTMLElement} group */
  dropped(group) {
    const token = this.view && wildToken(this.view);
    if (group.dataset.rank !== "wild") this.touch(group);
    else if (token) this.press.play(token);
  }

  /**
   * @param {HTMLElement[]} cards
   * @param {number} dx
   * @param {number} dy
   */
  home(cards, dx, dy) {
    if (pace() === 0) return;
    const way = [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }];
    for (const card of cards) card.animate(way, { duration: 220 / pace(), easing: "ease-out" });
  }

  /** One of the groups is on the way of the Tab key: the one in focus, else the first to be played. */
  rove() {
    const all = [...this.groups.values()];
    const here =
      all.find((group) => group === document.activeElement) ??
      all.find((group) => group.classList.contains("open")) ??
      all[0];
    for (const group of all) group.tabIndex = group === here ? 0 : -1;
  }

  /** @param {number} [at] */
  focus(at) {
    const all = [...this.groups.values()];
    const group =
      at === undefined
        ? all.find(({ tabIndex }) => tabIndex === 0)
        : all[Math.min(at, all.length - 1)];
    group?.focus();
    this.rove();
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    const all = [...this.groups.values()];
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (next !== undefined) this.focus(Math.max(0, next));
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") this.across(all, all[at]);
    else return;
    event.preventDefault();
  }

  /**
   * To the nearest group of the other row.
   * @param {HTMLElement[]} all
   * @param {HTMLElement} here
   */
  across(all, here) {
    const middle = here.offsetLeft + here.offsetWidth / 2;
    const others = all.filter(({ offsetTop }) => Math.abs(offsetTop - here.offsetTop) > here.offsetHeight / 2);
    const far = (/** @type {HTMLElement} */ each) =>
      Math.abs(each.offsetLeft + each.offsetWidth / 2 - middle);
    const nearest = others.sort((one, other) => far(one) - far(other))[0];
    if (nearest) this.focus(all.indexOf(nearest));
  }

  /** The hand as it is told. */
  told() {
    const groups = [...this.groups].map(([key, group]) => {
      const count = group.querySelectorAll(".card").length;
      return this.label(key, count);
    });
    return text("match.hand-told", { cards: groups.join(", "), count: this.cards.length });
  }
}

/**
 * The longer of two rows that are as even as can be, and where the second begins.
 * @param {number[]} sizes
 * @returns {[number, number]}
 */
function halves(sizes) {
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  let [first, best, at] = [0, whole, sizes.length];
  sizes.forEach((size, index) => {
    first += size;
    const longer = Math.max(first, whole - first);
    if (longer < best) [best, at] = [longer, index + 1];
  });
  return [best, at];
}
