// What is said at the table: shown for a while, and told to those who listen.

import { element } from "./elements.js";
import { cardName, hasText, placeName, shortCard, text } from "./texts.js";

/** @typedef {import("./types").Layout} Layout */
/** @typedef {import("./types").View} View */

/** How long words stay on the table, in milliseconds. */
const SAID = 4000;
/** The most uncovered cards that are told one by one. */
const TOLD = 3;

export class Voice {
  /** @param {Layout} layout */
  constructor(layout) {
    this.layout = layout;
    this.root = element("p", { class: "say quiet", role: "status", "aria-live": "polite" });
    this.silence = 0;
  }

  close() {
    clearTimeout(this.silence);
  }

  /**
   * Say something: to all, or only to those who listen.
   * @param {string} words
   * @param {boolean} [stays]
   * @param {boolean} [unseen]
   */
  say(words, stays = false, unseen = false) {
    clearTimeout(this.silence);
    // The same words twice are said twice: a live region tells only what changes.
    this.root.textContent = words && this.root.textContent === words ? `${words}\u200b` : words;
    this.root.classList.toggle("quiet", !words);
    this.root.classList.toggle("unseen", unseen);
    if (!stays) this.silence = window.setTimeout(() => this.root.classList.add("quiet"), SAID);
  }

  /**
   * Say what happened, for those who do not see it.
   * @param {View} before
   * @param {View} view
   */
  announce(before, view) {
    const uncovered = Object.keys(view.places).map((place) => {
      const [old, now] = [before.places[place], view.places[place]];
      return now.length <= old.length && now.at(-1) !== old.at(-1) ? now.at(-1) : undefined;
    });
    const cards = uncovered.filter((card) => card !== undefined && card !== "??");
    const told = cards.map((card) => cardName(String(card))).join(", ");
    const turned = told && cards.length <= TOLD ? text("said.turned", { card: told }) : "";
    this.say([this.done(before, view.last ?? ""), turned].filter(Boolean).join(" "), false, true);
  }

  /**
   * What an action did, in words.
   * @param {View} before
   * @param {string} token
   */
  done(before, token) {
    const parts = before.legal[token] ?? [];
    const own = `said.${token}`;
    if (!parts.length || parts[0][3]) return hasText(own) ? text(own) : "";
    const [source, size, target] = parts[0];
    const top = (/** @type {string} */ place) => before.places[place].at(-1) ?? "??";
    if (target === null) {
      const cards = parts.map(([place]) => shortCard(top(place)));
      return text("said.removed", { cards: cards.join(", ") });
    }
    if (top(source) === "??") return "";
    const place = placeName(this.layout, target);
    if (size > 1) return text("said.moved-run", { count: size, place });
    return text("said.moved", { card: shortCard(top(source)), place });
  }
}
