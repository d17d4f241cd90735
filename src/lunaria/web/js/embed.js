// A game on a page that is read: it comes to life where its record is named, when it comes in sight.

import { element } from "./elements.js";
import { loadFaces } from "./faces.js";
import { file } from "./release.js";
import { request } from "./server.js";
import { loadTexts, text } from "./texts.js";
import { Viewer } from "./viewer.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").Replay} Replay */

/** What the board is drawn with: the texts, the pictures of the cards, the games, the styles. */
async function prepare() {
  for (const style of ["board", "replay"]) {
    document.head.append(element("link", { rel: "stylesheet", href: file(`css/${style}.css`) }));
  }
  const [games] = await Promise.all([
    request(file("games")),
    loadTexts(document.documentElement.lang),
    loadFaces(),
  ]);
  return /** @type {Game[]} */ (games);
}

/** @type {Promise<Game[]> | undefined} */
let prepared;

/**
 * Put a game on the board; where that fails the link to its record stays.
 * @param {HTMLElement} place
 */
async function enliven(place) {
  try {
    const record = await (await fetch(place.dataset.record ?? "")).text();
    const games = await (prepared ??= prepare());
    /** @type {Replay} */
    const replay = await request("/api/replay", { record });
    const game = games.find((each) => each.id === replay.game);
    if (!game) return;
    const viewer = new Viewer(game, replay.frames);
    viewer.root.setAttribute("role", "group");
    viewer.root.setAttribute("aria-label", `${text("replay.title")}: ${replay.code}`);
    place.prepend(viewer.root);
  } catch {
    // What is read needs none of it.
  }
}

const seeing = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seeing.unobserve(target);
      enliven(/** @type {HTMLElement} */ (target));
    }
  },
  { rootMargin: "50%" },
);
for (const place of document.querySelectorAll(".replay[data-record]")) seeing.observe(place);
