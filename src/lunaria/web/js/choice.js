// A small choice beside what was touched.

import { element } from "./elements.js";

/** @typedef {{label: string, act: () => void}} Item */

export class Choice {
  /** @param {HTMLElement} ground in which it lies */
  constructor(ground) {
    this.ground = ground;
    /** @type {HTMLElement | null} */
    this.shown = null;
    /** @type {HTMLElement | null} what was touched */
    this.anchor = null;
    this.left = new AbortController();
    const { signal } = this.left;
    document.addEventListener(
      "pointerdown",
      ({ target }) => {
        if (target instanceof Node && !this.shown?.contains(target) && !this.anchor?.contains(target)) {
          this.close();
        }
      },
      { capture: true, signal },
    );
  }

  end() {
    this.close();
    this.left.abort();
  }

  /**
   * Ask what is meant.
   * @param {HTMLElement} anchor
   * @param {string} title
   * @param {Item[]} items
   * @param {boolean} [takes] whether the focus goes there
   */
  ask(anchor, title, items, takes = true) {
    this.close();
    this.anchor = anchor;
    anchor.setAttribute("aria-expanded", "true");
    const buttons = items.map(({ label, act }) =>
      element(
        "button",
        {
          type: "button",
          role: "menuitem",
          click: () => {
            this.close();
            act();
          },
        },
        label,
      ),
    );
    this.shown = element(
      "div",
      { class: "choice", keydown: (/** @type {KeyboardEvent} */ event) => this.press(event, buttons) },
      element("p", { id: "choice" }, title),
      element("div", { role: "menu", "aria-labelledby": "choice" }, ...buttons),
    );
    this.ground.append(this.shown);
    this.place();
    if (takes) buttons[0].focus();
  }

  /** Lie above what was touched, whole on the screen. */
  place() {
    if (!this.shown || !this.anchor) return;
    const ground = this.ground.getBoundingClientRect();
    const near = this.anchor.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.shown;
    const middle = near.left + near.width / 2 - ground.left - width / 2;
    const x = Math.max(8, Math.min(middle, ground.width - width - 8));
    const y = Math.max(4, near.top - ground.top - height - 10);
    this.shown.style.left = `${x}px`;
    this.shown.style.top = `${y}px`;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {HTMLElement[]} buttons
   */
  press(event, buttons) {
    const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step) buttons[(at + step + buttons.length) % buttons.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Away with it; the focus goes back to what was touched if it was here. */
  close() {
    const { shown, anchor } = this;
    this.shown = this.anchor = null;
    const held = shown?.contains(document.activeElement);
    shown?.remove();
    anchor?.setAttribute("aria-expanded", "false");
    if (held) anchor?.focus();
  }
}
