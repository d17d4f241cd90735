// A game being played: the board, the bar and the foot, and the socket behind them.

import { Bar } from "./bar.js";
import { Board } from "./board.js";
import { askNewGame, panel } from "./dialogs.js";
import { element } from "./elements.js";
import { Foot } from "./foot.js";
import { openCode } from "./front.js";
import { listen } from "./pointer.js";
import { TableSocket, request } from "./server.js";
import { manner } from "./settings.js";
import { cardName, hasText, isoDay, reasonText, text, timeText } from "./texts.js";
import { Selection } from "./touch.js";
import { Voice } from "./voice.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").View} View */
/** @typedef {import("./types").Meaning} Meaning */
/** @typedef {import("./front.js").Go} Go */

/**
 * Show the table of a game: the one kept with the address, or that of its code, or a random deal.
 * @param {HTMLElement} page
 * @param {Game[]} games
 * @param {string} gameId
 * @param {string | undefined} code
 * @param {Go} go
 * @param {AbortSignal} signal aborted when the table is left
 */
export async function showTable(page, games, gameId, code, go, signal) {
  let table = history.state?.table;
  if (!table) {
    const made = await request("/api/tables", code ? { code } : { game: gameId });
    signal.throwIfAborted();
    table = made.table;
    history.replaceState({ table }, "", `/play/${made.game}/${made.code}`);
    gameId = made.game;
  }
  const game = games.find((each) => each.id === gameId);
  if (!game) throw new Error(text("refusal.not-found"));
  const shown = new TablePage(page, game, table, go);
  signal.addEventListener("abort", () => shown.close());
}

class TablePage {
  /**
   * @param {HTMLElement} page
   * @param {Game} game
   * @param {string} table
   * @param {Go} go
   */
  constructor(page, game, table, go) {
    this.game = game;
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
    this.surface = element("div", { class: "board", role: "group" });
    this.surface.setAttribute("aria-label", text(`game.${game.id}`));
    this.voice = new Voice(game.layout);
    this.bar = new Bar(game, () => go("/"));
    this.foot = new Foot(game, {
      act: (token) => this.act(token),
      pause: () => this.tell("pause"),
      fresh: () => this.askNew(),
    });
    this.over = element("div");
    this.main = element(
      "main",
      { class: "table", "data-game": game.id, "data-outcome": "" },
      this.bar.root,
      this.surface,
      this.foot.root,
    );
    page.replaceChildren(this.main);
    document.title = `${text(`game.${game.id}`)} · ${text("page.title")}`;
    this.board = new Board(this.surface, game);
    this.surface.append(this.voice.root, this.over);
    listen(this.board, {
      tap: (place, index) => this.tap(place, index),
      lift: (place, index) => this.lift(place, index),
      drop: (place, count, x, y, card) => this.drop(place, count, x, y, card),
      cancel: () => this.select([]),
    });
    this.seen = () => this.tell(document.hidden ? "hidden" : "visible");
    document.addEventListener("visibilitychange", this.seen);
    this.socket = new TableSocket(table, {
      view: (view) => this.show(view),
      refused: ({ reason }) => this.refused(reason),
      state: (state) => this.connection(state),
    });
    this.voice.say(text("state.connecting"), true);
  }

  close() {
    document.removeEventListener("visibilitychange", this.seen);
    this.socket.close();
    this.board.close();
    this.bar.close();
    this.voice.close();
    this.dialog?.close();
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
    if (unanswered) {
      if (pending.session !== this.socket.session) this.send(pending);
    } else {
      this.pending = null;
      this.board.render(view, { deal: before === null && view.revision === 0 });
    }
    this.bar.show(view);
    this.main.dataset.outcome = view.outcome ?? "";
    this.surface.classList.toggle("covered", view.paused);
    this.foot.show(view);
    if (before === null) this.voice.say("");
    else if (view.revision > before.revision && !this.stale) this.voice.announce(before, view);
    this.stale = false;
    if (!before || view.outcome !== before.outcome || view.paused !== before.paused) {
      this.showPanel(view);
    }
    if (unanswered) return;
    if (before && before.revision !== view.revision && !pending) this.select([]);
    for (const touch of this.waiting.splice(0)) touch();
    this.board.select(this.selection.places);
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
    this.board.select([]);
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
   * @param {number} index
   */
  tap(place, index) {
    const time = performance.now();
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
    if (!(place in view.refusals) && !(place in view.kinds)) return false;
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
      if (meaning.reason && manner(this.game, "explains")) this.voice.say(reasonText(meaning.reason));
    }
    const top = this.view?.places[place].at(-1);
    if (meaning.does === "select" && top && top !== "??") {
      this.voice.say(text("said.selected", { card: cardName(top) }), false, true);
    }
    if (meaning.does === "deselect") this.voice.say(text("said.deselected"), false, true);
    this.board.select(this.selection.places);
  }

