// What touches mean. Nothing here knows a rule: it looks up what the game and the view brought.

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").View} View */
/** @typedef {import("./types").Meaning} Meaning */
/** @typedef {import("./types").Touch} Touch */

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
    /** Whether the selected card was taken up to be put where the player says. */
    this.taken = false;
    this.last = NO_TAP;
    /** The last touch that came within a double tap for a card that was not there before. */
    this.early = { place: "", time: -Infinity };
  }

  clear() {
    this.places = [];
    this.taken = false;
  }

  /**
   * Take up the last card of a place without playing it, as a drag does: the next place that is
   * tapped is where it is put down. A run that moves as a whole goes along.
   * @param {View} view
   * @param {string} place
   * @returns {Meaning}
   */
  take(view, place) {
    this.clear();
    this.last = NO_TAP;
    const card = view.places[place].at(-1);
    if (!(place in view.taps) || !card || card === "??") return NOTHING;
    this.places = [place];
    this.taken = true;
    return { does: "select" };
  }

  /**
   * Two taps at once on the last card of a place.
   * @param {View} view
   * @param {string} place
   * @returns {Meaning}
   */
  twice(view, place) {
    this.clear();
    this.last = NO_TAP;
    const tap = view.taps[place];
    const token = tap?.token ?? view.doubles[place]?.at(-1);
    if (token) return this.plays(token);
    return tap ? { does: "shake", reason: tap.reason ?? null } : NOTHING;
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
    return this.refusal(source, target) ?? { does: "shake", reason: null };
  }

  /**
   * The places that a card carried from `source` may be dropped on.
   * @param {View} view
   * @param {string} source
   * @param {number} [count] how many cards; any number if it is not given
   * @returns {string[]}
   */
  targets(view, source, count) {
    if (Object.keys(this.game.touches).length > 0) {
      return this.along(view, this.carried(view, source)).filter((place) => place !== source);
    }
    return Object.entries(view.legal)
      .filter(([token]) => token.startsWith(`${source}>`))
      .filter(([, parts]) => count === undefined || parts[0][1] === count)
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
      const first = this.game.tapFirst && !this.taken;
      if (first && tap?.token) return this.plays(tap.token);
      const area = this.areaOf(place);
      const token = this.route(view, selected, place, area);
      if (token) return this.plays(token);
      const refusal = this.refusal(selected, place);
      if (refusal) {
        if (first) this.places = tap && !tap.reason ? [place] : [];
        return refusal;
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
    const touch = this.picking(view, this.places, place);
    if (!touch) return NOTHING;
    if (touch.plays) {
      const together = [...this.places, place];
      return this.plays(this.game.places.filter((each) => together.includes(each)).join("+"));
    }
    this.places = this.picked(view, this.places, place, touch);
    if (touch.reason) return { does: "shake", reason: touch.reason };
    return { does: "select" };
  }

  /**
   * What touching a place does where others are picked; nothing where no card lies.
   * @param {View} view
   * @param {string[]} picked
   * @param {string} place
   * @returns {Touch | undefined}
   */
  picking(view, picked, place) {
    return this.game.touches[picked.map((other) => view.kinds[other]).join("+")]?.[view.kinds[place]];
  }

  /**
   * The places that are picked after that touch.
   * @param {View} view
   * @param {string[]} picked
   * @param {string} place
   * @param {Touch} touch
   */
  picked(view, picked, place, touch) {
    const keeps = [...touch.keeps];
    const kept = picked.filter((other) => {
      const at = keeps.indexOf(view.kinds[other]);
      if (at >= 0) keeps.splice(at, 1);
      return at >= 0;
    });
    return touch.adds ? [...kept, place] : kept;
  }

  /**
   * The places whose cards go along with those that are picked: the picked ones, and each that
   * completes them or joins them all (HM-15).
   * @param {View} view
   * @param {string[]} [picked]
   */
  along(view, picked = this.places) {
    return Object.keys(view.kinds).filter((place) => {
      if (picked.includes(place)) return true;
      const touch = this.picking(view, picked, place);
      if (!touch) return false;
      return touch.plays || this.picked(view, picked, place, touch).length > picked.length;
    });
  }

  /**
   * The places that are picked when the card of `source` is taken up: those picked before stay
   * only where it joins them.
   * @param {View} view
   * @param {string} source
   */
  carried(view, source) {
    if (this.places.includes(source)) return this.places;
    const touch = this.picking(view, this.places, source);
    return touch?.adds ? this.picked(view, this.places, source, touch) : [source];
  }

  /**
   * @param {View} view
   * @param {string} source
   * @param {string | null} target
   * @returns {Meaning}
   */
  dropPick(view, source, target) {
    if (target === null || target === source) return NOTHING;
    if (this.places.includes(target)) {
      return this.places.includes(source) ? NOTHING : this.pick(view, source);
    }
    this.places = this.carried(view, source);
    return this.pick(view, target);
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
   * What comes of a move that is not legal; nothing where no card ever goes to the target.
   * @param {string} source
   * @param {string} target another place
   * @returns {Meaning | null}
   */
  refusal(source, target) {
    if (!this.game.targets.includes(target)) return null;
    return { does: "shake", reason: null, asks: `${source}>${target}` };
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
