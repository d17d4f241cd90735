// What touches mean. Nothing here knows a rule: it looks up what the game and the view brought.

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").View} View */
/** @typedef {import("./types").Meaning} Meaning */
/** @typedef {import("./types").Reason} Reason */

import { manner } from "./settings.js";

/** Two taps within this many milliseconds on one place are a double tap. */
export const DOUBLE_TAP = 300;

/** For so many milliseconds a touch that came too early is remembered. */
const EARLY = 1500;

/** @type {Readonly<{place: string, time: number, acted: boolean}>} */
const NO_TAP = { place: "", time: -Infinity, acted: false };

/** @type {Meaning} */
const NOTHING = { does: "nothing" };

/** The places selected so far, and what another touch does. */
export class Selection {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {string[]} */
    this.places = [];
    this.last = NO_TAP;
    /** The last touch that came within a double tap for a card that was not there before. */
    this.early = { place: "", time: -Infinity };
  }

  clear() {
    this.places = [];
  }

  /**
   * A tap on a place, at the card of that index.
   * @param {View} view
   * @param {string} place
   * @param {number} index
   * @param {number} time in milliseconds
   * @returns {Meaning}
   */
  tap(view, place, index, time) {
    const isDouble = place === this.last.place && time - this.last.time <= DOUBLE_TAP;
    const first = this.last;
    const picks = Object.keys(this.game.touches).length > 0;
    const doubles = !("doubles" in this.game.manners) || manner(this.game, "doubles");
    if (isDouble && (first.acted || (doubles && !picks))) {
      this.last = NO_TAP;
      if (first.acted) {
        this.early = { place, time };
        return NOTHING;
      }
      const token = view.doubles[place]?.[index];
      if (token) return this.plays(token);
      return this.places.includes(place) ? { does: "shake", reason: null } : NOTHING;
    }
    this.recall(view, place, time);
    const meaning = picks ? this.pick(view, place) : this.move(view, place, index);
    // A second tap must not act on the card that the first one uncovered or put there (APP-8a);
    // tokens without places, as of a stock, can follow each other as fast as one likes.
    const acted = meaning.does === "play" && /[>+]/.test(meaning.token);
    const counts = acted || meaning.does !== "play";
    this.last = counts ? { place, time, acted } : NO_TAP;
    return meaning;
  }

  /**
   * A touch that came too early for a card does nothing by itself. But where the next touch fits
   * with it, it was meant: somebody who knows what comes plays faster than a double tap.
   * @param {View} view
   * @param {string} place
   * @param {number} time
   */
  recall(view, place, time) {
    const { place: early, time: when } = this.early;
    this.early = { place: "", time: -Infinity };
    if (this.places.length || early === place || time - when > EARLY) return;
    const touch = this.game.touches[view.kinds[early]]?.[view.kinds[place]];
    const fits = touch ? !touch.reason : `${early}>${place}` in view.legal;
    if (fits) this.places = [early];
  }

  /**
   * A card dropped on a place.
   * @param {View} view
   * @param {string} source
   * @param {number} count how many cards were carried
   * @param {string | null} target
   * @param {string | null} area the area that the target or the pointer lies in
   * @returns {Meaning}
   */
  drop(view, source, count, target, area) {
    // Two taps with a drag between them are no double tap.
    this.last = NO_TAP;
    if (Object.keys(this.game.touches).length > 0) return this.dropPick(view, source, target);
    this.clear();
    const token = this.route(view, source, target, area);
    if (token) {
      const moved = view.legal[token][0][1];
      if (moved === count) return this.plays(token);
      return { does: "shake", reason: moved < count ? this.game.tooMany : this.game.tooFew };
    }
    if (target === null || target === source) return NOTHING;
    if (count > 1) return { does: "shake", reason: this.game.tooMany };
    return { does: "shake", reason: this.refusal(view, source, target) };
  }

  /**
   * The places that a card carried from `source` may be dropped on.
   * @param {View} view
   * @param {string} source
   * @param {number} count
   * @returns {string[]}
   */
  targets(view, source, count) {
    return Object.entries(view.legal)
      .filter(([token, parts]) => token.startsWith(`${source}>`) && parts[0][1] === count)
      .map(([token]) => token.slice(source.length + 1));
  }

  /**
   * @param {View} view
   * @param {string} place
   * @param {number} index
   * @returns {Meaning}
   */
  move(view, place, index) {
    const [selected] = this.places;
    if (selected === place) {
      this.clear();
      return { does: "deselect" };
    }
    const onTop = index >= view.places[place].length - 1;
    const tap = onTop ? view.taps[place] : undefined;
    if (selected !== undefined) {
      if (this.game.tapFirst && tap?.token) return this.plays(tap.token);
      const area = this.areaOf(place);
      const token = this.route(view, selected, place, area);
      if (token) return this.plays(token);
      const reason = this.refusal(view, selected, place);
      if (reason) {
        if (this.game.tapFirst) this.places = tap && !tap.reason ? [place] : [];
        return { does: "shake", reason };
      }
      this.clear();
    }
    if (!tap) return NOTHING;
    if (tap.token) return this.plays(tap.token);
    if (tap.reason) return { does: "shake", reason: tap.reason };
    this.places = [place];
    return tap.shakes ? { does: "shake", reason: null } : { does: "select" };
  }

  /**
   * One more card of those that are picked to go together.
   * @param {View} view
   * @param {string} place
   * @returns {Meaning}
   */
  pick(view, place) {
    if (this.places.includes(place)) {
      this.places = this.places.filter((other) => other !== place);
      return { does: "deselect" };
    }
    const kind = view.kinds[place];
    if (kind === undefined) return NOTHING;
    const picked = this.places.map((other) => view.kinds[other]);
    const touch = this.game.touches[picked.join("+")]?.[kind];
    if (!touch) return NOTHING;
    if (touch.plays) {
      const together = [...this.places, place];
      return this.plays(this.game.places.filter((each) => together.includes(each)).join("+"));
    }
    const keeps = [...touch.keeps];
    this.places = this.places.filter((other) => {
      const at = keeps.indexOf(view.kinds[other]);
      if (at >= 0) keeps.splice(at, 1);
      return at >= 0;
    });
    if (touch.adds) this.places.push(place);
    if (touch.reason) return { does: "shake", reason: touch.reason };
    return { does: "select" };
  }

  /**
   * @param {View} view
   * @param {string} source
   * @param {string | null} target
   * @returns {Meaning}
   */
  dropPick(view, source, target) {
    if (target === null || target === source) return NOTHING;
    if (!this.places.includes(source)) this.pick(view, source);
    return this.places.includes(target) ? NOTHING : this.pick(view, target);
  }

  /**
   * The token that takes the card of `source` to `target`, or into the area around it.
   * @param {View} view
   * @param {string} source
   * @param {string | null} target
   * @param {string | null} area
   */
  route(view, source, target, area) {
    const direct = `${source}>${target}`;
    if (target !== null && direct in view.legal) return direct;
    return area === null ? undefined : view.areas[source];
  }

  /**
   * The area that a place belongs to.
   * @param {string} place
   */
  areaOf(place) {
    const areas = Object.entries(this.game.layout.areas);
    return areas.find(([, places]) => places.includes(place))?.[0] ?? null;
  }

  /**
   * @param {View} view
   * @param {string} source
   * @param {string} target
   * @returns {Reason | null}
   */
  refusal(view, source, target) {
    const found = (view.refusals[source] ?? []).find(([, targets]) => targets.includes(target));
    return found ? found[0] : null;
  }

  /**
   * @param {string} token
   * @returns {Meaning}
   */
  plays(token) {
    this.clear();
    return { does: "play", token };
  }
}
