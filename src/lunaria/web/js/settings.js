// What the player has chosen, kept in this browser; nothing of it changes a game or its deal.

/** @typedef {import("./types").Game} Game */

const KEPT_AS = "lunaria.settings";

/** Each setting with what it may be; the first is what it is at the start. */
export const CHOICES = {
  theme: ["system", "dark", "light"],
  contrast: ["system", "more", "normal"],
  colours: ["two", "four"],
  ranks: ["language", "JQK", "VDR", "KnDK"],
  size: ["large", "medium", "small"],
  hand: ["right", "left"],
  motion: ["system", "normal", "slow", "fast", "none"],
  sound: ["off", "on"],
  keys: ["on", "off"],
  deals: ["any", "winnable"],
  against: ["normal", "easy", "master", "screen", "person", "anybody"],
  replay: ["normal", "slow", "fast"],
};

/** @typedef {keyof typeof CHOICES} Setting */
/** @typedef {"explains" | "dims" | "doubles"} Manner a setting that each game has for itself */

/** @type {Record<string, unknown>} what is kept, with what a newer version may have put there */
let kept = read();
const heard = new EventTarget();

const dark = matchMedia("(prefers-color-scheme: dark)");
const contrast = matchMedia("(prefers-contrast: more)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @returns {Record<string, unknown>} */
function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT_AS) ?? "{}");
    return found !== null && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {}; // storage is blocked, or what is kept was edited by hand
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function keep(name, value) {
  kept = { ...read(), ...kept, [name]: value };
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(kept));
  } catch {
    // Storage is blocked or full: the choice holds for as long as the page is open.
  }
  apply();
}

/** All that was chosen, to be taken along. */
export function keptSettings() {
  return { ...kept };
}

/**
 * Take choices of elsewhere where nothing was chosen here.
 * @param {unknown} others as `keptSettings` gave them, or anything
 */
export function takeSettings(others) {
  if (others === null || typeof others !== "object" || Array.isArray(others)) return;
  for (const [name, value] of Object.entries(others)) {
    const isChoice = typeof value === "string" || typeof value === "boolean";
    if (isChoice && !(name in kept)) keep(name, value);
  }
}

/** Forget every choice. */
export function forgetSettings() {
  kept = {};
  try {
    localStorage.removeItem(KEPT_AS);
  } catch {
    // Storage is blocked, and nothing is there.
  }
  apply();
}

/**
 * What a setting is.
 * @param {Setting} name
 * @returns {string}
 */
export function setting(name) {
  const value = kept[name];
  return typeof value === "string" && CHOICES[name].includes(value) ? value : CHOICES[name][0];
}

/**
 * Choose.
 * @param {Setting} name
 * @param {string} value
 */
export function choose(name, value) {
  keep(name, value);
}

/**
 * Whether a game explains, dims or looks in the columns first, as the player wishes.
 * @param {Game} game
 * @param {Manner} manner
 * @returns {boolean}
 */
export function manner(game, manner) {
  const value = kept[`${game.id}.${manner}`];
  return typeof value === "boolean" ? value : game.manners[manner] === true;
}

/**
 * Choose for one game.
 * @param {Game} game
 * @param {Manner} manner
 * @param {boolean} value
 */
export function chooseManner(game, manner, value) {
  keep(`${game.id}.${manner}`, value);
}

/** The language that was chosen, if one was. */
export function chosenLanguage() {
  return typeof kept.language === "string" ? kept.language : null;
}

/** @param {string} language */
export function chooseLanguage(language) {
  keep("language", language);
}

/**
 * How fast cards move: 1 as designed, 0 not at all.
 * @returns {number}
 */
export function pace() {
  const wish = setting("motion");
  if (wish === "none" || (wish === "system" && calm.matches)) return 0;
  return { slow: 0.5, fast: 2 }[wish] ?? 1;
}

/**
 * Be told of every change, also of one in another tab or of the system's.
 * @param {() => void} hear
 * @param {AbortSignal} [signal]
 */
export function onChange(hear, signal) {
  heard.addEventListener("change", hear, { signal });
}

/** Put the choices where the style sheets see them. */
function apply() {
  const root = document.documentElement;
  const wish = setting("contrast");
  const more = wish === "more" || (wish === "system" && contrast.matches);
  root.dataset.theme = setting("theme");
  root.dataset.contrast = more ? "more" : "normal";
  root.dataset.colours = setting("colours");
  root.dataset.hand = setting("hand");
  root.dataset.motion = pace() === 0 ? "none" : "some";
  // The browser's own bars take the colour of the sky.
  const sky = document.querySelector('meta[name="theme-color"]');
  sky?.setAttribute("content", getComputedStyle(root).backgroundColor);
  heard.dispatchEvent(new Event("change"));
}

addEventListener("storage", (event) => {
  if (event.key !== KEPT_AS && event.key !== null) return;
  kept = read();
  apply();
});
for (const wish of [dark, contrast, calm]) wish.addEventListener("change", apply);
apply();
