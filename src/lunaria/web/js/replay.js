// A game looked at again, step by step: the player's own, one by a link, or one from a record.

import { Analysis } from "./analysis.js";
import { copy, save } from "./clipboard.js";
import { element } from "./elements.js";
import { loadFaces } from "./faces.js";
import { follower } from "./games.js";
import { openTable } from "./newgame.js";
import { request, wordsOf } from "./server.js";
import { styled } from "./styles.js";
import { letters, numberText, reasonText, text, timeText } from "./texts.js";
import { Viewer } from "./viewer.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").Replay} Replay */
/** @typedef {import("./newgame.js").Go} Go */

/** The longest text that the server takes, in bytes. */
const LONGEST = 4_000_000;
/** The address follows so long after the position, in milliseconds: browsers bear no quick ones. */
const SETTLED = 400;

/**
 * Show the game of the address `/replay/<name>`, or of the record that was handed over; else ask
 * for a record.
 * @param {HTMLElement} page
 * @param {Game[]} games
 * @param {Go} go
 * @param {AbortSignal} signal aborted when the page is left
 * @param {string[]} rest
 */
export async function showReplay(page, games, go, signal, [name]) {
  await styled("front", "faces", "board", "keys", "replay");
  signal.throwIfAborted();
  document.title = `${text("replay.title")} · ${text("page.title")}`;
  /** @type {string} */
  const record = history.state?.record ?? "";
  if (!name && !record) {
    page.replaceChildren(entry(go, "", ""));
    return;
  }
  /** @type {Replay} */
  let replay;
  try {
    [replay] = await Promise.all([
      name
        ? request(`/api/replays/${encodeURIComponent(name)}`)
        : request("/api/replay", { record }),
      loadFaces(),
    ]);
  } catch (error) {
    if (name) throw error;
    signal.throwIfAborted();
    page.replaceChildren(entry(go, record, wordsOf(error)));
    return;
  }
  signal.throwIfAborted();
  const game = games.find((each) => each.id === replay.game);
  if (!game) throw new Error(text("refusal.not-found"));
  const shown = new ReplayPage(page, game, replay, go, signal);
  signal.addEventListener("abort", () => shown.close());
}

/**
 * Where a record is pasted, dropped or chosen.
 * @param {Go} go
 * @param {string} record what was given before
 * @param {string} why it was refused
 */
function entry(go, record, why) {
  const field = /** @type {HTMLTextAreaElement} */ (
    element("textarea", {
      id: "record",
      rows: 10,
      spellcheck: "false",
      autocomplete: "off",
      "aria-describedby": "record-wrong",
    })
  );
  field.value = record;
  const wrong = element("p", { class: "wrong", id: "record-wrong", role: "alert" }, why);
  /** @param {string} words */
  const refuse = (words) => {
    wrong.textContent = words;
    field.focus();
  };
  const open = async () => {
    wrong.textContent = "";
    try {
      await request("/api/replay", { record: field.value });
    } catch (error) {
      refuse(wordsOf(error));
      return;
    }
    go("/replay", { record: field.value });
  };
  /** @param {File | undefined} file */
  const take = async (file) => {
    if (!file) return;
    if (file.size > LONGEST) {
      refuse(text("refusal.request-long", { limit: LONGEST }));
      return;
    }
    field.value = await file.text();
    await open();
  };
  const file = /** @type {HTMLInputElement} */ (
    element("input", { type: "file", id: "record-file", change: () => take(file.files?.[0]) })
  );
  return element(
    "main",
    {
      class: "front replay-entry",
      dragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
      drop: (/** @type {DragEvent} */ event) => {
        const dropped = event.dataTransfer?.files[0];
        if (!dropped) return; // a text that is dropped on the field is the browser's
        event.preventDefault();
        take(dropped);
      },
    },
    element("p", {}, element("a", { href: "/", click: follower("/", go) }, text("page.home"))),
    element("h1", {}, text("replay.title")),
    element("p", {}, text("replay.text")),
    element(
      "form",
      {
        submit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          open();
        },
      },
      element("label", { for: "record" }, text("replay.record")),
      field,
      wrong,
      element("button", { type: "submit", class: "first" }, text("replay.open")),
      element("label", { for: "record-file" }, text("replay.file")),
      file,
    ),
  );
}

