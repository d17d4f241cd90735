// The front page: the games, and those that still go on.

import { element, mark } from "./elements.js";
import { follower, gameEntry } from "./games.js";
import { languageChoice } from "./languages.js";
import { drawMoon } from "./moon.js";
import { codeEntry, openTable } from "./newgame.js";
import { optionsButton, showOptions } from "./options.js";
import { keepsCookies, request } from "./server.js";
import { dayText, isoDay, text } from "./texts.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").OwnTable} OwnTable */
/** @typedef {import("./newgame.js").Go} Go */

const SHOWN = 6;

/**
 * Show the front page.
 * @param {HTMLElement} page
 * @param {Game[]} games
 * @param {Go} go
 * @param {AbortSignal} signal aborted when the page is left
 */
export async function showFront(page, games, go, signal) {
  const now = new Date();
  const [daily, own] = await Promise.all([
    request(`/api/daily?day=${isoDay(now)}`),
    request("/api/tables").catch(() => []),
  ]);
  signal.throwIfAborted();
  document.title = text("page.title");
  const unfinished = /** @type {OwnTable[]} */ (own)
    .filter((table) => table.result !== "won")
    .slice(0, SHOWN);
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
      unfinished.length
        ? element("ul", { class: "own" }, ...unfinished.map((table) => gameEntry(table, go)))
        : null,
      keepsCookies() ? null : element("p", { class: "note" }, text("page.not-kept")),
      own.length ? element("p", {}, link("/games", text("page.own"), "more", go)) : null,
      element("h2", {}, text("page.games")),
      element(
        "ul",
        { class: "games" },
        ...games.map((game) => gameCard(game, daily[game.id], now, go)),
      ),
      codeEntry(games[0], (code) => openTable({ code }, go)),
      languageChoice(),
    ),
  );
}

/**
 * @param {Game} game
 * @param {string} daily
 * @param {Date} now
 * @param {Go} go
 */
function gameCard(game, daily, now, go) {
  return element(
    "li",
    { class: "game" },
    element("h3", {}, mark(game.id), text(`game.${game.id}`)),
    element("p", {}, text(`about.${game.id}`)),
    element(
      "div",
      { class: "ways" },
      link(`/play/${game.id}`, text("page.new"), "button first", go),
      link(
        `/play/${game.id}/${daily}`,
        text("new.daily"),
        "button",
        go,
        element("small", {}, dayText(now)),
      ),
    ),
  );
}

/**
 * @param {string} address
 * @param {string} label
 * @param {string} style
 * @param {Go} go
 * @param {Node | null} [note]
 */
function link(address, label, style, go, note = null) {
  return element("a", { class: style, href: address, click: follower(address, go) }, label, note);
}
