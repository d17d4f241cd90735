// A match being played: header, table, panels, and the socket behind them.

import { copy } from "./clipboard.js";
import { openDialog, panel } from "./dialogs.js";
import { element } from "./elements.js";
import { loadFaces } from "./faces.js";
import { Felt } from "./felt.js";
import { sound } from "./hearing.js";
import { invitation } from "./join.js";
import { MatchKeys } from "./matchkeys.js";
import { openTable } from "./newgame.js";
import { showOptions } from "./options.js";
import { cardsOf, dueText, stepText, stepsOf } from "./plays.js";
import { look } from "./release.js";
import { overPanel } from "./rounds.js";
import { checkSeals } from "./seal.js";
import { sealText, showSeals } from "./seals.js";
import { Header, nameOf, ownSeat, scoreText } from "./seats.js";
import { TableSocket, cookieWarning, wordsOf } from "./server.js";
import { onChange, pace } from "./settings.js";
import { styled } from "./styles.js";
import { reasonText, text } from "./texts.js";
import { Voice } from "./voice.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").MatchView} MatchView */
/** @typedef {import("./newgame.js").Go} Go */

/** A server that has not answered after so many milliseconds is waited for in words. */
const SLOW = 500;
/** The last card of a round is seen for so many milliseconds before the round is summed up. */
const LINGER = 1100;

/** Have what a match is drawn with; throws UnansweredError. */
export async function dressed() {
  const sheets = styled("front", "faces", "table", "board", "keys", "run", "match", "hand", "rounds");
  await Promise.all([loadFaces(), sheets]);
}

export class MatchPage {
  /**
   * @param {HTMLElement} page
   * @param {Game} game
   * @param {string} socket its address
   * @param {Go} go
   * @param {AbortSignal} signal aborted when the match is left
   */
  constructor(page, game, socket, go, signal) {
    this.game = game;
    this.go = go;
    /** @type {MatchView | null} as the server has it */
    this.view = null;
    /** @type {{token: string, revision: number, session: number} | null} what is not answered yet */
    this.pending = null;
    this.lingering = 0;
    /** Whether it was told that somebody looks on. */
    this.watched = false;
    const name = text(`game.${game.id}`);
    this.voice = new Voice(game.layout);
    this.header = new Header(game, {
      home: () => go("/"),
      options: () => this.askOptions(),
      deal: () => this.deal(),
    });
    this.root = element("div", {
      class: "table match",
      "data-game": game.id,
      "data-outcome": "",
      "data-turn": "",
    });
    const ground = element("main", { class: "ground" }, element("h1", { class: "unseen" }, name));
    this.felt = new Felt(game, ground, {
      play: (token) => this.act(token),
      why: () => this.why(),
      tell: (type) => this.tell(type),
      go,
    });
    this.over = element("div", { class: "beside" });
    ground.append(this.felt.root, this.over, this.voice.shown, this.voice.log);
    this.root.append(this.header.root, ground);
    page.replaceChildren(this.root);
    document.title = `${name} · ${text("page.title")}`;
    this.keys = new MatchKeys(this);
    for (const event of ["visibilitychange", "online", "pageshow"]) {
      addEventListener(event, () => this.seen(), { capture: true, signal });
    }
    onChange(() => this.pending ?? this.redraw(), signal);
    this.ticking = setInterval(() => this.felt.tick(), 1000);
    /** @type {TableSocket<MatchView>} */
    this.socket = new TableSocket(socket, {
      view: (view) => this.show(view),
      refused: ({ reason }) => this.refused(reason),
      state: (state) => this.connection(state),
      moved: (to) => this.moved(to),
    });
    const waits = () => this.root.dataset.connection ?? this.voice.show(text("state.connecting"), true);
    setTimeout(waits, SLOW);
  }

  close() {
    clearInterval(this.ticking);
    clearTimeout(this.lingering);
    this.socket.close();
    this.keys.close();
    this.felt.close();
    this.voice.close();
    this.dialog?.close();
  }

  /**
   * The two of them go on at another table, and so does this page.
   * @param {import("./types").Moved} to
   */
  moved({ table, invitation }) {
    this.go(`/join/${invitation}`, { ...history.state, table });
  }

  seen() {
    this.tell(document.hidden ? "hidden" : "visible");
  }

