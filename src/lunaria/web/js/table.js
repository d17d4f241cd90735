// A game being played: the board, the bar and the foot, and the socket behind them.

import { Answers } from "./answers.js";
import { Bar } from "./bar.js";
import { Board } from "./board.js";
import { element } from "./elements.js";
import { loadFaces } from "./faces.js";
import { Foot } from "./foot.js";
import { sound } from "./hearing.js";
import { Keys } from "./keys.js";
import { askNewGame } from "./newgame.js";
import { showOptions } from "./options.js";
import { Over } from "./over.js";
import { listen } from "./pointer.js";
import { look, stayNew } from "./release.js";
import { TableSocket, cookieWarning, request } from "./server.js";
import { manner } from "./settings.js";
import { styled } from "./styles.js";
import { cardName, reasonText, text } from "./texts.js";
import { Selection } from "./touch.js";
import { studySwitch } from "./study.js";
import { Voice } from "./voice.js";
import { Walk } from "./walk.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").View} View */
/** @typedef {import("./types").Meaning} Meaning */
/** @typedef {import("./newgame.js").Go} Go */

/** A server that has not answered after so many milliseconds is waited for in words. */
const SLOW = 500;

/**
 * Show the table of a game: the one kept with the address, or that of its code, or a random deal.
 * @type {import("./types").ShowPage}
 */
export async function showTable(page, games, go, signal, [gameId, code]) {
  const dressed = Promise.all([loadFaces(), styled("front", "faces", "table", "board", "keys")]);
  let table = history.state?.table;
  if (!table) {
    const asked = request("/api/tables", code ? { code } : { game: gameId });
    const [made] = await Promise.all([asked, dressed]);
    signal.throwIfAborted();
    table = made.table;
    history.replaceState({ table }, "", `/play/${made.game}/${made.code}`);
    gameId = made.game;
  }
  await dressed;
  signal.throwIfAborted();
  const game = games.find((each) => each.id === gameId);
  if (!game) throw new Error(text("refusal.not-found"));
  const shown = new TablePage(page, game, table, go, signal);
  signal.addEventListener("abort", () => shown.close());
  stayNew(signal, () => shown.idle());
}

export class TablePage {
  /**
   * @param {HTMLElement} page
   * @param {Game} game
   * @param {string} table
   * @param {Go} go
   * @param {AbortSignal} signal aborted when the table is left
   */
  constructor(page, game, table, go, signal) {
    this.game = game;
    this.table = table;
    this.go = go;
    /** @type {View | null} */
    this.view = null;
    /** @type {{token: string, revision: number, session: number} | null} an action that is not answered yet */
    this.pending = null;
    /** @type {(() => void)[]} what was touched while an action was pending */
    this.waiting = [];
    /** Whether it was just said that the game has moved on elsewhere; then the moves are not. */
    this.stale = false;
    this.selection = new Selection(game);
    const name = text(`game.${game.id}`);
    // Covered until there is a game to be seen.
    this.surface = element("div", {
      class: "board covered",
      role: "application",
      "aria-label": name,
      "aria-description": text("keys.hint"),
    });
    this.voice = new Voice(game.layout);
    const ways = {
      home: () => go("/"),
      options: () => this.askOptions(),
      copy: () => this.copyLink(),
    };
    this.bar = new Bar(game, ways, () => this.seen());
    this.foot = new Foot(game, {
      act: (token) => this.act(token),
      pause: () => this.tell("pause"),
      fresh: () => this.askNew(),
    });
    this.over = new Over(game, {
      resume: () => this.tell("resume"),
      undo: () => this.act("undo"),
      fresh: () => this.askNew(),
      replay: () => go(`/replay/${this.view?.replay}`),
      back: () => this.walk.focus(),
      say: (words) => this.voice.say(words),
      go,
    });
    const ground = element(
      "main",
      { class: "ground" },
      element("h1", { class: "unseen" }, name),
      this.surface,
      this.voice.shown,
      this.voice.log,
      this.over.root,
    );
    this.root = element(
      "div",
      { class: "table", "data-game": game.id, "data-outcome": "" },
      this.bar.root,
      ground,
      this.foot.root,
    );
    page.replaceChildren(this.root);
    document.title = `${name} · ${text("page.title")}`;
    this.board = new Board(this.surface, game);
    this.walk = new Walk(this.board);
    this.keys = new Keys(this);
    listen(this.board, {
      tap: (place, index, time) => this.tap(place, index, time),
      lift: (place, index) => this.lift(place, index),
      drop: (place, count, x, y, card) => this.drop(place, count, x, y, card),
      cancel: () => this.letGo(),
    });
    for (const event of ["visibilitychange", "online", "pageshow"]) {
      addEventListener(event, () => this.seen(), { capture: true, signal });
    }
    this.socket = new TableSocket(`/api/tables/${table}/socket`, {
      view: (/** @type {View} */ view) => this.show(view),
      refused: ({ reason }) => this.refused(reason),
      state: (state) => this.connection(state),
      why: (why) => this.pending ?? this.answers.hear(why, this.view),
    });
    this.answers = new Answers(this.voice, this.socket);
    const waits = () => this.root.dataset.connection ?? this.voice.show(text("state.connecting"), true);
    setTimeout(waits, SLOW);
  }

