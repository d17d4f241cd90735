// The front page: the game that was left, the deals of the day, and the ways to all else.

import { dealLink, gameTitle, picture } from "./deals.js";
import { element } from "./elements.js";
import { follower, gameEntry, isOver } from "./games.js";
import { languageChoice } from "./languages.js";
import { drawMoon } from "./moon.js";
import { codeEntry, openTable } from "./newgame.js";
import { optionsButton, showOptions } from "./options.js";
import { readingAddress, rulesLink } from "./rules.js";
import { keepsCookies, request } from "./server.js";
import { styled } from "./styles.js";
import { dayText, isoDay, text } from "./texts.js";
import { onNewDay } from "./today.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").OwnTable} OwnTable */
/** @typedef {import("./types").Day} Day */
/** @typedef {import("./newgame.js").Go} Go */

const SHOWN = 4;

/**
 * Show the front page.
 * @param {HTMLElement} page
 * @param {Game[]} games
 * @param {Go} go
 * @param {AbortSignal} signal aborted when the page is left
 */
export async function showFront(page, games, go, signal) {
  const now = new Date();
  const [deals, own] = await Promise.all([
    dealsOf(now),
    request("/api/tables").catch(() => []),
    styled("front", "days", "keys"),
  ]);
  signal.throwIfAborted();
  document.title = text("page.title");
  const unfinished = /** @type {OwnTable[]} */ (own)
    .filter((table) => !isOver(table))
    .slice(0, SHOWN);
  const list = element("ul", { class: "games" });
  /** @param {Day["deals"]} deals @param {Date} day */
  const show = (deals, day) => {
    const links = () => [...list.querySelectorAll("a")];
    const held = links().findIndex((each) => each === document.activeElement);
    list.replaceChildren(...games.map((game) => gameCard(game, deals[game.id], day, go, signal)));
    links()[held]?.focus();
  };
  show(deals, now);
  onNewDay(now, async (day) => show(await dealsOf(day), day), signal);
  page.replaceChildren(
    element(
      "main",
      { class: "front" },
      element(
        "header",
        {},
        drawMoon(now),
        element(
          "div",
          {},
          element("h1", {}, text("page.title")),
          element("p", {}, text("page.motto")),
        ),
        optionsButton(() => showOptions(games)),
      ),
      unfinished.length ? element("h2", {}, text("page.unfinished")) : null,
      unfinished.length ? left(unfinished, go, signal) : null,
      keepsCookies() ? null : element("p", { class: "note" }, text("page.not-kept")),
      element("h2", {}, text("day.today")),
      list,
      element(
        "nav",
        { class: "more", "aria-label": text("page.more-pages") },
        link("/days", text("page.days"), go),
        link("/rankings", text("page.rankings"), go),
        link("/statistics", text("page.statistics"), go),
        link("/games", text("page.own"), go),
        link("/lobby", text("page.lobby"), go),
        link("/replay", text("replay.title"), go),
        link("/you", text("page.you"), go),
        element("a", { href: readingAddress() }, text("reading.title")),
      ),
      codeEntry(games[0], (code) => openTable({ code }, go)),
      languageChoice(),
    ),
  );
}

/**
 * The deals of a day, and what the player did on them where the server knows.
 * @param {Date} day
 * @returns {Promise<Day["deals"]>}
 */
async function dealsOf(day) {
  const date = isoDay(day);
  const [codes, month] = await Promise.all([
    request(`/api/daily?day=${date}`),
    // Of days without chosen deals nothing is told.
    request(`/api/days?month=${date.slice(0, 7)}`).catch(() => ({ days: [] })),
  ]);
  const known = /** @type {Day[]} */ (month.days).find((each) => each.day === date);
  return (
    known?.deals ??
    Object.fromEntries(
      Object.entries(codes).map(([game, code]) => [game, { code: String(code), result: null }]),
    )
  );
}

/**
 * The games that go on; the last one large, with its cards as they were left.
 * @param {OwnTable[]} tables
 * @param {Go} go
 * @param {AbortSignal} signal
 */
function left(tables, go, signal) {
  const entries = tables.map((table) => gameEntry(table, go));
  const [last] = tables;
  entries[0].classList.add("last");
  if (!last.match) {
    const shown = picture(`replays/${last.replay}`, signal, `&touched=${last.touched}`);
    entries[0].querySelector("a")?.prepend(shown);
  }
  return element("ul", { class: "own left" }, ...entries);
}

/**
 * @param {Game} game
 * @param {Day["deals"][string]} daily
 * @param {Date} day
 * @param {Go} go
 * @param {AbortSignal} signal
 */
function gameCard(game, daily, day, go, signal) {
  const { code, result } = daily;
  return element(
    "li",
    { class: "game" },
    gameTitle(game.id),
    element("p", {}, text(`about.${game.id}`)),
    dealLink(game.id, code, result, text("new.daily"), dayText(day), go, signal),
    link(`/play/${game.id}`, text("page.new"), go, "button"),
    rulesLink(game),
  );
}

/**
 * @param {string} address
 * @param {string} label
 * @param {Go} go
 * @param {string | null} [style]
 */
function link(address, label, go, style = null) {
  return element("a", { class: style, href: address, click: follower(address, go) }, label);
}
