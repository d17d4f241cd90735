// One model for mouse, pen and touch: a press that stays is a tap, one that travels is a drag.

/** @typedef {import("./board.js").Board} Board */

/** A press that drifts less than this many pixels is still a tap. */
const DRIFT = 10;
const DRIFT_OF_MOUSE = 5;

/**
 * @typedef {object} Gestures
 * @property {(place: string, index: number | undefined, time: number) => void} tap on a card, or
 *   else on the last one, at the time that the person touched it: a busy page comes to it later
 * @property {(place: string, index: number) => boolean} lift whether the cards can be carried
 * @property {(place: string, count: number, x: number, y: number, card: DOMRect) => void} drop
 * @property {() => void} cancel
 */

/**
 * Listen to the board.
 * @param {Board} board
 * @param {Gestures} gestures
 */
export function listen(board, gestures) {
  /** @type {{id: number, place: string, index: number, x: number, y: number, drift: number,
   *   dx: number, dy: number, cards: HTMLElement[], carried: boolean, stuck: boolean} | null} */
  let press = null;

  /** @param {PointerEvent} event */
  function down(event) {
    if (press) {
      // A second finger ends the gesture of the first without doing anything.
      release();
      gestures.cancel();
      return;
    }
    if (event.button !== 0 || !event.isPrimary) return;
    // What was hit may have been a card that was still on its way to another place.
    const hit = board.at(document.elementFromPoint(event.clientX, event.clientY));
    if (!hit) {
      gestures.cancel();
      return;
    }
    board.root.setPointerCapture(event.pointerId);
    press = {
      ...hit,
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      dx: 0,
      dy: 0,
      drift: event.pointerType === "mouse" ? DRIFT_OF_MOUSE : DRIFT,
      cards: [],
      carried: false,
      stuck: false,
    };
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!press || event.pointerId !== press.id || press.stuck) return;
    const dx = event.clientX - press.x;
    const dy = event.clientY - press.y;
    if (!press.carried) {
      if (Math.hypot(dx, dy) <= press.drift) return;
      if (!gestures.lift(press.place, press.index)) {
        press.stuck = true;
        return;
      }
      press.carried = true;
      press.cards = board.from(press.place, press.index);
      for (const card of press.cards) {
        card.classList.add("held");
      }
    }
    [press.dx, press.dy] = [dx, dy];
    for (const card of press.cards) {
      card.style.transform = `translate(${dx}px, ${dy}px) translate(var(--right, 0), var(--drop, 0))`;
    }
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!press || event.pointerId !== press.id) return;
    const { place, index, cards, carried } = press;
    const there = board.from(place, index);
    if (carried && cards.some((card, at) => card !== there[at])) {
      // Another page has moved them in the meantime.
      release();
      gestures.cancel();
    } else if (carried) {
      const card = cards[0].getBoundingClientRect();
      gestures.drop(place, cards.length, event.clientX, event.clientY, card);
      release();
    } else if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= press.drift) {
      release();
      gestures.tap(place, index, event.timeStamp);
    } else {
      release();
    }
  }

  /** Put down what is still held; a card that was not moved flies home. */
  function release() {
    if (!press) return;
    const { cards, place, index, dx, dy } = press;
    press = null;
    const still = board.from(place, index);
    for (const card of cards) {
      card.classList.remove("held");
      card.style.transform = "";
      if (!still.includes(card)) continue;
      const to = board.spot(card);
      board.motion.home(card, { ...to, x: to.x + dx, y: to.y + dy }, to);
    }
  }

  /** @param {PointerEvent} event */
  function cancel(event) {
    if (!press || event.pointerId !== press.id) return;
    release();
    gestures.cancel();
  }

  /**
   * Enter and the space bar, and the tap of a screen reader, come as clicks without a pointer: on
   * a place as a whole, whichever of its cards a screen reader aims at.
   * @param {MouseEvent} event
   */
  function click(event) {
    if (event.detail !== 0) return;
    const hit = board.at(event.target);
    if (hit) gestures.tap(hit.place, undefined, event.timeStamp);
  }

  board.root.addEventListener("pointerdown", down);
  board.root.addEventListener("pointermove", move);
  board.root.addEventListener("pointerup", up);
  board.root.addEventListener("pointercancel", cancel);
  board.root.addEventListener("click", click);
  board.root.addEventListener("contextmenu", (event) => event.preventDefault());
  board.root.addEventListener("dragstart", (event) => event.preventDefault());
}