  /** @param {string[]} places */
  select(places) {
    this.selection.places = places;
    this.board.select(places);
    this.board.offer([]);
  }

  /** @param {import("./types").Reason} reason */
  refused(reason) {
    this.pending = null;
    this.waiting = [];
    this.stale = reason.code === "stale";
    if (this.view) this.board.render(this.view);
    this.voice.say(reasonText(reason));
  }

  /** @param {"open" | "lost" | "gone"} state */
  connection(state) {
    const before = this.main.dataset.connection;
    this.main.dataset.connection = state;
    if (state === "open") {
      if (before === "lost") this.voice.say("");
      // Whoever joins counts as somebody who looks on.
      if (before !== "open" && document.hidden) this.tell("hidden");
      return;
    }
    // Each vain try to come back is no news, and must not talk over what was said since.
    if (state === before) return;
    this.voice.say(text(state === "lost" ? "state.offline" : "state.gone"), true);
    if (state === "gone") {
      history.replaceState({}, "");
      const title = text("state.gone");
      const home = { label: text("page.home"), act: () => this.go("/"), first: true };
      this.over.replaceChildren(panel(title, [], [home]));
    }
  }

  /** @param {"hidden" | "visible" | "pause" | "resume"} type */
  tell(type) {
    if (type === "visible") this.socket.connectNow();
    this.socket.send({ type });
  }

  /** @param {View} view */
  showPanel(view) {
    this.over.replaceChildren();
    if (view.paused) {
      const resume = { label: text("button.resume"), act: () => this.tell("resume"), first: true };
      this.over.replaceChildren(panel(text("paused.title"), [text("paused.text")], [resume]));
    } else if (view.outcome) {
      this.over.replaceChildren(this.endPanel(view, view.outcome));
    }
  }

  /**
   * @param {View} view
   * @param {string} outcome
   */
  endPanel(view, outcome) {
    const own = `end.${outcome}.${this.game.id}`;
    const told = [
      view.score === null ? null : `${text("bar.score")} ${view.score}`,
      text("count.moves", { count: view.moves }),
      timeText(view.time),
    ];
    const words = hasText(own) ? text(own) : text(`end.${outcome}.text`);
    this.voice.say(`${text(`end.${outcome}.title`)} ${words}`, false, true);
    const undo = { label: text("end.undo"), act: () => this.act("undo") };
    const fresh = { label: text("button.new"), act: () => this.askNew(), first: true };
    const look = { label: text("end.look"), act: () => this.over.replaceChildren() };
    return panel(
      text(`end.${outcome}.title`),
      [element("p", {}, words), element("p", {}, told.filter(Boolean).join(" · "))],
      outcome === "won" ? [fresh, look] : view.undo > 0 ? [undo, fresh, look] : [fresh, look],
    );
  }

  askNew() {
    const code = this.view?.code ?? "";
    /** @param {object} wanted */
    const open = async (wanted) => {
      const made = await request("/api/tables", wanted);
      this.go(`/play/${made.game}/${made.code}`, { table: made.table });
    };
    /** @param {object} wanted */
    const tryOpen = (wanted) => open(wanted).catch((error) => this.voice.say(error.message));
    this.dialog = askNewGame(code, {
      random: () => tryOpen({ game: this.game.id }),
      same: () => tryOpen({ code, again: true }),
      daily: async () => {
        try {
          const daily = await request(`/api/daily?day=${isoDay(new Date())}`);
          await open({ code: daily[this.game.id] });
        } catch (error) {
          this.voice.say(error instanceof Error ? error.message : String(error));
        }
      },
      home: () => this.go("/"),
      open: (typed) => openCode(typed, this.go),
    });
  }
}
