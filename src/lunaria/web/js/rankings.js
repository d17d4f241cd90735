// The rankings: of the deal of a day, of all time, and the ratings of those who play each other.

import { dateOf } from "./dates.js";
import { element, icon, mark } from "./elements.js";
import { follower, home } from "./games.js";
import { placeText } from "./place.js";
import { request, wordsOf } from "./server.js";
import { styled } from "./styles.js";
import { dayText, hasText, isoDay, numberText, text, timeText } from "./texts.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").Ranking} Ranking */
/** @typedef {import("./types").RankingLine} Line */
/** @typedef {import("./newgame.js").Go} Go */

const ALL = "all";
const RATING = "rating";

/** What a list goes by, or more that it tells: the text of its column, and what stands there. */
const COLUMNS = /** @type {Record<string, {head: string, cell: (line: Line) => (Node | string)[]}>} */ ({
  moves: {
    head: "statistics.moves",
    cell: (line) => [numberText(line.moves ?? 0), line.undone ? undone() : ""],
  },
  time: { head: "statistics.time", cell: (line) => [timeText(line.time ?? 0)] },
  rating: { head: "ranking.rating", cell: rating },
  matches: { head: "ranking.matches", cell: (line) => [numberText(line.matches ?? 0)] },
});

/**
 * Show the list of an address: `/rankings/<game>` of today's deal, `/rankings/<game>/2026-11-30`
 * of another day, `/rankings/<game>/all` or `/rankings/<game>/F` of all time.
 * @param {HTMLElement} page
 * @param {Game[]} games
 * @param {Go} go
 * @param {AbortSignal} signal aborted when the page is left
 * @param {string[]} rest
 */
export async function showRankings(page, games, go, signal, [name = games[0].id, what = ""]) {
  const game = games.find(({ id }) => id === name);
  const today = isoDay(new Date());
  const query = queryOf(game, what || today);
  const address = `/api/rankings/${encodeURIComponent(name)}`;
  /** @type {[Ranking, void]} */
  const [told] = await Promise.all([
    request(`${address}?${query}`),
    styled("front", "days", "statistics", "rankings"),
  ]);
  signal.throwIfAborted();
  if (told.day && told.day > today) throw new Error(text("day.future"));
  document.title = [text(`game.${told.game}`), text("page.rankings"), text("page.title")].join(" · ");
  const list = new List(told, (at) => request(`${address}?${query}&page=${at}`), go);
  page.replaceChildren(
    element(
      "main",
      { class: "front rankings" },
      element("p", {}, home(go)),
      element("h1", {}, text("page.rankings")),
      choice("ranking.games", games.map((each) => gameLink(each, told, what, go))),
      told.by[0] === RATING ? null : choice("ranking.lists", listLinks(games, told, today, go)),
      told.day ? days(told, today, go) : null,
      told.own ? ownLine(told, told.own, go) : stillOpen(told, go),
      list.root,
      how(told),
    ),
  );
  const focus = history.state?.focus;
  const step = focus && page.querySelector(`[data-step="${focus}"]`);
  if (step instanceof HTMLElement) step.focus();
}

/**
 * What is asked of the server.
 * @param {Game | undefined} game where there is none of that name the server says so
 * @param {string} what
 */
function queryOf(game, what) {
  if (what === ALL || (game && game.seats > 1)) return "";
  const isVariant = game?.variants.includes(what);
  return new URLSearchParams(isVariant ? { variant: what } : { day: what }).toString();
}

/**
 * Ways to other lists.
 * @param {string} label the text that names them
 * @param {HTMLElement[]} links
 */
function choice(label, links) {
  return element("nav", { class: "choice", "aria-label": text(label) }, ...links);
}

/**
 * @param {string} address
 * @param {boolean} here
 * @param {Go} go
 * @param {(Node | string)[]} content
 */
function way(address, here, go, ...content) {
  const current = here ? "page" : null;
  const attributes = { class: "button", href: address, "aria-current": current };
  return element("a", { ...attributes, click: follower(address, go) }, ...content);
}

/**
 * The same kind of list of another game.
 * @param {Game} game
 * @param {Ranking} told
 * @param {string} what
 * @param {Go} go
 */
function gameLink(game, told, what, go) {
  const kept = game.seats > 1 || (what && !told.day) ? ALL : what;
  const more = game.seats === 1 && kept ? `/${kept}` : "";
  const here = game.id === told.game;
  return way(`/rankings/${game.id}${more}`, here, go, mark(game.id), text(`game.${game.id}`));
}

