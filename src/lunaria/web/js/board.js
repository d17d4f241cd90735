// Draws the places and cards of a view, and moves what has changed to where it now lies.

import { HIDDEN, SMALL, symbolOf, wishedSize } from "./cards.js";
import { element } from "./elements.js";
import { drawFace } from "./faces.js";
import { detailOf, labelOf } from "./labels.js";
import { areaAt, arrange, changes, isFan, lies } from "./layout.js";
import { Motion } from "./motion.js";
import { onChange, setting } from "./settings.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").Seen} Seen */
/** @typedef {import("./types").Transfer} Transfer */
/** @typedef {import("./layout.js").Box} Box */
/** @typedef {import("./motion.js").Spot} Spot */

/** @param {HTMLElement[]} cards */
const facesOf = (cards) => cards.map((card) => card.dataset.card);

/** The table's surface. */
export class Board {
  /**
   * @param {HTMLElement} root
   * @param {Game} game
   * @param {{still?: boolean}} [options] whether its places are only to be looked at
   */
  constructor(root, game, { still = false } = {}) {
    this.root = root;
    this.game = game;
    /** @type {Map<string, HTMLElement>} */
    this.places = new Map();
    /** @type {Map<string, HTMLElement[]>} */
    this.cards = new Map();
    /** @type {Record<string, Box>} */
    this.boxes = {};
    /** @type {WeakMap<HTMLElement, Spot>} where each card lies, or is on its way to */
    this.spots = new WeakMap();
    /** The faces that have lain here. @type {Set<string>} */
    this.seen = new Set();
    this.small = true;
    /** @type {Seen | null} */
    this.view = null;
    this.motion = new Motion(root);
    for (const place of game.places) {
      const made = still
        ? element("div", { role: "img", class: "place", "data-place": place })
        : element("button", { type: "button", class: "place", "data-place": place });
      const sign = game.layout.signs[place];
      if (sign) made.dataset.sign = sign;
      this.places.set(place, made);
      this.cards.set(place, []);
      root.append(made);
    }
    /** The size for which the places are laid out, in pixels. */
    this.size = { width: 0, height: 0 };
    this.sized = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = this.root;
      if (clientWidth !== this.size.width || clientHeight !== this.size.height) this.resize();
    });
    this.sized.observe(root);
    onChange(() => this.resize(), this.motion.left.signal);
  }

  close() {
    clearTimeout(this.tidying);
    this.sized.disconnect();
    this.motion.close();
  }

  /** Lay the places out anew for the board's size and the player's wishes. */
  resize() {
    const { clientWidth: width, clientHeight: height } = this.root;
    if (!width || !height) return;
    this.size = { width, height };
    const { card, boxes } = arrange(this.game.layout, width, height, {
      size: wishedSize(),
      left: setting("hand") === "left",
    });
    this.boxes = boxes;
    this.small = card < SMALL;
    for (const [place, made] of this.places) {
      const box = boxes[place];
      made.style.setProperty("--x", `${box.x}px`);
      made.style.setProperty("--y", `${box.y}px`);
      made.style.setProperty("--width", `${box.width}px`);
      made.style.setProperty("--wide", `${box.wide}px`);
    }
    if (this.view) this.settle(this.view.places, true);
  }

  /**
   * Show a view; cards that changed place travel there.
   * @param {Seen} view
   * @param {{deal?: boolean}} [options] whether the cards are dealt
   */
  render(view, { deal = false } = {}) {
    const fresh = this.view === null;
    this.view = view;
    if (fresh) this.resize();
    const loose = this.lift(view.places);
    /** @type {Map<HTMLElement, Spot | null>} where each travelling card comes from */
    const travels = this.where(loose);
    this.put(view.places, loose, travels);
    const { turned, fanned } = this.settle(view.places);
    clearTimeout(this.tidying);
    const settled = 2 * this.motion.arrival();
    this.tidying = window.setTimeout(() => this.settle(view.places, true), settled);
    if (fresh) {
      if (deal) this.motion.deal(this.drawn().map((card) => [card, this.spot(card)]), this.size);
      return;
    }
    for (const card of loose) this.motion.leave(card, travels.get(card) ?? this.spot(card));
    for (const [card, from] of travels) {
      if (!loose.includes(card)) this.motion.travel(card, from, this.spot(card));
    }
    for (const [card, from] of fanned) {
      if (!travels.has(card)) this.motion.fan(card, from, this.spot(card));
    }
    this.motion.turn(turned.filter((card) => !travels.has(card) || travels.get(card) === null));
  }

  /** A win: the cards rise as stars from where they lie, or else from where they lay. */
  celebrate() {
    const filled = [...this.places.keys()].filter((place) => this.cards.get(place)?.length);
    const from = filled.length ? filled : [...this.places.keys()];
    this.motion.rise(
      from.map((place) => this.boxes[place]),
      [...this.seen].map((face) => this.symbol(face, true)),
    );
  }

  /**
   * Where cards are drawn at this moment. They are all measured before anything is written: each
   * look after a change would lay the page out anew.
   * @param {HTMLElement[]} cards
   * @returns {Map<HTMLElement, Spot>}
   */
  where(cards) {
    if (!cards.length) return new Map();
    const ground = this.root.getBoundingClientRect();
    return new Map(
      cards.map((card) => {
        const { left, top, width } = card.getBoundingClientRect();
        return [card, { x: left - ground.left, y: top - ground.top, width }];
      }),
    );
  }

  /**
   * Where a card lies, or is on its way to.
   * @param {HTMLElement} card
   */
  spot(card) {
    return this.spots.get(card) ?? { x: 0, y: 0, width: 1 };
  }

  /**
   * Show at once what an action will do; a card that it uncovers is seen when the server tells it.
   * @param {Transfer[]} parts
   */
  perform(parts) {
    if (!this.view) return;
    const places = { ...this.view.places };
    for (const [source, size, target, reversed] of parts) {
      const rest = places[source].slice(0, -size || undefined);
      const moved = places[source].slice(places[source].length - size);
      places[source] = rest;
      if (target !== null) {
        places[target] = [...places[target], ...(reversed ? moved.reverse() : moved)];
      }
    }
    this.render({ ...this.view, places });
  }

  /**
   * Take the cards that a place has too many.
   * @param {Record<string, string[]>} wanted
   */
  lift(wanted) {
    const loose = [];
    for (const [place, cards] of this.cards) {
      while (cards.length > wanted[place].length) {
        loose.push(...cards.splice(changes(this.boxes[place], facesOf(cards), wanted[place]), 1));
      }
    }
    return loose;
  }

  /**
   * Give each place the cards that it lacks: those that were lifted, or new ones.
   * @param {Record<string, string[]>} wanted
   * @param {HTMLElement[]} loose
   * @param {Map<HTMLElement, Spot | null>} travels
   */
  put(wanted, loose, travels) {
    for (const [place, cards] of this.cards) {
      while (cards.length < wanted[place].length) {
        const index = changes(this.boxes[place], facesOf(cards), wanted[place]);
        const face = wanted[place][index];
        let at = loose.findIndex((card) => card.dataset.card === face);
        if (at < 0) at = loose.findIndex((card) => [face, card.dataset.card].includes(HIDDEN));
        const card = at < 0 ? element("span", { class: "card" }) : loose.splice(at, 1)[0];
        if (at < 0) travels.set(card, null);
        this.places.get(place)?.insertBefore(card, cards[index] ?? null);
        cards.splice(index, 0, card);
      }
    }
  }

  /**
   * Give every card its face and its place in the fan; returns the cards whose face has changed,
   * and those that moved in their fan with where they were.
   * @param {Record<string, string[]>} wanted
   * @param {boolean} [tidy]
   */
  settle(wanted, tidy = false) {
    /** @type {HTMLElement[]} */
    const turned = [];
    /** @type {[HTMLElement, Spot][]} */
    const fanned = [];
    for (const [place, cards] of this.cards) {
      const box = this.boxes[place];
      const button = this.places.get(place);
      if (!box || !button) continue;
      const faces = wanted[place];
      const fan = lies(box, faces);
      cards.forEach((card, index) => {
        const depth = isFan(box) ? 0 : cards.length - 1 - index;
        if (this.dress(card, faces[index], depth, tidy)) turned.push(card);
        const { right, down } = fan[index];
        const spot = { x: box.x + right, y: box.y + down, width: box.width };
        const before = this.spots.get(card);
        if (before && (before.x !== spot.x || before.y !== spot.y)) fanned.push([card, before]);
        this.spots.set(card, spot);
        card.style.setProperty("--right", `${right}px`);
        card.style.setProperty("--drop", `${down}px`);
      });
      const tall = box.height + (fan[fan.length - 1]?.down ?? 0);
      button.style.setProperty("--height", `${tall}px`);
      this.describe(button, place, faces);
    }
    return { turned, fanned };
  }

  /**
   * Draw a card; returns whether it shows another face than before.
   * @param {HTMLElement} card
   * @param {string} face
   * @param {number} depth how many cards lie on it in a squared pile
   * @param {boolean} tidy whether there is time for covered cards: one keeps its face while another
   *   travels onto it, and then is turned down; one that may soon be seen gets its picture
   */
  dress(card, face, depth, tidy) {
    const changed = card.dataset.card !== undefined && card.dataset.card !== face;
    card.dataset.card = face;
    if (depth > 0 && card.dataset.symbol && !tidy) return false;
    if (face !== HIDDEN) this.seen.add(face);
    const bare = depth > (tidy ? 1 : 0);
    const symbol = bare ? "" : this.symbol(face);
    if (card.dataset.symbol !== symbol) {
      card.dataset.symbol = symbol;
      card.classList.toggle("bare", bare);
      card.replaceChildren(...(bare ? [] : [drawFace(symbol)]));
    }
    return changed;
  }

  /**
   * The picture of a face on this board.
   * @param {string} face
   * @param {boolean} [small]
   */
  symbol(face, small = this.small) {
    return symbolOf(face, small, this.game.id);
  }

  /**
   * Say what lies at a place.
   * @param {HTMLElement} button
   * @param {string} place
   * @param {string[]} faces
   */
  describe(button, place, faces) {
    const { limit, rows } = this.boxes[place];
    const label = labelOf(this.game.layout, place, faces, rows > 0);
    const under = limit === null ? [] : faces.slice(0, -1);
    const detail = detailOf(under, button.classList.contains("fits"));
    for (const [name, words] of [["aria-label", label], ["aria-description", detail]]) {
      if (button.getAttribute(name) !== words) button.setAttribute(name, words);
    }
  }

  /**
   * What is said of a place.
   * @param {string} place
   */
  told(place) {
    const names = ["aria-label", "aria-description"];
    return names.map((name) => this.places.get(place)?.getAttribute(name)).join(". ");
  }

  /** The cards of which something can be seen. */
  drawn() {
    return [...this.cards.values()].flat().filter((card) => card.dataset.symbol);
  }

  /**
   * A place shakes its head.
   * @param {string} place
   */
  shake(place) {
    const card = this.cards.get(place)?.at(-1) ?? this.places.get(place);
    if (card) this.motion.shake(card);
  }

  /**
   * Mark the selected cards and the places that take them, and darken those that do not go along.
   * @param {string[]} places
   * @param {string[]} fits
   * @param {string[]} [bright] the places that are not darkened; all if it is not there
   */
  select(places, fits, bright) {
    for (const [place, cards] of this.cards) {
      cards.forEach((card, index) => {
        card.classList.toggle("selected", places.includes(place) && index === cards.length - 1);
      });
      const made = this.places.get(place);
      made?.setAttribute("aria-pressed", String(places.includes(place)));
      made?.classList.toggle("fits", fits.includes(place));
      if (made && this.view) this.describe(made, place, this.view.places[place]);
      made?.classList.toggle("dimmed", bright !== undefined && !bright.includes(place));
    }
  }

  /**
   * Mark the places that take the carried card.
   * @param {string[]} places
   */
  offer(places) {
    for (const [place, made] of this.places) made.classList.toggle("takes", places.includes(place));
  }

  /**
   * The cards of a place from an index on.
   * @param {string} place
   * @param {number} index
   */
  from(place, index) {
    return this.cards.get(place)?.slice(index) ?? [];
  }

  /**
   * The place and the card under an element.
   * @param {EventTarget | null} target
   * @returns {{place: string, index: number} | null}
   */
  at(target) {
    if (!(target instanceof Element)) return null;
    const place = target.closest(".place")?.getAttribute("data-place");
    if (!place) return null;
    const cards = this.cards.get(place) ?? [];
    const card = target.closest(".card");
    const index = card instanceof HTMLElement ? cards.indexOf(card) : cards.length - 1;
    return { place, index };
  }

  /**
   * The place on which a card is dropped: the one under the point, else the one it covers most.
   * @param {number} x
   * @param {number} y
   * @param {DOMRect} card
   * @returns {string | null}
   */
  under(x, y, card) {
    const ground = this.root.getBoundingClientRect();
    let best = null;
    let most = 0;
    for (const [place, box] of Object.entries(this.boxes)) {
      const left = ground.left + box.x;
      const top = ground.top + box.y;
      const bottom = box.limit === null ? top + box.height : ground.top + box.limit;
      const right = left + box.wide;
      if (x >= left && x <= right && y >= top && y <= bottom) return place;
      const across = Math.min(right, card.right) - Math.max(left, card.left);
      const down = Math.min(bottom, card.bottom) - Math.max(top, card.top);
      const covered = Math.max(0, across) * Math.max(0, down);
      if (covered > most) [best, most] = [place, covered];
    }
    return best;
  }

  /**
   * The area whose places surround a point, where there is one.
   * @param {number} x
   * @param {number} y
   * @returns {string | null}
   */
  areaAt(x, y) {
    const { left, top } = this.root.getBoundingClientRect();
    return areaAt(this.game.layout, this.boxes, x - left, y - top);
  }
}
