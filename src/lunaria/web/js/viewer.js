// A game looked at again: its board, the list of its actions, and what leads through them.

import { Board } from "./board.js";
import { element, icon } from "./elements.js";
import { Reel } from "./reel.js";
import { CHOICES, choose, setting } from "./settings.js";
import { text } from "./texts.js";
import { Voice } from "./voice.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").Frame} Frame */

/** How long a position stays before the next one comes, in milliseconds. */
const STAYS = /** @type {Record<string, number>} */ ({ slow: 2400, normal: 1200, fast: 450 });

const WAYS = /** @type {Record<string, (viewer: Viewer) => void>} */ ({
  ArrowLeft: (viewer) => viewer.go(viewer.at - 1),
  ArrowRight: (viewer) => viewer.go(viewer.at + 1),
  Home: (viewer) => viewer.go(0),
  End: (viewer) => viewer.go(viewer.reel.last),
  " ": (viewer) => viewer.toggle(),
});
/** What does something of its own with those keys. */
const OWN = /** @type {Record<string, string>} */ ({
  " ": "button, a, select, textarea, summary, input:not([type=range])",
  other: "select, textarea, input, pre, dialog",
});

export class Viewer {
  /**
   * @param {Game} game
   * @param {Frame[]} frames
   * @param {{keys?: HTMLElement | Document, moved?: (at: number) => void}} [options] where the
   *   keys are heard, and who is told of each position that is shown
   */
  constructor(game, frames, { keys, moved = () => {} } = {}) {
    this.game = game;
    this.moved = moved;
    this.left = new AbortController();
    this.at = 0;
    this.playing = 0;
    /** What is told of a position beside what was done. @type {(at: number) => string} */
    this.more = () => "";
    this.voice = new Voice(game.layout);
    const name = text(`game.${game.id}`);
    this.surface = element("div", { class: "board", role: "group", "aria-label": name });
    this.said = element("p", { class: "said" });
    this.slider = /** @type {HTMLInputElement} */ (
      element("input", {
        type: "range",
        min: 0,
        "aria-label": text("replay.slider"),
        input: () => this.go(Number(this.slider.value)),
      })
    );
    /** Where a strip may lie over the slider. */
    this.over = element("div", { class: "over" });
    this.run = button("play", () => this.toggle());
    this.steps = {
      first: button("first", () => this.go(0)),
      back: button("back", () => this.go(this.at - 1)),
      forward: button("forward", () => this.go(this.at + 1)),
      last: button("last", () => this.go(this.reel.last)),
    };
    const { first, back, forward, last } = this.steps;
    this.root = element(
      "div",
      { class: "viewer" },
      this.surface,
      this.said,
      this.over,
      this.slider,
      element("div", { class: "ways" }, first, back, this.run, forward, last, speed(() => this.pace())),
      this.voice.log,
    );
    this.list = element("ol", { class: "actions" });
    this.board = new Board(this.surface, game, { still: true });
    const heard = (/** @type {any} */ event) => this.press(event);
    (keys ?? this.root).addEventListener("keydown", heard, { signal: this.left.signal });
    this.reel = new Reel(frames);
    this.show(this.reel, 0);
  }

  close() {
    this.stop();
    this.left.abort();
    this.board.close();
    this.voice.close();
  }

  /**
   * Show another row of positions.
   * @param {Reel} reel
   * @param {number} at
   * @param {number[]} [path] the positions that were not taken back; all if it is not there
   */
  show(reel, at, path) {
    this.stop();
    // It may have come on the page only now, and has a size.
    this.board.resize();
    this.reel = reel;
    this.slider.max = String(reel.last);
    this.list.replaceChildren(
      ...reel.seen.map((_, each) => {
        const off = path && !path.includes(each);
        const press = () => this.go(each);
        return element(
          "li",
          { value: each },
          element(
            "button",
            { type: "button", class: off ? "off" : null, tabindex: -1, click: press },
            reel.deed(this.voice, each),
          ),
        );
      }),
    );
    this.go(at, false);
  }

