// Dragging cards of a hand up to the table.

/** A press that drifts less than this many pixels is still a tap. */
const DRIFT = 8;

/**
 * @typedef {object} Carrying
 * @property {(button: HTMLElement) => HTMLElement[]} lift the cards that go along; none: it stays
 * @property {(button: HTMLElement) => void} drop they were let go above the hand
 * @property {(cards: HTMLElement[], dx: number, dy: number) => void} home they were not
 */

/**
 * Let the buttons of a hand be dragged.
 * @param {HTMLElement} root
 * @param {Carrying} carrying
 * @param {AbortSignal} signal aborted when the hand is gone
 */
export function carry(root, carrying, signal) {
  /** @type {{id: number, button: HTMLElement, x: number, y: number, dx: number, dy: number,
   *   cards: HTMLElement[], carried: boolean} | null} */
  let press = null;

  /** @param {PointerEvent} event */
  function down(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (press || !button || event.button !== 0 || !event.isPrimary) return;
    press = {
      id: event.pointerId,
      button,
      x: event.clientX,
      y: event.clientY,
      dx: 0,
      dy: 0,
      cards: [],
      carried: false,
    };
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!press || event.pointerId !== press.id) return;
    press.dx = event.clientX - press.x;
    press.dy = event.clientY - press.y;
    if (!press.carried) {
      if (Math.hypot(press.dx, press.dy) <= DRIFT) return;
      press.carried = true;
      press.cards = carrying.lift(press.button);
      // From now on the click that ends a press is none of the button's.
      root.setPointerCapture(press.id);
      for (const card of press.cards) card.classList.add("held");
    }
    for (const card of press.cards) {
      card.style.transform = `translate(${press.dx}px, ${press.dy}px)`;
    }
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!press || event.pointerId !== press.id) return;
    const { button, cards, carried, dx, dy } = press;
    press = null;
    if (!carried) return;
    const above = event.type === "pointerup" && event.clientY < root.getBoundingClientRect().top;
    if (above && cards.length) carrying.drop(button);
    const rest = cards.filter((card) => card.isConnected);
    for (const card of rest) {
      card.classList.remove("held");
      card.style.transform = "";
    }
    carrying.home(rest, dx, dy);
  }

  root.addEventListener("pointerdown", down);
  // A quick hand has left the root before it is seen to move.
  document.addEventListener("pointermove", move, { signal });
  document.addEventListener("pointerup", up, { signal });
  document.addEventListener("pointercancel", up, { signal });
  root.addEventListener("dragstart", (event) => event.preventDefault());
  root.addEventListener("contextmenu", (event) => event.preventDefault());
}