  close() {
    this.socket.close();
    this.board.close();
    this.keys.close();
    this.bar.close();
    this.voice.close();
    this.dialog?.close();
  }

  /** Tell the server whether the page is seen; its answer tells whether the line still holds. */
  seen() {
    this.tell(document.hidden ? "hidden" : "visible");
  }

  /** Whether nothing is under way that only this page knows of. */
  idle() {
    return (
      this.root.dataset.connection === "open" &&
      !this.view?.paused &&
      !this.pending &&
      !this.selection.places.length &&
      !this.surface.querySelector(".held") &&
      !this.surface.getAnimations({ subtree: true }).length
    );
  }

  /**
   * The table as the server has it.
   * @param {View} view
   */
  show(view) {
    const before = this.view;
    const pending = this.pending;
    // Unanswered: another page paused or looked away; or the socket was cut before it arrived.
    const unanswered = pending !== null && view.revision === pending.revision;
    this.view = view;
    // What stands around the board comes first, as the board's size hangs on it.
    this.bar.show(view);
    this.foot.show(view);
    if (unanswered) {
      if (pending.session !== this.socket.session) this.send(pending);
    } else {
      this.pending = null;
      this.board.render(view, { deal: before === null && view.revision === 0 });
    }
    if (before && pending && !unanswered) sound?.answered(before, view);
    this.root.dataset.outcome = view.outcome ?? "";
    this.surface.classList.toggle("covered", view.paused);
    if (before === null) this.voice.say(cookieWarning());
    else if (view.revision > before.revision && !this.stale) {
      this.voice.announce(before, view, pending?.token === view.last);
    }
    this.stale = false;
    if (!before || view.outcome !== before.outcome || view.paused !== before.paused) {
      this.voice.tell(this.over.show(view, before !== null));
    }
    this.walk.keep(this.root, before === null);
    if (before && view.outcome === "won" && before.outcome !== "won") this.board.celebrate();
    if (unanswered) return;
    if (before && before.revision !== view.revision && !pending) this.letGo();
    for (const touch of this.waiting.splice(0)) touch();
    this.mark();
  }

  /**
   * Play a token: it is shown at once, and stands when the server has stored it.
   * @param {string} token
   */
  act(token) {
    const view = this.view;
    if (!view) return;
    if (this.pending) {
      this.waiting.push(() => this.act(token));
      return;
    }
    this.selection.clear();
    this.pending = { token, revision: view.revision, session: 0 };
    if (!this.send(this.pending)) {
      this.pending = null;
      this.voice.say(text("refusal.not-connected"));
      this.socket.connectNow();
      return;
    }
    const parts = view.legal[token];
    if (parts?.length) this.board.perform(parts);
    sound?.performed(this.game, view, token);
    this.board.select([], []);
  }

  /**
   * @param {{token: string, revision: number, session: number}} pending
   */
  send(pending) {
    pending.session = this.socket.session;
    const { token, revision } = pending;
    return this.socket.send({ type: "act", token, revision });
  }

  /**
   * @param {string} place
   * @param {number} [index]
   * @param {number} [time] of the touch, in milliseconds
   */
  tap(place, index = (this.view?.places[place].length ?? 0) - 1, time = performance.now()) {
    this.touch(place, (view) => this.mean(this.selection.tap(view, place, index, time), place));
  }

