// The start: loads what every page needs, then shows the page of the address.

import { element } from "./elements.js";
import { showFront } from "./front.js";
import { request } from "./server.js";
import { showTable } from "./table.js";
import { loadTexts, text } from "./texts.js";

/** @typedef {import("./types").Game} Game */

const page = /** @type {HTMLElement} */ (document.getElementById("page"));

/** @type {Promise<Game[]> | undefined} */
let games;
/** Aborted when the page that is shown, or is about to be, is left. */
let left = new AbortController();

async function loadSprite() {
  const answer = await fetch("/web/cards.svg");
  const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  document.getElementById("sprite")?.replaceChildren(document.adoptNode(drawn.documentElement));
}

/** Show what the address names: `/`, `/play/<game>` or `/play/<game>/<code>`. */
async function show() {
  left.abort();
  left = new AbortController();
  const { signal } = left;
  try {
    const known = (await games) ?? [];
    const [, section, game, code] = location.pathname.split("/").map(decoded);
    if (section === "play" && game) await showTable(page, known, game, code, go, signal);
    else await showFront(page, known, go, signal);
  } catch (error) {
    if (!signal.aborted) notice(error instanceof Error ? error.message : String(error));
  }
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
  const home = element("a", { class: "button first", href: "/", click: follow }, text("page.home"));
  page.replaceChildren(element("main", { class: "notice", role: "alert" }, why, element("p", {}, home)));
}

/** @param {MouseEvent} event */
function follow(event) {
  event.preventDefault();
  go("/");
}

addEventListener("popstate", show);

try {
  games = request("/api/games");
  await Promise.all([loadTexts("en"), loadSprite(), games]);
  await show();
} catch {
  // The catalog itself is missing, so these words cannot come from it.
  notice("Lunaria's server does not answer. Load the page again in a moment.");
}