/**
 * The lists of a game: by day, and of all time by rule set.
 * @param {Game[]} games
 * @param {Ranking} told
 * @param {string} today
 * @param {Go} go
 */
function listLinks(games, told, today, go) {
  const variants = games.find(({ id }) => id === told.game)?.variants ?? [];
  const root = `/rankings/${told.game}`;
  return [
    way(`${root}/${told.day ?? today}`, told.day !== null, go, text("ranking.by-day")),
    ...variants.map((variant, at) => {
      const here = told.day === null && told.variant === variant;
      const label = at ? text(`variant.${told.game}.${variant}`) : text("ranking.all");
      return way(`${root}/${at ? variant : ALL}`, here, go, label);
    }),
  ];
}

/**
 * The day, and the ways to the ones before and after it.
 * @param {Ranking} told
 * @param {string} today
 * @param {Go} go
 */
function days(told, today, go) {
  const date = dateOf(told.day ?? today);
  /** @param {number} step @param {"before" | "after"} name */
  const to = (step, name) => {
    const other = new Date(date.getFullYear(), date.getMonth(), date.getDate() + step);
    const day = isoDay(other);
    if (day < told.first || day > today) return element("span", { class: "nowhere" });
    const address = `/rankings/${told.game}/${day}`;
    return element(
      "a",
      {
        class: "button",
        href: address,
        "data-step": name,
        "aria-label": text(`ranking.${name}`, { day: dayText(other) }),
        click: follower(address, go, { focus: name }),
      },
      step < 0 ? "‹" : "›",
    );
  };
  return element(
    "nav",
    { class: "months", "aria-label": text("ranking.days") },
    to(-1, "before"),
    element("h2", {}, dayText(date)),
    to(1, "after"),
  );
}

/**
 * Where the player stands; a line without a name is seen by nobody else.
 * @param {Ranking} told
 * @param {Line} own
 * @param {Go} go
 */
function ownLine(told, own, go) {
  const unnamed = element("a", { href: "/you", click: follower("/you", go) }, text("ranking.unnamed"));
  const figures = columnsOf(told).flatMap((name) => [" ", element("span", {}, "· ", ...figure(name, own))]);
  return element(
    "section",
    { class: "own-line" },
    element("p", {}, element("strong", {}, placeText("ranking.own-place", told)), ...figures),
    replayLink(own, told, go),
    own.name === null ? element("p", { class: "note" }, unnamed) : null,
  );
}

/**
 * What to heed before the replays are looked at, and the way to the deal.
 * @param {Ranking} told
 * @param {Go} go
 */
function stillOpen(told, go) {
  if (!told.day || told.over || !told.total) return null;
  return element(
    "section",
    { class: "own-line" },
    element("p", {}, text("ranking.open")),
    playLink(told, go),
  );
}

/**
 * @param {Ranking} told
 * @param {Go} go
 */
function playLink({ game, code }, go) {
  const address = `/play/${game}${code ? `/${code}` : ""}`;
  const attributes = { class: "button first", href: address, click: follower(address, go) };
  return element("a", attributes, text("day.play"));
}

/**
 * A figure of a line that stands alone.
 * @param {string} name
 * @param {Line} line
 */
function figure(name, line) {
  if (name === "matches") return [text("ranking.matches"), " ", numberText(line.matches ?? 0)];
  if (name !== "moves") return COLUMNS[name].cell(line);
  return [text("count.moves", { count: line.moves ?? 0 }), line.undone ? undone() : ""];
}

/** @param {Ranking} told */
function columnsOf({ by }) {
  return by[0] === RATING ? [RATING, "matches"] : by;
}

class List {
  /**
   * @param {Ranking} told its first page
   * @param {(page: number) => Promise<Ranking>} ask
   * @param {Go} go
   */
  constructor(told, ask, go) {
    this.told = told;
    this.ask = ask;
    this.go = go;
    this.page = told.page;
    this.body = element("tbody");
    this.more = element("button", { type: "button", click: () => this.addMore() }, text("page.more"));
    this.wrong = element("p", { class: "wrong", role: "alert" });
    this.root = told.total
      ? element("div", {}, this.table(), this.more, this.wrong)
      : nobody(told, go);
    this.add(told);
  }

