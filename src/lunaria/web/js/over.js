// What covers the table, and where the focus goes when it comes and goes: the pause and the end.

import { share } from "./clipboard.js";
import { panel } from "./dialogs.js";
import { element } from "./elements.js";
import { follower } from "./games.js";
import { placeText } from "./place.js";
import { request } from "./server.js";
import { hasText, isoDay, numberText, text, timeText } from "./texts.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").View} View */

export class Over {
  /**
   * @param {Game} game
   * @param {{resume: () => void, undo: () => void, fresh: () => void,
   *   replay: () => void, back: () => void, say: (words: string) => void,
   *   go: import("./newgame.js").Go}} press `back` puts the focus on the board
   */
  constructor(game, press) {
    this.game = game;
    this.press = press;
    this.root = element("div");
  }

  /**
   * Cover the table where the view says so; returns what is told of it.
   * @param {View} view
   * @param {boolean} takes whether the focus goes to what has come
   */
  show(view, takes) {
    const held = this.root.contains(document.activeElement);
    this.root.replaceChildren();
    let told = "";
    if (view.paused) {
      const resume = { label: text("button.resume"), act: this.press.resume, first: true };
      told = `${text("paused.title")}. ${text("paused.text")}`;
      this.root.append(panel(text("paused.title"), [text("paused.text")], [resume]));
    } else if (view.outcome) {
      told = this.end(view, view.outcome);
    }
    if (told && takes && !document.querySelector("dialog[open]")) this.focus();
    else if (held) this.press.back();
    return told;
  }

  focus() {
    this.root.querySelector("button")?.focus();
  }

  /** There is no such table. */
  gone() {
    const home = { label: text("page.home"), act: () => this.press.go("/"), first: true };
    this.root.replaceChildren(panel(text("state.gone"), [], [home]));
    this.focus();
  }

  /**
   * @param {View} view
   * @param {string} outcome
   */
  end(view, outcome) {
    const own = `end.${outcome}.${this.game.id}`;
    const figures = [
      view.score === null ? null : `${text("bar.score")} ${numberText(view.score)}`,
      text("count.moves", { count: view.moves }),
      timeText(view.time),
    ];
    const title = text(`end.${outcome}.title`);
    const words = hasText(own) ? text(own) : text(`end.${outcome}.text`);
    const undo = { label: text("end.undo"), act: this.press.undo };
    const fresh = { label: text("button.new"), act: this.press.fresh, first: true };
    const look = { label: text("end.look"), act: () => this.uncover() };
    const again = { label: text("end.replay"), act: this.press.replay };
    const send = {
      label: text("end.share"),
      act: async () => this.press.say(await share(this.line(view, outcome))),
    };
    this.root.append(
      panel(
        title,
        [
          element("p", {}, words),
          element("p", {}, figures.filter(Boolean).join(" · ")),
          outcome === "won" ? this.place(view) : null,
        ],
        [...(outcome !== "won" && view.undo > 0 ? [undo] : []), fresh, look, again, send],
      ),
    );
    return `${title} ${words}`;
  }

  /**
   * The place among those who have won the deal of the day, where the table has it.
   * @param {View} view
   */
  place(view) {
    const shown = element("p", { role: "status" });
    const day = isoDay(new Date());
    const address = `/rankings/${this.game.id}/${day}`;
    const fill = (/** @type {import("./types").Ranking} */ told) => {
      if (told.code !== view.code || told.own?.replay !== view.replay) return;
      const link = { href: address, click: follower(address, this.press.go) };
      shown.append(element("a", link, placeText("ranking.today", told)));
    };
    // Where nothing is known nothing is said.
    request(`/api/rankings/${this.game.id}?day=${day}`).then(fill, () => null);
    return shown;
  }

  /**
   * The result in one line, with the link to the deal; it tells nothing of the cards.
   * @param {View} view
   * @param {string} outcome
   */
  line(view, outcome) {
    const told = [
      `${text(`game.${this.game.id}`)} ${view.code}`,
      text(`result.${outcome}`),
      text("count.moves", { count: view.moves }),
      timeText(view.time),
    ];
    return `${told.join(" · ")} ${location.origin}/play/${this.game.id}/${view.code}`;
  }

  uncover() {
    this.root.replaceChildren();
    this.press.back();
  }
}
