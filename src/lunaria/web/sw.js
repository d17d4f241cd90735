// Lets the page open without a network, and never from the files of two releases.
//
// The address of a file names its release, so a file found here is the very one that was asked for.
// The page itself and what starts it have addresses that stay: they are asked of the server first.
// Of what the server says of games and players nothing is kept.

/** @typedef {Event & {request: Request, waitUntil: (work: Promise<unknown>) => void,
 *   respondWith: (answer: Promise<Response>) => void}} WorkerEvent */

// The server puts the name of the release in.
const RELEASE = "/web/";
const START = "/start.js";
const TEXTS = `${RELEASE}texts/`;
/** How long the server may let the page wait, in milliseconds. */
const PATIENCE = 5000;

const worker = /** @type {any} */ (self);
worker.addEventListener("install", (/** @type {WorkerEvent} */ event) => {
  event.waitUntil(fetchAll().then(() => worker.skipWaiting()));
});
worker.addEventListener("activate", (/** @type {WorkerEvent} */ event) => {
  event.waitUntil(dropOthers());
});
worker.addEventListener("fetch", (/** @type {WorkerEvent} */ event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate") {
    if (/^\/($|games$|statistics$|you$|lobby$|(days|rankings)($|\/)|replay($|\/)|play\/|join\/|watch\/)/.test(pathname)) {
      event.respondWith(newest(request, `${RELEASE}index.html`));
    }
  } else if (pathname === START) event.respondWith(newest(request, START));
  else if (pathname.startsWith(RELEASE)) event.respondWith(file(request));
});

/** Keep a whole release or, where something fails, nothing of it. */
async function fetchAll() {
  const files = await (await fetch(`${RELEASE}shell`)).json();
  const cache = await caches.open(RELEASE);
  await cache.addAll([...files, START]);
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== RELEASE).map((name) => caches.delete(name)));
}

/**
 * What the server has; or, where it does not answer, what is kept.
 * @param {Request} request
 * @param {string} kept
 */
async function newest(request, kept) {
  try {
    const late = new Promise((_, fail) => setTimeout(fail, PATIENCE));
    const answer = /** @type {Response} */ (await Promise.race([fetch(request), late]));
    if (answer.status < 500) return answer;
  } catch {
    // There is no network, or one that lets wait.
  }
  return (await caches.match(kept)) ?? Response.error();
}

/**
 * Keep the texts in a language that the player chose.
 * @param {Request} request
 * @param {Response} answer
 */
async function keep(request, answer) {
  try {
    await (await caches.open(RELEASE)).put(request, answer);
  } catch {
    // There is no room.
  }
}

/**
 * A file of this release; texts in another language where those that are wished for are not here.
 * @param {Request} request
 */
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok && request.url.includes(TEXTS)) keep(request, answer.clone());
    return answer;
  } catch (error) {
    if (!request.url.includes(TEXTS)) throw error;
    const cache = await caches.open(RELEASE);
    const others = (await cache.keys()).filter(({ url }) => url.includes(TEXTS));
    return (others[0] && (await cache.match(others[0]))) ?? Response.error();
  }
}
