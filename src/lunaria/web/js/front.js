// The front page: the games, and those that still go on.

import { codeEntry } from "./dialogs.js";
import { element, mark } from "./elements.js";
import { drawMoon } from "./moon.js";
import { request } from "./server.js";
import { dayText, isoDay, text, timeText } from "./texts.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").OwnTable} OwnTable */
/** @typedef {(address: string, state?: object) => void} Go */

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
      ),
      unfinished.length ? element("h2", {}, text("page.unfinished")) : null,
      unfinished.length
        ? element("ul", { class: "unfinished" }, ...unfinished.map((table) => goOn(table, go)))
        : null,
      element("h2", {}, text("page.games")),
      element(
        "ul",
        { class: "games" },
        ...games.map((game) => gameCard(game, daily[game.id], now, go)),
      ),
      codeEntry((code) => openCode(code, go)),
    ),
  );
}

/**
 * Open the deal of a code; throws where it cannot be read.
 * @param {string} code
 * @param {Go} go
 */
export async function openCode(code, go) {
  const made = await request("/api/tables", { code });
  go(`/play/${made.game}/${made.code}`, { table: made.table });
}

/**
 * @param {OwnTable} table
 * @param {Go} go
 */
function goOn(table, go) {
  const address = `/play/${table.game}/${table.code}`;
  const told = [
    text("count.moves", { count: table.moves }),
    timeText(table.time),
    table.result === "unfinished" ? null : text(`result.${table.result}`),
  ];
  return element(
    "li",
    {},
    element(
      "a",
      {
        href: address,
        click: (/** @type {MouseEvent} */ event) => {
          event.preventDefault();
          go(address, { table: table.table });
        },
      },
      mark(table.game),
      element("span", {}, `${text(`game.${table.game}`)}, ${table.code}`),
      element("small", {}, told.filter(Boolean).join(" · ")),
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
  /** @param {string} address @param {string} label @param {string} style @param {string} [note] */
  const way = (address, label, style, note) =>
    element(
      "a",
      {
        class: style,
        href: address,
        click: (/** @type {MouseEvent} */ event) => {
          event.preventDefault();
          go(address);
        },
      },
      label,
      note ? element("small", {}, note) : null,
    );
  return element(
    "li",
    { class: "game" },
    element("h3", {}, mark(game.id), text(`game.${game.id}`)),
    element("p", {}, text(`about.${game.id}`)),
    element(
      "div",
      { class: "ways" },
      way(`/play/${game.id}`, text("page.new"), "button first"),
      way(`/play/${game.id}/${daily}`, text("new.daily"), "button", dayText(now)),
    ),
  );
}
