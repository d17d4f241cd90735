// Which release of the page this is, whether the server has a newer one, and taking that.

/** How often it is looked for a moment to load the page anew, in milliseconds. */
const PACE = 1000;
/** What a player is busy with on any page: a dialog, an entry, a place on the way by keyboard. */
const BUSY = "dialog[open], input:not(:placeholder-shown), :focus-visible";

const root = new URL("..", import.meta.url);
const own = root.pathname.split("/").at(-2);
/** @type {string | undefined} */
let newer;

/**
 * The address of a file of this release.
 * @param {string} path
 */
export function file(path) {
  return new URL(path, root).href;
}

/** Ask the server which release it has; nothing is known where it does not answer. */
export async function look() {
  try {
    const { release } = await (await fetch("/api/release")).json();
    newer = release === own ? undefined : release;
  } catch {
    // Whoever waits for the server is told elsewhere.
  }
}

/**
 * Load the page anew where the server has a newer release; false where it has not. Once for each
 * release, as a server on the way may keep an old page.
 */
export function renew() {
  if (!newer || history.state?.renewed === newer) return false;
  history.replaceState({ ...history.state, renewed: newer }, "");
  location.reload();
  return true;
}

/**
 * Take newer releases while a page is shown, when its player is not busy.
 * @param {AbortSignal} signal aborted when the page is left
 * @param {() => boolean} [idle] whether nothing would be lost that this page alone knows of
 */
export function stayNew(signal, idle = () => true) {
  const free = () => document.querySelector(BUSY) === null && idle();
  const looking = setInterval(() => newer && free() && renew(), PACE);
  signal.addEventListener("abort", () => clearInterval(looking));
  document.addEventListener("visibilitychange", look, { signal });
}
