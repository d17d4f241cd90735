// The foot: undo and redo, the game's own buttons, and apart from them pause and new game.

import { element, icon } from "./elements.js";
import { text } from "./texts.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").View} View */

export class Foot {
  /**
   * @param {Game} game
   * @param {{act: (token: string) => void, pause: () => void, fresh: () => void}} press
   */
  constructor(game, press) {
    /** @param {string} name @param {() => void} act */
    const button = (name, act) =>
      /** @type {HTMLButtonElement} */ (
        element(
          "button",
          { type: "button", "data-button": name, click: act },
          icon(name),
          element("span", { class: "wide" }, text(`button.${name}`)),
        )
      );
    this.undo = button("undo", () => press.act("undo"));
    this.redo = button("redo", () => press.act("redo"));
    this.own = game.buttons.map((token) => button(token, () => press.act(token)));
    this.pause = button("pause", press.pause);
    this.root = element(
      "footer",
      { class: "foot" },
      element("div", { class: "group" }, this.undo, this.redo),
      this.own.length ? element("div", { class: "group" }, ...this.own) : null,
      element("div", { class: "group" }, this.pause, button("new", press.fresh)),
    );
  }

  /** @param {View} view */
  show(view) {
    this.undo.disabled = view.undo === 0 || view.paused;
    this.redo.disabled = view.redo === 0 || view.paused;
    this.pause.disabled = !view.runs;
    for (const button of this.own) {
      const token = button.dataset.button ?? "";
      const left = view.redeals ?? 0;
      const note = left ? text(`${token}.left`, { count: left }) : text(`${token}.none`);
      const label = element("span", {}, text(`button.${token}`), " ", element("small", {}, note));
      button.replaceChildren(icon(token), label);
      button.disabled = !(token in view.legal) || view.paused;
    }
  }
}