class ReplayPage {
  /**
   * @param {HTMLElement} page
   * @param {Game} game
   * @param {Replay} replay
   * @param {Go} go
   * @param {AbortSignal} signal aborted when the page is left
   */
  constructor(page, game, replay, go, signal) {
    this.game = game;
    this.replay = replay;
    this.go = go;
    this.settling = 0;
    /** The record of the win that is shown in the place of the game, if one is. */
    this.win = "";
    const name = text(`game.${game.id}`);
    document.title = `${name}, ${replay.code} · ${text("replay.title")}`;
    this.viewer = new Viewer(game, replay.frames, {
      keys: document,
      moved: (at) => this.moved(at),
    });
    this.figures = element("p", {}, this.told());
    const analysis = replay.analysed
      ? new Analysis(replay, this.viewer, {
          source: this.source,
          playOn: (at) => this.playOn(at),
          shown: (win) => this.show(win),
          marked: () => this.mark(),
          signal,
        })
      : null;
    const side = element(
      "div",
      { class: "side" },
      element("h2", { id: "actions" }, text("bar.moves")),
      this.viewer.list,
      analysis && analysis.root,
      this.keeping(),
    );
    this.viewer.list.setAttribute("aria-labelledby", "actions");
    page.replaceChildren(
      element(
        "main",
        { class: "replay-page" },
        element(
          "header",
          {},
          element("p", {}, element("a", { href: "/", click: follower("/", go) }, text("page.home"))),
          element("h1", {}, `${name}, ${replay.code}`),
          this.figures,
          ...this.notes().map((words) => element("p", { class: "note" }, words)),
        ),
        this.viewer.root,
        side,
      ),
    );
    const wanted = Number(/^#(\d+)$/.exec(location.hash)?.[1] ?? 0);
    this.viewer.show(this.viewer.reel, wanted, replay.path);
  }

  close() {
    clearTimeout(this.settling);
    this.viewer.close();
  }

  /** The figures of the game. */
  told() {
    const { result, time, study, frames } = this.replay;
    const { score, moves } = frames[frames.length - 1];
    return [
      text(`result.${result}`),
      score === null ? "" : `${text("bar.score")} ${numberText(score)}`,
      text("count.moves", { count: moves }),
      time === null ? "" : timeText(time),
      study ? text("replay.study") : "",
    ]
      .filter(Boolean)
      .join(" · ");
  }

  /** What is to be said of the record. */
  notes() {
    const { fault, games, table, result } = this.replay;
    const reason = fault ? reasonText(fault.reason) : "";
    return [
      fault && fault.action > 0 ? text("replay.fault", { number: fault.action, reason }) : "",
      fault && fault.action === 0 ? text("replay.fault-tag", { reason }) : "",
      games > 1 ? text("replay.games", { count: games }) : "",
      table && result === "unfinished" ? text("replay.own-only") : "",
    ].filter(Boolean);
  }

  /** The links and buttons to keep the game and to play it. */
  keeping() {
    const { replay, game, go } = this;
    const deal = `/play/${game.id}/${replay.code}`;
    this.said = element("p", { class: "note", role: "status" });
    /** @param {string} label @param {() => void | Promise<void>} act */
    const button = (label, act) => element("button", { type: "button", click: act }, label);
    return element(
      "section",
      { class: "keeping", "aria-labelledby": "keeping" },
      element("h2", { id: "keeping" }, text("replay.keep")),
      element(
        "div",
        { class: "group" },
        button(text("replay.on"), () => this.playOn(this.viewer.at)),
        element("a", { class: "button", href: deal, click: follower(deal, go) }, text("replay.again")),
        replay.replay ? button(text("replay.link"), async () => this.say(await copy(this.link()))) : null,
        button(text("replay.copy"), async () => this.say(await copy(this.record()))),
        button(text("replay.save"), () => save(`${replay.code}.record`, new Blob([this.record()]))),
        button(text("replay.picture"), () => this.picture()),
        element(
          "a",
          { class: "button", href: "/replay", click: follower("/replay", go) },
          text("replay.another"),
        ),
      ),
      element("p", { class: "note" }, text("replay.on-note")),
      this.said,
      element(
        "details",
        {},
        element("summary", {}, text("replay.record")),
        element("pre", { tabindex: 0, "aria-label": text("replay.record") }, replay.record),
      ),
    );
  }

  /** @param {string} words */
  say(words) {
    this.said?.replaceChildren(words);
  }

  /** The game that is shown, as requests name it. */
  get source() {
    const { replay, record } = this.replay;
    return this.win || !replay ? { record: this.win || record } : { replay };
  }

  /** The record of the game that is shown. */
  record() {
    return this.win || this.replay.record;
  }

  /** The address of the position; where a win is shown, of where it began. */
  link() {
    const at = this.win ? location.hash : `#${this.viewer.at}`;
    return `${location.origin}${location.pathname}${at}`;
  }

  /**
   * A win is shown in the place of the game; or, with nothing, the game again.
   * @param {string} win its record
   */
  show(win) {
    this.win = win;
  }

  /** The game counts as studied from now on. */
  mark() {
    this.replay.study = true;
    this.figures.textContent = this.told();
  }

  /**
   * Play on from a position, at a table of one's own.
   * @param {number} at
   */
  async playOn(at) {
    try {
      await openTable({ ...this.source, at }, this.go, "/api/replay/table");
    } catch (error) {
      this.say(wordsOf(error));
    }
  }

  /** Save the position that is shown as a picture. */
  async picture() {
    const { at } = this.viewer;
    try {
      const answer = await fetch("/api/replay/picture", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...this.source, at, letters: letters() }),
      });
      if (!answer.ok) throw new Error(text("refusal.unanswered"));
      save(`${this.replay.code}-${at}.svg`, await answer.blob());
    } catch {
      this.say(text("refusal.unanswered"));
    }
  }

  /**
   * Let the address follow the position, so that it is a link to it.
   * @param {number} at
   */
  moved(at) {
    clearTimeout(this.settling);
    this.settling = window.setTimeout(() => {
      if (this.win) return;
      history.replaceState(history.state, "", `${location.pathname}#${at}`);
    }, SETTLED);
  }
}

