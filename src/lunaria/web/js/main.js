// The start: loads what every page needs, then shows the page of the address.

import { element } from "./elements.js";
import { follower } from "./games.js";
import { file, look, renew, stayNew } from "./release.js";
import { UnansweredError, request, wordsOf } from "./server.js";
import { chosenLanguage, onChange } from "./settings.js";
import { shed, undress } from "./styles.js";
import { loadTexts, text } from "./texts.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").ShowPage} ShowPage */

const page = /** @type {HTMLElement} */ (document.getElementById("page"));

/** How long to wait before the server is asked again, in milliseconds. */
const AGAIN = 2000;
/** After so many milliseconds of a page the others are fetched, so as not to stand in its way. */
const QUIET = 1000;

/**
 * The pages by the first part of their addresses. Each is loaded when it is wished for, and loads
 * by itself what only it needs. The server names the same modules (server/parts.py), to have what
 * they need come together with the page.
 * @type {Record<string, () => Promise<ShowPage>>}
 */
const PAGES = {
  "": async () => (await import("./front.js")).showFront,
  games: async () => (await import("./games.js")).showGames,
  days: async () => (await import("./days.js")).showDays,
  statistics: async () => (await import("./statistics.js")).showStatistics,
  you: async () => (await import("./you.js")).showYou,
  rankings: async () => (await import("./rankings.js")).showRankings,
  replay: async () => (await import("./replay.js")).showReplay,
  join: async () => (await import("./join.js")).showJoin,
  lobby: async () => (await import("./lobby.js")).showLobby,
  watch: async () => (await import("./watch.js")).showWatch,
};
/** The pages of a game, by how many play it. @type {(() => Promise<ShowPage>)[]} */
const TABLES = [
  async () => (await import("./table.js")).showTable,
  async () => (await import("./opponents.js")).showMatch,
];
/** Pages that may show a match, and then take another release when nothing is lost by it. */
const WITH_MATCH = ["join", "watch"];

/** @type {Game[]} */
let games = [];
/** Aborted when the page that is shown, or is about to be, is left. */
let left = new AbortController();
/** The choice of a language that the texts on the page follow. */
let heeded = chosenLanguage();

/** Show what the address names: one of `PAGES`, `/play/<game>` or `/play/<game>/<code>`. */
async function show() {
  left.abort();
  left = new AbortController();
  if (renew()) return;
  const { signal } = left;
  const held = page.contains(document.activeElement);
  undress();
  try {
    const [, section, ...rest] = location.pathname.split("/").map(decoded);
    const seats = games.find(({ id }) => section === "play" && id === rest[0])?.seats ?? 1;
    const plays = section === "play" && rest[0];
    const known = Object.hasOwn(PAGES, section) ? section : "";
    const showPage = await loaded(plays ? TABLES[seats - 1] : PAGES[known]);
    signal.throwIfAborted();
    await showPage(page, games, go, signal, rest);
    // Pages that may show a game take another release when nothing is lost by it.
    if (!plays && !WITH_MATCH.includes(section)) stayNew(signal);
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof UnansweredError) {
      notice(text("state.offline"));
      tryAgain(signal);
    } else notice(wordsOf(error));
  }
  shed();
  if (held) begin();
}

/**
 * What shows a page, with its modules.
 * @param {() => Promise<ShowPage>} load
 */
async function loaded(load) {
  try {
    return await load();
  } catch {
    throw new UnansweredError(); // its file did not come: no network, or the server has another release
  }
}

/** What had the focus is gone with the page before: go on at the head of this one. */
function begin() {
  const head = page.querySelector("h1");
  if (!head || page.contains(document.activeElement)) return;
  head.tabIndex = -1;
  head.focus();
}

/**
 * Try to show the page again, in a while or when there is a network again.
 * @param {AbortSignal} signal aborted when another page is shown
 */
function tryAgain(signal) {
  const act = async () => {
    await look();
    if (!signal.aborted) await show();
  };
  const trying = setTimeout(act, AGAIN);
  signal.addEventListener("abort", () => clearTimeout(trying));
  addEventListener("online", act, { signal });
}

/**
 * A part of the address as text.
 * @param {string} part
 */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error(text("refusal.not-found"));
  }
}

/**
 * Go to another address of this page.
 * @param {string} address
 * @param {object} [state] kept with the address, as the table that it shows
 */
function go(address, state = {}) {
  history.pushState(state, "", address);
  show();
}

/**
 * Say why there is nothing else to see, and where to go on.
 * @param {string} why
 */
function notice(why) {
  // What is still so is not said again to those who listen.
  if (page.querySelector("main.notice")?.firstChild?.textContent === why) return;
  const home = element(
    "a",
    { class: "button first", href: "/", click: follower("/", go) },
    text("page.home"),
  );
  const told = element("div", { role: "alert" }, element("h1", {}, why));
  page.replaceChildren(element("main", { class: "notice" }, told, element("p", {}, home)));
}

/** Speak the language that was chosen, here or in another tab, if it is another than before. */
async function speak() {
  const chosen = chosenLanguage();
  if (chosen === heeded) return;
  try {
    await loadTexts();
  } catch {
    // The server does not answer, and another tap tries again; or it has another release.
    await look();
    renew();
    return;
  }
  heeded = chosen;
  const pressed = document.activeElement?.closest(".languages")
    ? document.activeElement.getAttribute("lang")
    : null;
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  await show();
  const again = pressed && page.querySelector(`.languages [lang="${pressed}"]`);
  if (again instanceof HTMLElement) again.focus();
}

async function start() {
  try {
    [games] = await Promise.all([request(file("games")), loadTexts()]);
  } catch {
    // The catalog itself may be missing, so these words came with the page: in every language.
    const words = /** @type {HTMLTemplateElement} */ (document.getElementById("page.unreachable"));
    const told = element("div", { role: "alert" }, words.content.cloneNode(true));
    // Said once, however often it is tried.
    if (!page.firstChild) page.append(element("main", { class: "notice" }, told));
    await look();
    if (!renew()) setTimeout(start, AGAIN);
    return;
  }
  addEventListener("popstate", show);
  onChange(speak);
  await show();
  setTimeout(keepForOffline, QUIET);
}

/**
 * Let the page open without a network; where a browser does not, as over plain HTTP, have at least
 * what other pages need before it is wished for.
 */
async function keepForOffline() {
  try {
    if (navigator.serviceWorker) await navigator.serviceWorker.register("/sw.js");
    else for (const part of await request(file("shell"))) await fetch(part, { priority: "low" });
  } catch {
    // Storage is blocked or full, or there is no network: it is played all the same.
  }
}

start();
