// The lobby: seats that are free for anybody, and matches that anybody may watch.

import { element, mark } from "./elements.js";
import { follower, home } from "./games.js";
import { UnansweredError, request, wordsOf } from "./server.js";
import { styled } from "./styles.js";
import { numberText, text } from "./texts.js";

/** @typedef {import("./types").FreeSeat} FreeSeat */
/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").Listed} Listed */
/** @typedef {import("./types").Watched} Watched */
/** @typedef {import("./newgame.js").Go} Go */

/** How often the lists are asked for while somebody sees them, in milliseconds. */
const PACE = 5000;
/** In seconds. */
const MINUTE = 60;

/**
 * Show the lobby.
 * @type {import("./types").ShowPage}
 */
export async function showLobby(page, games, go, signal) {
  const [told] = await Promise.all([request("/api/lobby"), styled("front", "lobby")]);
  signal.throwIfAborted();
  new Lobby(page, games, go, signal).show(told);
}

class Lobby {
  /**
   * @param {HTMLElement} page
   * @param {Game[]} games
   * @param {Go} go
   * @param {AbortSignal} signal aborted when the page is left
   */
  constructor(page, games, go, signal) {
    this.games = games;
    this.go = go;
    this.signal = signal;
    /** @type {Set<string> | null} the seats that were offered when it was last looked */
    this.known = null;
    /** Whether the lists are on their way. */
    this.asks = false;
    this.seats = new Entries();
    this.matches = new Entries();
    this.wrong = element("p", { class: "wrong", role: "alert" });
    this.news = element("div", { class: "unseen", role: "status" });
    this.noSeats = element("p", { class: "nobody" }, text("lobby.no-seats"));
    this.noMatches = element("p", { class: "nobody" }, text("lobby.no-matches"));
    const title = text("page.lobby");
    document.title = `${title} · ${text("page.title")}`;
    page.replaceChildren(
      element(
        "main",
        { class: "front lobby" },
        element("p", {}, home(go)),
        element("h1", {}, title),
        element("p", { class: "lead" }, text("head.lobby")),
        this.wrong,
        this.news,
        section("lobby.seats", this.seats.list, this.noSeats, this.offer()),
        section("lobby.matches", this.matches.list, this.noMatches),
      ),
    );
    this.looking = setInterval(() => document.hidden || this.look(), PACE);
    signal.addEventListener("abort", () => clearInterval(this.looking));
    document.addEventListener("visibilitychange", () => document.hidden || this.look(), { signal });
  }

  /** Ask what has changed; where that fails it is said, and asked again at the next beat. */
  async look() {
    if (this.asks) return;
    this.asks = true;
    try {
      const told = await request("/api/lobby");
      if (this.signal.aborted) return;
      this.say("");
      this.show(told);
    } catch (error) {
      const words = error instanceof UnansweredError ? text("state.offline") : wordsOf(error);
      if (!this.signal.aborted) this.say(words);
    }
    this.asks = false;
  }

  /** Say what is wrong, once. @param {string} words */
  say(words) {
    if (this.wrong.textContent !== words) this.wrong.textContent = words;
  }

  /** @param {{seats: FreeSeat[], matches: Watched[]}} told */
  show({ seats, matches }) {
    this.seats.show(
      seats.map((seat) => ({
        key: `${seat.invitation} ${seat.own}`,
        words: this.words(seat),
        more: seatWords(seat),
        make: (id) => (seat.own ? this.back(seat, id) : this.sit(seat, id)),
        game: seat.game,
      })),
    );
    this.matches.show(
      matches.map((match) => ({
        key: match.watch,
        words: this.words(match),
        more: matchWords(match),
        make: (id) => this.link(`/watch/${match.watch}`, text("lobby.watch"), id),
        game: match.game,
      })),
    );
    this.noSeats.hidden = seats.length > 0;
    this.noMatches.hidden = matches.length > 0;
    const others = seats.filter(({ own }) => !own).map(({ invitation }) => invitation);
    const count = this.known ? others.filter((name) => !this.known?.has(name)).length : 0;
    // Another element each time, so that the same words are news again.
    if (count) this.news.replaceChildren(element("p", {}, text("lobby.new-seats", { count })));
    this.known = new Set(others);
  }

  /** What is played. @param {Listed} listed */
  words({ game, variant, rounds }) {
    const several = (this.games.find(({ id }) => id === game)?.variants.length ?? 1) > 1;
    return [
      text(`game.${game}`),
      text("match.rounds-count", { count: rounds }),
      ...(several ? [text(`variant.${game}.${variant}`)] : []),
    ].join(" · ");
  }