  /** Whether nothing is under way that only this page knows of. */
  idle() {
    return (
      this.root.dataset.connection === "open" &&
      !this.pending &&
      !this.felt.hand.choice.shown &&
      !this.root.querySelector(".held") &&
      !this.root.getAnimations({ subtree: true }).length
    );
  }

  /**
   * The match as the server has it.
   * @param {MatchView} view
   */
  show(view) {
    const before = this.view;
    this.view = view;
    this.header.show(view);
    const { pending } = this;
    if (pending && view.revision === pending.revision && view.turn) {
      // Not answered yet: the other came or went, or the socket was cut before it arrived.
      this.felt.other.show(view, 3 - this.felt.seat);
      if (pending.session !== this.socket.session) this.send(pending);
      return;
    }
    this.pending = null;
    this.root.dataset.outcome = view.outcome ?? "";
    this.root.dataset.turn = String(view.turn);
    this.felt.show(view, before);
    if (before) this.announce(before, view);
    else this.voice.say(cookieWarning());
    if (view.watched && !view.looksOn && !this.watched) {
      this.watched = true;
      this.voice.tell(text("match.watched-about"));
    }
    this.sumUp(view, before);
  }

  /**
   * Tell those who listen what happened.
   * @param {MatchView} before
   * @param {MatchView} view
   */
  announce(before, view) {
    const same = before.round === view.round;
    const steps = stepsOf(view.history).slice(same ? before.history.length : 0);
    const turns = view.turn && (view.turn !== before.turn || !same);
    const name = view.turn ? nameOf(view, view.turn) : "";
    const own = view.turn === ownSeat(view);
    this.voice.tell(
      same ? "" : begins(view),
      ...steps.map((step) => stepText(step, nameOf(view, step.seat))),
      turns ? (own ? text("match.your-turn") : text("match.turn-of", { name })) : "",
      view.turn && (turns || (!view.due && before.due)) ? dueText(view) : "",
    );
    const passed = steps.findLast(({ cards }) => !cards.length);
    if (passed && view.turn) this.voice.show(stepText(passed, nameOf(view, passed.seat)));
  }

  /**
   * Show what lies over the table: the invitation, the end of a round, the end of the match.
   * @param {MatchView} view
   * @param {MatchView | null} before
   */
  sumUp(view, before) {
    clearTimeout(this.lingering);
    const ended = view.turn === 0 && before !== null && before.turn > 0 && view.history.length > 0;
    const show = () => {
      const held = this.over.contains(document.activeElement);
      const comes = this.over.childElementCount === 0;
      this.over.replaceChildren();
      this.felt.root.hidden = false;
      if (view.invitation && !view.looksOn) this.lay(invitation(this.game, view, (words) => this.voice.say(words)));
      else if (!view.turn) {
        const { shown, told } = overPanel(this.game, view, this.ways(view));
        this.lay(shown);
        if (before?.turn || before?.outcome !== view.outcome) this.voice.tell(told);
        this.sealed(view);
        if (view.outcome === `won${ownSeat(view)}` && ended) sound?.won();
      } else if (held) this.felt.focus();
      if (before && (comes || held) && !document.querySelector("dialog[open]")) this.focus();
    };
    if (ended && pace() > 0) this.lingering = window.setTimeout(show, LINGER / pace());
    else show();
  }

  /** Go on at what has come over the table: at its button, or at its head. */
  focus() {
    const shown = this.over.firstElementChild;
    const first = shown?.querySelector("button") ?? shown;
    if (first instanceof HTMLElement) first.focus();
  }

  /** Put something in the place of the table. @param {HTMLElement} shown */
  lay(shown) {
    this.felt.hide();
    this.voice.show("");
    this.over.append(shown);
  }

  /** @param {MatchView} view */
  ways(view) {
    const { game, variant, rounds, screen, seats } = view;
    const against = screen ? "screen" : seats[2 - (ownSeat(view) || 1)].player;
    return {
      next: () => this.tell("next"),
      rematch: () => this.tell("rematch"),
      again: () =>
        openTable({ game, variant, rounds, against }, this.go).catch((error) =>
          this.voice.say(wordsOf(error)),
        ),
      fresh: () => this.go(`/play/${game}`),
      replay: () => this.go(`/replay/${view.replay}`),
      lobby: () => this.go("/lobby"),
      home: () => this.go("/"),
      say: (/** @type {string} */ words) => this.voice.say(words),
    };
  }

