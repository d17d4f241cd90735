// The player's own games: those that still go on, and those that are over.

import { element, mark } from "./elements.js";
import { requestPart, wordsOf } from "./server.js";
import { styled } from "./styles.js";
import { momentText, text, timeText } from "./texts.js";

/** @typedef {import("./types").OwnTable} OwnTable */
/** @typedef {import("./newgame.js").Go} Go */

/**
 * Show the list of all games.
 * @param {HTMLElement} page
 * @param {import("./types").Game[]} _games
 * @param {Go} go
 * @param {AbortSignal} signal aborted when the page is left
 */
export async function showGames(page, _games, go, signal) {
  const [first] = await Promise.all([requestPart("/api/tables"), styled("front")]);
  signal.throwIfAborted();
  document.title = `${text("page.own")} · ${text("page.title")}`;
  const list = element("ul", { class: "own" });
  const more = element("button", { type: "button" }, text("page.more"));
  const wrong = element("p", { class: "wrong", role: "alert" });
  /** The address of the games that follow; empty where there are none, or they are on their way. */
  let rest = "";
  /** @param {{part: OwnTable[], next: string}} answer */
  const add = ({ part, next }) => {
    list.append(...part.map((table) => gameEntry(table, go, replayLink(table, go))));
    rest = next;
    more.hidden = !next;
  };
  more.addEventListener("click", async () => {
    const asked = rest;
    if (!asked) return;
    rest = "";
    wrong.textContent = "";
    const shown = list.childElementCount;
    try {
      add(await requestPart(asked));
      const next = list.children[shown] ?? list.lastElementChild;
      next?.querySelector("a")?.focus();
    } catch (error) {
      rest = asked;
      wrong.textContent = wordsOf(error);
    }
  });
  add(first);
  page.replaceChildren(
    element(
      "main",
      { class: "front" },
      element("p", {}, home(go)),
      element("h1", {}, text("page.own")),
      first.part.length ? list : element("p", {}, text("page.own-none")),
      more,
      wrong,
    ),
  );
}

/**
 * The way back to the front page.
 * @param {Go} go
 */
export function home(go) {
  return element("a", { href: "/", click: follower("/", go) }, text("page.home"));
}

/**
 * A game of the player's, to be taken up again by one tap.
 * @param {OwnTable} table
 * @param {Go} go
 * @param {Node | null} [more] what stands beside it
 */
export function gameEntry(table, go, more = null) {
  // A sealed match has no code: only its seat is there.
  const address = ["/play", table.game, table.code].filter(Boolean).join("/");
  const name = table.code ?? text("page.sealed");
  const told = [
    text(`result.${table.result}`),
    text("count.moves", { count: table.moves }),
    timeText(table.time),
    momentText(new Date(table.touched * 1000)),
    ...(table.study ? [text("replay.study")] : []),
  ];
  return element(
    "li",
    {},
    element(
      "a",
      { href: address, "data-result": table.result, click: follower(address, go, { table: table.table }) },
      mark(table.game),
      element("span", {}, `${text(`game.${table.game}`)}, ${name}`),
      element("small", {}, told.join(" · ")),
    ),
    more,
  );
}

/**
 * Whether nothing more comes of a game; what is blocked or stuck can be taken back.
 * @param {OwnTable} table
 */
export function isOver({ match, result }) {
  return match ? result !== "unfinished" : result === "won";
}

/**
 * The way to look at a game again; a match is secret until it is over.
 * @param {OwnTable} table
 * @param {Go} go
 */
function replayLink(table, go) {
  if (table.match && !isOver(table)) return null;
  const address = `/replay/${table.replay}`;
  const name = table.code ?? text("page.sealed");
  const label = `${text("replay.title")}: ${name}`;
  return element(
    "a",
    { class: "button", href: address, "aria-label": label, click: follower(address, go) },
    text("replay.title"),
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