  /**
   * Show a position.
   * @param {number} at
   * @param {boolean} [tells] whether it is told to those who listen
   */
  go(at, tells = true) {
    const { reel, slider } = this;
    const before = this.mark(this.at, false);
    this.at = reel.within(at);
    this.board.render(reel.seen[this.at]);
    const told = [reel.told(this.voice, this.at), this.more(this.at)].filter(Boolean).join(" ");
    this.said.textContent = told;
    slider.value = String(this.at);
    slider.setAttribute("aria-valuetext", told);
    const atStart = String(this.at === 0);
    const atEnd = String(this.at === reel.last);
    // They keep the focus at the ends, so they are not disabled but say that they lead nowhere.
    this.steps.first.setAttribute("aria-disabled", atStart);
    this.steps.back.setAttribute("aria-disabled", atStart);
    this.steps.forward.setAttribute("aria-disabled", atEnd);
    this.steps.last.setAttribute("aria-disabled", atEnd);
    const now = this.mark(this.at, true);
    if (before && before === document.activeElement) now?.focus();
    // The slider tells its value itself, and a list its entry.
    if (tells && document.activeElement !== slider && document.activeElement !== now) {
      this.voice.tell(told);
    }
    if (this.playing && this.at === reel.last) this.stop();
    this.moved(this.at);
  }

  /** Tell anew what is told of the position, as there is more to tell. */
  refresh() {
    this.go(this.at, false);
  }

  /**
   * Mark an entry of the list, or take the mark off.
   * @param {number} at
   * @param {boolean} here
   */
  mark(at, here) {
    const entry = /** @type {HTMLElement | undefined} */ (this.list.children[at]?.firstElementChild);
    if (!entry) return null;
    entry.tabIndex = here ? 0 : -1;
    if (!here) entry.removeAttribute("aria-current");
    else {
      entry.setAttribute("aria-current", "step");
      // The list alone is scrolled: the page stays where it is.
      const [top, tall] = [entry.offsetTop, this.list.clientHeight];
      const shown = this.list.scrollTop;
      if (top < shown || top + entry.offsetHeight > shown + tall) {
        this.list.scrollTop = top - tall / 2;
      }
    }
    return entry;
  }

  toggle() {
    if (this.playing) {
      this.stop();
      return;
    }
    if (this.at === this.reel.last) this.go(0, false);
    this.playing = window.setInterval(() => this.go(this.at + 1), STAYS[setting("replay")]);
    label(this.run, "pause", text("button.pause"));
    if (this.at === this.reel.last) this.stop();
  }

  stop() {
    clearInterval(this.playing);
    this.playing = 0;
    label(this.run, "play", text("replay.play"));
  }

  /** Go on with the speed that was chosen. */
  pace() {
    if (!this.playing) return;
    this.stop();
    this.toggle();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { key, target } = event;
    const act = Object.hasOwn(WAYS, key) ? WAYS[key] : null;
    const held = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    if (!act || held || !(target instanceof Element)) return;
    if (target.closest(OWN[key] ?? OWN.other) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    act(this);
  }
}

/**
 * @param {string} name
 * @param {() => void} act
 */
function button(name, act) {
  const made = element("button", { type: "button", "data-way": name, click: act });
  label(made, name, text(`replay.${name}`));
  return made;
}

/**
 * @param {HTMLElement} made
 * @param {string} name
 * @param {string} words
 */
function label(made, name, words) {
  made.replaceChildren(icon(name));
  made.setAttribute("aria-label", words);
  made.title = words;
}

/** @param {() => void} changed */
function speed(changed) {
  const choices = /** @type {HTMLSelectElement} */ (
    element(
      "select",
      {
        "aria-label": text("replay.speed"),
        change: () => {
          choose("replay", choices.value);
          changed();
        },
      },
      ...CHOICES.replay.map((value) => element("option", { value }, text(`replay.speed.${value}`))),
    )
  );
  choices.value = setting("replay");
  return choices;
}
