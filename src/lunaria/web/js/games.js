// The player's own games: those that still go on, and those that are over.

import { element, mark } from "./elements.js";
import { request } from "./server.js";
import { momentText, text, timeText } from "./texts.js";

/** @typedef {import("./types").OwnTable} OwnTable */
/** @typedef {import("./newgame.js").Go} Go */

/** The server lists so many at a time. */
const PAGE = 50;

/**
 * Show the list of all games.
 * @param {HTMLElement} page
 * @param {import("./types").Game[]} _games
 * @param {Go} go
 * @param {AbortSignal} signal aborted when the page is left
 */
export async function showGames(page, _games, go, signal) {
  /** @type {OwnTable[]} */
  const first = await request("/api/tables");
  signal.throwIfAborted();
  document.title = `${text("page.own")} · ${text("page.title")}`;
  const list = element("ul", { class: "own" });
  const more = element("button", { type: "button", hidden: true }, text("page.more"));
  /** @param {OwnTable[]} tables */
  const add = (tables) => {
    list.append(...tables.map((table) => gameEntry(table, go)));
    const last = tables.at(-1);
    more.hidden = tables.length < PAGE;
    if (last) more.dataset.before = String(last.touched);
  };
  more.addEventListener("click", async () => {
    const shown = list.childElementCount;
    add(await request(`/api/tables?before=${more.dataset.before}`));
    const next = list.children[shown] ?? list.lastElementChild;
    next?.querySelector("a")?.focus();
  });
  add(first);
  page.replaceChildren(
    element(
      "main",
      { class: "front" },
      element("p", {}, home(go)),
      element("h1", {}, text("page.own")),
      first.length ? list : element("p", {}, text("page.own-none")),
      more,
    ),
  );
}

/**
 * @param {Go} go
 */
function home(go) {
  return element("a", { href: "/", click: follower("/", go) }, text("page.home"));
}

/**
 * A game of the player's, to be taken up again by one tap.
 * @param {OwnTable} table
 * @param {Go} go
 */
export function gameEntry(table, go) {
  const address = `/play/${table.game}/${table.code}`;
  const told = [
    text(`result.${table.result}`),
    text("count.moves", { count: table.moves }),
    timeText(table.time),
    momentText(new Date(table.touched * 1000)),
  ];
  return element(
    "li",
    {},
    element(
      "a",
      { href: address, "data-result": table.result, click: follower(address, go, { table: table.table }) },
      mark(table.game),
      element("span", {}, `${text(`game.${table.game}`)}, ${table.code}`),
      element("small", {}, told.join(" · ")),
    ),
  );
}

/**
 * What a click on a link does: it shows the address without loading the page again.
 * @param {string} address
 * @param {Go} go
 * @param {object} [state]
 */
export function follower(address, go, state) {
  return (/** @type {MouseEvent} */ event) => {
    // With a key held, the browser's own way: another tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(address, state);
  };
}
