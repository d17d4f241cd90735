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
/** @type {(() => void) | void} */
let leave;

async function loadSprite() {
  const answer = await fetch("/web/cards.svg");
  const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  document.getElementById("sprite")?.replaceChildren(document.adoptNode(drawn.documentElement));
}

/** Show what the address names: `/`, `/play/<game>` or `/play/<game>/<code>`. */
async function show() {
  leave?.();
  leave = undefined;
  try {
    const known = await games;
    const [, section, game, code] = location.pathname.split("/").map(decodeURIComponent);
    if (section === "play" && game) leave = await showTable(page, known ?? [], game, code, go);
    else leave = await showFront(page, known ?? [], go);
  } catch (error) {
    notice(error instanceof Error ? error.message : String(error));
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
