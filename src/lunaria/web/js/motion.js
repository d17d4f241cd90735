// How cards move: they travel, turn, leave and shake; or fade, where the player wishes little motion.

import { element } from "./elements.js";

export const MOVE = { duration: 180, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" };
const TURN = { duration: 140, easing: "ease-out" };
const LEAVE = { duration: 320, easing: "cubic-bezier(0.4, 0, 0.8, 0.6)" };
const RETURN = { duration: 220, easing: "ease-in-out" };
const FADE = { duration: 80 };
/** A deal is on the table after this many milliseconds. */
const DEAL = 600;
/** The wave in which cards turn that change where they lie. */
const WAVE = 260;

const REST = "translateY(var(--drop, 0))";

/** The motions of one board. */
export class Motion {
  /** @param {HTMLElement} ground the board, which the cards do not leave */
  constructor(ground) {
    this.ground = ground;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    /** @type {Animation[]} */
    this.dealing = [];
  }

  /**
   * @param {HTMLElement} card
   * @param {DOMRect | null} from where it was; null where it comes from outside
   */
  travel(card, from) {
    // A card that was carried sets out from where it was let go, not from where it lay.
    card.style.transform = "";
    const to = card.getBoundingClientRect();
    if (this.calm.matches || from === null) {
      card.animate([{ opacity: 0 }, { opacity: 1 }], this.calm.matches ? FADE : MOVE);
      return;
    }
    this.slide(card, from.left - to.left, from.top - to.top, from.width / to.width, MOVE);
  }

  /**
   * @param {HTMLElement} card
   * @param {number} dx
   * @param {number} dy
   * @param {number} scale
   * @param {{duration: number, easing: string}} timing
   */
  slide(card, dx, dy, scale, timing) {
    if (!dx && !dy) return;
    // A card in flight is in nobody's way: a touch lands on the place under it.
    card.classList.add("flying");
    const motion = card.animate(
      [
        { transform: `translate(${dx}px, ${dy}px) ${REST} scale(${scale})`, transformOrigin: "0 0" },
        { transform: REST, transformOrigin: "0 0" },
      ],
      timing,
    );
    motion.onfinish = motion.oncancel = () => {
      if (card.getAnimations().length === 0) card.classList.remove("flying");
    };
  }

  /**
   * A card that was let go flies back to where it lies.
   * @param {HTMLElement} card
   * @param {DOMRect} from
   */
  home(card, from) {
    const to = card.getBoundingClientRect();
    if (this.calm.matches) card.animate([{ opacity: 0.5 }, { opacity: 1 }], FADE);
    else this.slide(card, from.left - to.left, from.top - to.top, 1, RETURN);
  }

  /**
   * A card goes out of the game.
   * @param {HTMLElement} card
   * @param {DOMRect | null} from
   */
  leave(card, from) {
    const ground = this.ground.getBoundingClientRect();
    card.remove();
    if (from === null) return;
    const ghost = element("span", { class: "card leaving", "aria-hidden": "true" });
    ghost.append(...card.childNodes);
    ghost.style.setProperty("--width", `${from.width}px`);
    ghost.style.left = `${from.left - ground.left}px`;
    ghost.style.top = `${from.top - ground.top}px`;
    ghost.style.zIndex = "900";
    this.ground.append(ghost);
    const rise = ground.height * 0.25;
    const sideways = (ground.left + ground.width / 2 - from.left) * 0.2;
    const motion = this.calm.matches
      ? ghost.animate([{ opacity: 1 }, { opacity: 0 }], FADE)
      : ghost.animate(
          [
            { transform: "none", opacity: 1 },
            { transform: "translateY(-4%) scale(1.06)", opacity: 1, offset: 0.25 },
            { transform: `translate(${sideways}px, ${-rise}px) scale(0.6)`, opacity: 0 },
          ],
          LEAVE,
        );
    motion.onfinish = motion.oncancel = () => ghost.remove();
  }

  /**
   * Cards show another face, one after the other where there are many.
   * @param {HTMLElement[]} cards
   */
  turn(cards) {
    const shown = cards.filter((card) => card.dataset.symbol);
    shown.forEach((card, at) => {
      const delay = shown.length > 4 && !this.calm.matches ? (WAVE * at) / shown.length : 0;
        const frames = this.calm.matches
        ? [{ opacity: 0.3 }, { opacity: 1 }]
        : [
            { transform: `${REST} perspective(20em) rotateY(80deg)` },
            { transform: `${REST} perspective(20em) rotateY(0)` },
          ];
      card.animate(frames, { ...(this.calm.matches ? FADE : TURN), delay, fill: "backwards" });
    });
  }

  /**
   * The cards of a new game fly to their places.
   * @param {HTMLElement[]} cards
   */
  deal(cards) {
    if (this.calm.matches) return;
    const ground = this.ground.getBoundingClientRect();
    this.dealing = cards.map((card, at) => {
      const to = card.getBoundingClientRect();
      const dx = ground.left + ground.width / 2 - to.left - to.width / 2;
      const dy = ground.bottom - to.top;
        return card.animate(
        [
          { transform: `translate(${dx}px, ${dy}px) ${REST} rotate(-20deg)`, opacity: 0 },
          { opacity: 1, offset: 0.4 },
          { transform: REST, opacity: 1 },
        ],
        { ...MOVE, duration: DEAL / 2, delay: (DEAL / 2) * (at / cards.length), fill: "backwards" },
      );
    });
  }

  /** Let the deal be over at once. */
  hurry() {
    for (const motion of this.dealing.splice(0)) motion.finish();
  }

  /**
   * A card, or an empty place, shakes its head.
   * @param {HTMLElement} card
   */
  shake(card) {
    if (this.calm.matches) {
      card.animate([{ opacity: 0.5 }, { opacity: 1 }], FADE);
      return;
    }
    const steps = [0, -4, 4, -2, 0].map((percent) => ({
      transform: `translate(${percent}%, var(--drop, 0))`,
    }));
    card.animate(steps, RETURN);
  }
}