  /** Say how the seal of the round that is over stands. @param {MatchView} view */
  async sealed(view) {
    if (!view.sealed) return;
    const seals = await checkSeals(view);
    const line = this.over.querySelector(".seal");
    if (line) line.textContent = sealText(seals[view.results.length - 1]);
  }

  /**
   * Play: the cards lie on the run at once, and stay there when the server has stored it.
   * @param {string} token
   */
  act(token) {
    const { view } = this;
    if (!view || this.pending || !(token in view.legal)) return;
    this.pending = { token, revision: view.revision, session: 0 };
    if (!this.send(this.pending)) {
      this.pending = null;
      this.voice.say(text("refusal.not-connected"));
      this.socket.connectNow();
      return;
    }
    const cards = cardsOf(view, token);
    const place = `hand${view.turn}`;
    const hand = [...view.places[place]];
    for (const card of cards) hand.splice(hand.indexOf(card), 1);
    const places = { ...view.places, [place]: hand, pile: [...view.places.pile, ...cards] };
    /** @type {import("./types").Play} */
    const play = [view.turn, token, cards];
    this.felt.show({ ...view, places, legal: {}, history: [...view.history, play] }, view, true);
  }

  /** @param {{token: string, revision: number, session: number}} pending */
  send(pending) {
    pending.session = this.socket.session;
    const { token, revision } = pending;
    return this.socket.send({ type: "act", token, revision });
  }

  /** Say why what was touched cannot be played. */
  why() {
    const { view } = this;
    if (!view || this.pending || !view.turn) return;
    const acts = view.turn === this.felt.seat && Object.keys(view.legal).length > 0;
    const name = nameOf(view, view.turn);
    this.voice.say(acts ? dueText(view) : text("match.not-yet", { name }));
    sound?.refused();
  }

  /** @param {import("./types").Reason} reason */
  refused(reason) {
    this.pending = null;
    sound?.refused();
    this.redraw();
    this.voice.say(reasonText(reason));
  }

  /** Draw the table as it stands, unless something lies over it. */
  redraw() {
    if (this.view && !this.felt.root.hidden) this.felt.show(this.view, this.view);
  }

  /** @param {import("./server.js").State} state */
  connection(state) {
    const before = this.root.dataset.connection;
    this.root.dataset.connection = state;
    if (state === before) return;
    if (state === "open") {
      this.voice.show("");
      if (before) this.voice.tell(text("state.back"));
      look();
      if (document.hidden) this.tell("hidden");
      return;
    }
    const { words, label, address } = this.missing();
    this.voice.say(state === "gone" ? words : text(`state.${state}`), true);
    if (state === "gone") {
      history.replaceState({}, "");
      this.over.replaceChildren(panel(words, [], [{ label, act: () => this.go(address), first: true }]));
      this.focus();
    }
  }

  /** What is said where there is no such match, and where to go on. */
  missing() {
    return { words: text("state.gone"), label: text("page.home"), address: "/" };
  }

  /** @param {"hidden" | "visible" | "look" | "cover" | "next" | "claim" | "rematch"} type */
  tell(type) {
    if (type === "visible") this.socket.connectNow();
    this.socket.send({ type });
  }

  tellScore() {
    const { view } = this;
    if (!view) return;
    const { round, rounds } = view;
    const told = `${text("match.round-label")} ${text("match.round", { round, rounds })}`;
    this.voice.tell(`${told}.`, `${scoreText(view)}.`);
  }

  askOptions() {
    this.dialog = showOptions([this.game]);
  }

  /** A numbered deal has a link; a sealed one has a seal to be looked at. */
  async deal() {
    const { view } = this;
    if (!view) return;
    if (view.code) {
      this.voice.say(await copy(`${location.origin}/play/${view.game}/${view.code}`));
      return;
    }
    const seals = await checkSeals(view);
    this.dialog = openDialog("seals", text("match.seal-title"), showSeals(view, seals));
  }
}

/**
 * Which round begins, and who has dealt it.
 * @param {MatchView} view
 */
function begins(view) {
  const { round, dealer } = view;
  if (dealer === ownSeat(view)) return text("match.round-begins-you", { round });
  return text("match.round-begins", { round, name: nameOf(view, dealer) });
}