  /** The way to offer a seat of one's own. */
  offer() {
    const game = this.games.find(({ seats }) => seats === 2);
    if (!game) return null;
    const address = `/play/${game.id}`;
    const click = follower(address, this.go, { against: "anybody" });
    return element("a", { class: "button", href: address, click }, text("lobby.offer"));
  }

  /**
   * @param {FreeSeat} seat
   * @param {string} id of what tells which
   */
  sit({ invitation, game }, id) {
    const click = async () => {
      this.say("");
      try {
        const { table } = await request(`/api/invitations/${invitation}`, {});
        if (!this.signal.aborted) this.go(`/join/${invitation}`, { table, game });
      } catch (error) {
        if (this.signal.aborted) return;
        await this.look();
        this.say(wordsOf(error));
      }
    };
    const attributes = { type: "button", class: "first", "aria-describedby": id, click };
    return element("button", attributes, text("match.sit-down"));
  }

  /**
   * @param {FreeSeat} seat
   * @param {string} id
   */
  back({ invitation }, id) {
    return this.link(`/join/${invitation}`, text("lobby.back"), id);
  }

  /**
   * @param {string} address
   * @param {string} label
   * @param {string} id
   */
  link(address, label, id) {
    const click = follower(address, this.go);
    return element("a", { class: "button", href: address, "aria-describedby": id, click }, label);
  }
}

/** @param {FreeSeat} seat */
function seatWords({ own, since }) {
  const count = Math.floor((Date.now() / 1000 - since) / MINUTE);
  const waits = count > 0 ? text("lobby.waits", { count }) : text("lobby.just-come");
  return own ? [text("lobby.own"), waits].join(" · ") : waits;
}

/** @param {Watched} match */
function matchWords({ round, rounds, totals }) {
  const at = `${text("match.round-label")} ${text("match.round", { round, rounds })}`;
  return `${at} · ${totals.map(numberText).join(" : ")}`;
}

/**
 * @param {string} key of its title
 * @param {HTMLElement} list
 * @param {HTMLElement} none shown where it is empty
 * @param {HTMLElement | null} [more]
 */
function section(key, list, none, more = null) {
  const title = element("h2", { id: key }, text(key));
  list.setAttribute("aria-labelledby", key);
  return element("section", {}, title, list, none, more);
}

/**
 * @typedef {object} Entry
 * @property {string} key what it is known by
 * @property {string} game
 * @property {string} words what does not change
 * @property {string} more what may
 * @property {(id: string) => HTMLElement} make the way on from there; `id` is that of the words
 */

/** A list that is told again and again: what is still in it stays where it is, with the focus. */
class Entries {
  constructor() {
    this.list = element("ul", { class: "entries" });
    /** @type {Map<string, {root: HTMLElement, more: HTMLElement}>} */
    this.shown = new Map();
  }

  /** @param {Entry[]} entries the newest first; those that are new come first here too */
  show(entries) {
    const keys = new Set(entries.map(({ key }) => key));
    for (const [key, { root }] of this.shown) {
      if (keys.has(key)) continue;
      this.drop(root);
      this.shown.delete(key);
    }
    const fresh = [];
    for (const entry of entries) {
      const known = this.shown.get(entry.key);
      if (known) {
        if (known.more.textContent !== entry.more) known.more.textContent = entry.more;
      } else fresh.push(this.add(entry));
    }
    this.list.prepend(...fresh);
    this.list.hidden = !entries.length;
  }

  /** @param {Entry} entry */
  add({ key, game, words, more, make }) {
    const id = `entry-${key.replace(" ", "-")}`;
    const changes = element("small", {}, more);
    const told = element("p", { id }, element("span", {}, words), " ", changes);
    const root = element("li", {}, mark(game), told, make(id));
    this.shown.set(key, { root, more: changes });
    return root;
  }

  /** Take an entry out; whose focus it had goes on beside it. @param {HTMLElement} root */
  drop(root) {
    const beside = root.nextElementSibling ?? root.previousElementSibling;
    const held = root.contains(document.activeElement);
    root.remove();
    if (!held) return;
    const next = beside?.querySelector("button, a") ?? document.querySelector(".lobby h1");
    if (!(next instanceof HTMLElement)) return;
    if (next.matches("h1")) next.tabIndex = -1;
    next.focus();
  }
}
