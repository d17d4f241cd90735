// The style sheets that a page is dressed in: its own, whichever page was there before it.

import { UnansweredError } from "./server.js";

/** What every page is dressed in. */
const ALWAYS = ["base"];
/** The style sheets of the page that is shown, or is about to be. */
let worn = new Set(ALWAYS);

/** @returns {[string, HTMLLinkElement][]} the style sheets that there are, by name */
function wardrobe() {
  const links = document.querySelectorAll("link[rel=stylesheet]");
  return [.../** @type {NodeListOf<HTMLLinkElement>} */ (links)].map((link) => [
    link.href.replace(/^.*\/|\.css$/g, ""),
    link,
  ]);
}

/**
 * Have the style sheets of a page; throws UnansweredError where one does not come. The server reads
 * these calls, to have the sheets come together with the page: their names stand in them.
 * @param {string[]} names
 */
export async function styled(...names) {
  for (const name of names) worn.add(name);
  const wished = wardrobe().filter(([name]) => names.includes(name));
  await Promise.all(wished.map(([, link]) => wear(link)));
}

/** @param {HTMLLinkElement} link */
async function wear(link) {
  if (link.sheet) {
    link.sheet.disabled = false;
    return;
  }
  // Whether one without a sheet is on its way, or did not come, cannot be seen: it is asked again.
  const asked = /** @type {HTMLLinkElement} */ (link.cloneNode());
  const loaded = new Promise((done, failed) => {
    asked.addEventListener("load", done);
    asked.addEventListener("error", () => failed(new UnansweredError()));
  });
  asked.disabled = false;
  link.replaceWith(asked);
  await loaded;
}

/** Another page is about to be shown, which says by `styled` what it is dressed in. */
export function undress() {
  worn = new Set(ALWAYS);
}

/** Take off what only the page before was dressed in. */
export function shed() {
  for (const [name, { sheet }] of wardrobe()) if (sheet && !worn.has(name)) sheet.disabled = true;
}
