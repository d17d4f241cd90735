// What is heard at the table. Loaded when the player first wishes for sounds.

import { file } from "./release.js";
import { setting } from "./settings.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").View} View */

const NAMES = ["laid", "turned", "home", "refused", "shuffled", "undone", "won"];
const HIDDEN = "??";
/** So many are heard at once; more would be noise. */
const MOST = 3;

const context = new AudioContext({ latencyHint: "interactive" });
/** @type {Map<string, AudioBuffer>} */
const sounds = new Map();
let heard = 0;

for (const name of NAMES) load(name);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) context.suspend();
});

/** @param {string} name */
async function load(name) {
  try {
    const answer = await fetch(file(`sounds/${name}.wav`));
    sounds.set(name, await context.decodeAudioData(await answer.arrayBuffer()));
  } catch {
    // It is not heard.
  }
}

/** @param {string} name */
function play(name) {
  const buffer = sounds.get(name);
  if (!buffer || heard === MOST || document.hidden || setting("sound") !== "on") return;
  // Browsers hold back all sound until the page is touched.
  if (context.state === "suspended") context.resume().catch(() => {});
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(context.destination);
  heard += 1;
  source.onended = () => (heard -= 1);
  source.start();
}

/**
 * An action is shown.
 * @param {Game} game
 * @param {View} view as it was before
 * @param {string} token
 */
export function performed(game, view, token) {
  const parts = view.legal[token] ?? [];
  const home = Object.values(game.layout.areas).flat();
  if (token === "undo") play("undone");
  else if (game.buttons.includes(token) || parts.some(([, , , reversed]) => reversed)) {
    play("shuffled");
  } else if (parts.some(([, , target]) => target === null || home.includes(target))) play("home");
  else if (parts.some(([source]) => view.places[source].at(-1) === HIDDEN)) play("turned");
  else play("laid");
}

/**
 * An action is answered: cards turn, and the game may be won.
 * @param {View} before
 * @param {View} view
 */
export function answered(before, view) {
  if (view.outcome === "won") play("won");
  else if (view.last !== "undo" && Object.keys(view.places).some((place) => turns(place))) {
    play("turned");
  }

  /** @param {string} place */
  function turns(place) {
    const [old, now] = [before.places[place], view.places[place]];
    return now.length <= old.length && old[now.length - 1] === HIDDEN && now.at(-1) !== HIDDEN;
  }
}

/** Cards are laid on the table. */
export function laid() {
  play("laid");
}

/** The game is won. */
export function won() {
  play("won");
}

/** Something cannot be done. */
export function refused() {
  play("refused");
}
