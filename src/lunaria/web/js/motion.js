// How cards move: they travel, turn, leave, shake and rise; or fade, where the player wishes little
// motion. Only transforms and opacities move, and nothing here reads where anything lies: the board
// says it. So no frame waits for the page to be laid out.

import { element } from "./elements.js";
import { drawFace } from "./faces.js";
import { pace } from "./settings.js";

/** @typedef {{x: number, y: number, width: number}} Spot
 *   Where a card lies, in pixels from the board's corner. */
/** @typedef {{duration: number, easing?: string}} Timing */

const MOVE = { duration: 180, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" };
const TURN = { duration: 140, easing: "ease-out" };
const LEAVE = { duration: 320, easing: "cubic-bezier(0.4, 0, 0.8, 0.6)" };
const RETURN = { duration: 220, easing: "cubic-bezier(0.3, 0.6, 0.4, 1)" };
const FADE = { duration: 80 };
/** A deal is on the table after this many milliseconds. */
const DEAL = 600;
/** The wave in which cards turn that change where they lie; with the last one's turn 400. */
const WAVE = 260;
/** A win: each star rises in two thirds of this time. */
const RISE = 1500;
const STARS = 36;

const REST = "translate(var(--right, 0), var(--drop, 0))";

/** Whether cards fade instead of moving. */
const calm = () => pace() === 0;

/**
 * As the player wishes it: slower, faster, or a fade.
 * @param {Timing} timing
 * @returns {Timing}
 */
function paced(timing) {
  return calm() ? FADE : { ...timing, duration: timing.duration / pace() };
}

/**
 * A card is in flight until all that moves it is over: its fan may be spread anew on the way.
 * @param {HTMLElement} card
 * @param {Animation} motion
 */
function landing(card, motion) {
  motion.onfinish = motion.oncancel = () => {
    if (card.getAnimations().length === 0) card.classList.remove("flying");
  };
}

/** The motions of one board. */
export class Motion {
  /** @param {HTMLElement} ground the board, which the cards do not leave */
  constructor(ground) {
    this.ground = ground;
    /** @type {Animation[]} what a touch or a key puts an end to */
    this.shows = [];
    this.left = new AbortController();
    const ends = { capture: true, signal: this.left.signal };
    document.addEventListener("pointerdown", () => this.hurry(), ends);
    document.addEventListener("keydown", () => this.hurry(), ends);
  }

  close() {
    this.left.abort();
  }

  /** After how many milliseconds a card that sets out now has arrived. */
  arrival() {
    return paced(MOVE).duration;
  }

  /**
   * @param {HTMLElement} card
   * @param {Spot | null} from where it was; null where it comes from outside
   * @param {Spot} to
   */
  travel(card, from, to) {
    // A card that was carried sets out from where it was let go, not from where it lay.
    card.style.transform = "";
    if (calm() || from === null) card.animate([{ opacity: 0 }, { opacity: 1 }], paced(MOVE));
    else this.slide(card, from, to, MOVE);
  }

  /**
   * @param {HTMLElement} card
   * @param {Spot} from
   * @param {Spot} to
   * @param {Timing} timing
   */
  slide(card, from, to, timing) {
    const [dx, dy] = [from.x - to.x, from.y - to.y];
    if (!dx && !dy) return;
    // A card in flight is in nobody's way: a touch lands on the place under it.
    card.classList.add("flying");
    const start = `translate(${dx}px, ${dy}px) ${REST} scale(${from.width / to.width})`;
    landing(card, card.animate([{ transform: start }, { transform: REST }], paced(timing)));
  }

  /**
   * A card moves within its fan, as the fan is spread anew.
   * @param {HTMLElement} card
   * @param {Spot} from
   * @param {Spot} to
   */
  fan(card, from, to) {
    if (calm()) return;
    const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) ${REST}`;
    landing(card, card.animate([{ transform: start }, { transform: REST }], paced(MOVE)));
  }

  /**
   * A card that was let go flies back to where it lies.
   * @param {HTMLElement} card
   * @param {Spot} from
   * @param {Spot} to
   */
  home(card, from, to) {
    if (calm()) card.animate([{ opacity: 0.5 }, { opacity: 1 }], FADE);
    else this.slide(card, from, to, RETURN);
  }

  /**
   * A card goes out of the game.
   * @param {HTMLElement} card
   * @param {Spot} from
   */
  leave(card, from) {
    card.remove();
    const ghost = this.ghost(card.dataset.symbol ?? "", from);
    const { clientWidth, clientHeight } = this.ground;
    const rise = clientHeight * 0.25;
    const sideways = (clientWidth / 2 - from.x) * 0.2;
    const motion = calm()
      ? ghost.animate([{ opacity: 1 }, { opacity: 0 }], FADE)
      : ghost.animate(
          [
            { transform: "none", opacity: 1 },
            { transform: "translateY(-4%) scale(1.06)", opacity: 1, offset: 0.25 },
            { transform: `translate(${sideways}px, ${-rise}px) scale(0.6)`, opacity: 0 },
          ],
          paced(LEAVE),
        );
    motion.onfinish = motion.oncancel = () => ghost.remove();
  }

  /**
   * The picture of a card that is none: nobody can touch it, and nobody hears of it.
   * @param {string} symbol
   * @param {Spot} spot
   */
  ghost(symbol, spot) {
    const shown = symbol ? drawFace(symbol) : null;
    const ghost = element("span", { class: "card ghost", "aria-hidden": "true" }, shown);
    ghost.style.setProperty("--width", `${spot.width}px`);
    ghost.style.left = `${spot.x}px`;
    ghost.style.top = `${spot.y}px`;
    this.ground.append(ghost);
    return ghost;
  }

  /**
   * Cards show another face, one after the other where there are many.
   * @param {HTMLElement[]} cards
   */
  turn(cards) {
    const shown = cards.filter((card) => card.dataset.symbol);
    const wave = shown.length > 4 && !calm() ? WAVE / pace() : 0;
    const frames = calm()
      ? [{ opacity: 0.3 }, { opacity: 1 }]
      : [
          { transform: `${REST} perspective(20em) rotateY(80deg)` },
          { transform: `${REST} perspective(20em) rotateY(0)` },
        ];
    shown.forEach((card, at) => {
      const delay = (wave * at) / shown.length;
      card.animate(frames, { ...paced(TURN), delay, fill: "backwards" });
    });
  }

  /**
   * The cards of a new game fly to their places.
   * @param {[HTMLElement, Spot][]} cards each with where it will lie
   * @param {{width: number, height: number}} [size] of the board, where it is known
   */
  deal(cards, size) {
    if (calm()) return;
    const { width, height } = size ?? this.ground.getBoundingClientRect();
    const half = DEAL / 2 / pace();
    this.shows = cards.map(([card, to], at) => {
      const dx = width / 2 - to.x - to.width / 2;
      const dy = height - to.y;
      return card.animate(
        [
          { transform: `translate(${dx}px, ${dy}px) ${REST} rotate(-20deg)`, opacity: 0 },
          { opacity: 1, offset: 0.4 },
          { transform: REST, opacity: 1 },
        ],
        { ...MOVE, duration: half, delay: (half * at) / cards.length, fill: "backwards" },
      );
    });
  }

  /**
   * Cards rise from the table and become stars.
   * @param {Spot[]} spots where they rise from
   * @param {string[]} symbols what they show
   */
  rise(spots, symbols) {
    if (calm() || !symbols.length) return;
    const { clientWidth, clientHeight } = this.ground;
    const time = RISE / pace();
    for (let at = 0; at < STARS; at += 1) {
      const spot = spots[at % spots.length];
      const ghost = this.ghost(symbols[at % symbols.length], spot);
      const star = element("span", { class: "star" });
      ghost.append(star);
      // Powers of the plastic number strew points over a plane evenly and without a pattern.
      const dx = clientWidth * ((at * 0.7549) % 1) - spot.x - spot.width / 2;
      const dy = clientHeight * 0.8 * ((at * 0.5698) % 1) - spot.y - spot.width * 0.7;
      const small = (8 + (at % 5) * 4) / spot.width;
      const sky = `translate(${dx}px, ${dy}px) scale(${small})`;
      const begin = { transform: "none", easing: "cubic-bezier(0.3, 0, 0.2, 1)" };
      const way = [begin, { transform: sky, offset: 0.75 }, { transform: sky, opacity: 0 }];
      const fades = [{ opacity: 1, offset: 0.2 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }];
      const shines = [{ opacity: 0 }, { opacity: 0, offset: 0.2 }, { opacity: 1 }];
      const timing = {
        duration: (time * 2) / 3,
        delay: this.arrival() + ((time / 3) * at) / STARS,
        fill: /** @type {const} */ ("both"),
      };
      const up = ghost.animate(way, timing);
      up.onfinish = up.oncancel = () => ghost.remove();
      this.shows.push(up, ghost.children[0].animate(fades, timing), star.animate(shines, timing));
    }
  }

  /** Let what is only shown be over at once. */
  hurry() {
    for (const motion of this.shows.splice(0)) motion.finish();
  }

  /**
   * A card, or an empty place, shakes its head; one that flies home does so when it is there.
   * @param {HTMLElement} card
   */
  shake(card) {
    if (calm()) {
      card.animate([{ opacity: 0.5 }, { opacity: 1 }], FADE);
      return;
    }
    const { duration } = paced(RETURN);
    const delay = card.classList.contains("held") ? duration / 2 : 0;
    const steps = ["0", "-5%", "5%", "-2.5%", "0"].map((translate) => ({ translate }));
    card.animate(steps, { duration: duration - delay, delay });
  }
}