  table() {
    const heads = [
      "ranking.place",
      "ranking.name",
      ...columnsOf(this.told).map((name) => COLUMNS[name].head),
    ];
    return element(
      "table",
      { class: "ranking" },
      element("caption", { class: "unseen" }, caption(this.told)),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...heads.map((key) => element("th", { scope: "col" }, text(key))),
          element("th", { scope: "col" }, element("span", { class: "unseen" }, text("replay.title"))),
        ),
      ),
      this.body,
    );
  }

  /** @param {Ranking} told */
  add(told) {
    this.body.append(...told.lines.map((line) => this.row(line)));
    this.more.hidden = told.page * told.size >= told.total || !told.lines.length;
  }

  async addMore() {
    const shown = this.body.childElementCount;
    this.wrong.textContent = "";
    /** @type {HTMLButtonElement} */ (this.more).disabled = true;
    try {
      this.add(await this.ask(this.page + 1));
      this.page += 1;
      this.body.children[shown]?.querySelector("a")?.focus();
    } catch (error) {
      this.wrong.textContent = wordsOf(error);
    }
    /** @type {HTMLButtonElement} */ (this.more).disabled = false;
  }

  /** @param {Line} line */
  row(line) {
    const you = line.own ? element("small", {}, ` (${text("ranking.you")})`) : null;
    const place = element("span", { class: "place" }, numberText(line.place));
    return element(
      "tr",
      { class: line.own ? "mine" : null, "data-place": line.place },
      element("td", {}, place),
      element("th", { scope: "row" }, element("bdi", {}, line.name), you),
      ...columnsOf(this.told).map((name) => element("td", {}, ...COLUMNS[name].cell(line))),
      element("td", {}, replayLink(line, this.told, this.go)),
    );
  }
}

/** @param {Ranking} told */
function caption(told) {
  const game = text(`game.${told.game}`);
  if (told.by[0] === RATING) return `${game}: ${text("ranking.rating")}`;
  if (told.day) return `${game}: ${text("new.daily")}, ${dayText(dateOf(told.day))}`;
  const variant = `variant.${told.game}.${told.variant}`;
  return [game, text("ranking.all"), ...(hasText(variant) ? [text(variant)] : [])].join(": ");
}

/** That something was taken back, as a sign and in words. */
function undone() {
  const words = element("span", { class: "unseen" }, ` ${text("ranking.undone")}`);
  return element("span", { class: "undone", title: text("ranking.undone") }, icon("undo"), words);
}

/**
 * @param {Line} line
 * @returns {(Node | string)[]}
 */
function rating(line) {
  const words = element("span", { class: "unseen" }, ` ${text("ranking.provisional")}`);
  return [
    element("span", {}, String(line.rating)),
    line.provisional ? element("span", { "aria-hidden": "true" }, "?") : "",
    line.provisional ? words : "",
    element("small", {}, ` ± ${line.deviation}`),
  ];
}

/**
 * The way to the game of a line, or to the last match.
 * @param {Line} line
 * @param {Ranking} told
 * @param {Go} go
 */
function replayLink(line, told, go) {
  if (!line.replay) return null;
  const kind = told.by[0] === RATING ? "last" : "replay";
  const label = line.own ? text(`ranking.${kind}-own`) : text(`ranking.${kind}-of`, { name: line.name ?? "" });
  const address = `/replay/${line.replay}`;
  const attributes = { class: "button look", href: address, title: label, "aria-label": label };
  return element("a", { ...attributes, click: follower(address, go) }, icon("play"));
}

/**
 * @param {Ranking} told
 * @param {Go} go
 */
function nobody(told, go) {
  const kinds = { rating: told.by[0] === RATING, over: told.over, day: told.day !== null, all: true };
  const kind = Object.entries(kinds).find(([, holds]) => holds)?.[0];
  return element(
    "div",
    { class: "empty" },
    element("p", {}, text(`ranking.none-${kind}`)),
    element("p", {}, playLink(told, go)),
  );
}

/**
 * How the list came about.
 * @param {Ranking} told
 */
function how(told) {
  const isRating = told.by[0] === RATING;
  const keys = isRating
    ? ["by-rating", "how-deviation", "how-matches", "how-names"]
    : [
        told.by[0] === "time" ? "by-time" : "by-moves",
        ...(told.marks ? ["how-undone"] : []),
        "how-clock",
        "how-counts",
        "how-new",
        "how-day",
        "how-names",
      ];
  return element(
    "section",
    { class: "how" },
    element("h2", {}, text("ranking.how")),
    element("ul", {}, ...keys.map((key) => element("li", {}, text(`ranking.${key}`)))),
  );
}