  /**
   * @param {string} place
   * @param {number} index
   */
  lift(place, index) {
    const view = this.view;
    const cards = view?.places[place] ?? [];
    if (!view || this.pending || view.paused || !cards.length || cards[index] === "??") return false;
    const count = cards.length - index;
    if (!(place in view.taps) && !(place in view.kinds)) return false;
    this.board.offer(this.selection.targets(view, place, count));
    return true;
  }

  /**
   * @param {string} place
   * @param {number} count
   * @param {number} x
   * @param {number} y
   * @param {DOMRect} card
   */
  drop(place, count, x, y, card) {
    this.board.offer([]);
    const view = this.view;
    if (!view) return;
    const target = this.board.under(x, y, card);
    const area = this.board.areaAt(x, y) ?? (target && this.selection.areaOf(target));
    this.mean(this.selection.drop(view, place, count, target, area), place);
  }

  /**
   * Do what a touch means now, or when the pending action is answered: then only where the place
   * still shows the card that the player saw.
   * @param {string} place
   * @param {(view: View) => void} act
   */
  touch(place, act) {
    if (!this.view || this.view.paused) return;
    if (!this.pending) {
      act(this.view);
      return;
    }
    const seen = this.board.from(place, -1)[0]?.dataset.card;
    this.waiting.push(() => {
      const top = this.view?.places[place].at(-1);
      if (this.pending) this.touch(place, act);
      else if (this.view && (seen === "??" || seen === undefined || top === seen)) act(this.view);
    });
  }

  /**
   * @param {Meaning} meaning
   * @param {string} place
   */
  mean(meaning, place) {
    if (meaning.does === "play") {
      this.act(meaning.token);
      return;
    }
    if (meaning.does === "shake") {
      this.board.shake(place);
      sound?.refused();
    }
    if (this.view) {
      const explains = manner(this.game, "explains");
      this.answers.give(this.view, meaning, this.selection.places, explains);
    }
    this.mark();
  }

  /** Nothing is selected or carried any more. */
  letGo() {
    this.selection.clear();
    if (this.view) this.answers.give(this.view, { does: "deselect" }, [], false);
    this.mark();
    this.board.offer([]);
  }

  /**
   * Mark what is selected, and what takes it; darken what does not go with it, where the player
   * wishes so (HM-15).
   */
  mark() {
    const { view, selection } = this;
    const [place] = selection.places;
    const fits = view && place ? selection.targets(view, place) : [];
    const dims = view && place && manner(this.game, "dims");
    this.board.select(selection.places, fits, dims ? selection.along(view) : undefined);
  }

  /** @param {import("./types").Reason} reason */
  refused(reason) {
    this.pending = null;
    this.waiting = [];
    this.stale = reason.code === "stale";
    sound?.refused();
    if (this.view) this.board.render(this.view);
    this.voice.say(reasonText(reason), false, reasonText(reason, cardName));
  }

  /** @param {import("./server.js").State} state */
  connection(state) {
    const before = this.root.dataset.connection;
    this.root.dataset.connection = state;
    if (state === "open") {
      if (before === "open") return;
      if (before) {
        this.voice.show("");
        this.voice.tell(text("state.back"));
      }
      look();
      // Whoever joins counts as somebody who looks on.
      if (document.hidden) this.tell("hidden");
      return;
    }
    this.bar.stop();
    // Each vain try to come back is no news, and must not talk over what was said since.
    if (state === before) return;
    this.voice.say(text(`state.${state}`), true);
    if (state === "gone") {
      history.replaceState({}, "");
      this.over.gone();
    }
  }

  /** @param {"hidden" | "visible" | "pause" | "resume"} type */
  tell(type) {
    if (type === "visible") this.socket.connectNow();
    this.socket.send({ type });
  }

  askOptions() {
    this.dialog = showOptions([this.game], this.view && studySwitch(this.table, this.view, this.go));
  }

  askNew() {
    if (!this.view) return;
    this.dialog = askNewGame(this.game, this.view, this.go, (words) => this.voice.say(words));
  }

  /** Put the link to this deal on the clipboard (APP-4); where there is none, show it. */
  async copyLink() {
    const link = `${location.origin}/play/${this.game.id}/${this.view?.code}`;
    try {
      await navigator.clipboard.writeText(link);
      this.voice.say(text("said.copied", { link }));
    } catch {
      this.voice.say(link, true);
    }
  }
}
