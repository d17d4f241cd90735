// The keys of the table: one list for those who press them and for those who read it.

import { openDialog } from "./dialogs.js";
import { element } from "./elements.js";
import { rulesLink } from "./rules.js";
import { setting } from "./settings.js";
import { text } from "./texts.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").Meaning} Meaning */
/** @typedef {import("./types").View} View */
/** @typedef {import("./table.js").TablePage} TablePage */

/**
 * @typedef {object} Key
 * @property {string[]} keys as `keyName` calls them
 * @property {string} does the name of the text that says what they do
 * @property {string[]} [shown] what is read in the list, if it is not the keys themselves
 * @property {(game: Game) => boolean} [when] whether a game has use for them; else each has
 * @property {(table: TablePage, keys: Keys, key: string) => void} [act] else the browser does it
 * @property {boolean} [always] whether they work while the table is covered
 */

/** For so many milliseconds digits, and a digit after a letter, belong together. */
const TOGETHER = 700;
const DIGITS = [..."1234567890"];
/** What the places are called that have numbers, and those that have letters. */
const NUMBERED = ["pile", "column"];
const LETTERED = { F: ["foundation", "ascending", "descending"], S: ["stock"], W: ["waste"], R: ["reserve"] };

const ARROWS = /** @type {Record<string, ["x" | "y", 1 | -1]>} */ ({
  ArrowLeft: ["x", -1],
  ArrowRight: ["x", 1],
  ArrowUp: ["y", -1],
  ArrowDown: ["y", 1],
});

/** @param {Game} game */
const moves = (game) => Object.keys(game.touches).length === 0;

/** @type {Key[]} */
const KEYS = [
  {
    keys: Object.keys(ARROWS),
    shown: ["arrows"],
    does: "walk",
    act: (table, _, key) => table.walk.step(...ARROWS[key]),
  },
  { keys: ["Home"], does: "first", act: (table) => table.walk.focus(table.game.places[0]) },
  { keys: ["End"], does: "last", act: (table) => table.walk.focus(table.game.places.at(-1)) },
  { keys: DIGITS, shown: ["digits"], does: "number", act: (_, keys, key) => keys.number(key) },
  ...Object.entries(LETTERED).map(([letter, kinds]) => ({
    keys: [letter],
    does: kinds[0],
    when: (/** @type {Game} */ game) => placesOf(game, kinds).length > 0,
    act: (/** @type {TablePage} */ table, /** @type {Keys} */ keys) =>
      keys.next(placesOf(table.game, kinds)),
  })),
  { keys: ["Enter", "Space"], does: "tap" },
  {
    keys: ["D", "Shift+Enter"],
    does: "double",
    when: moves,
    act: (table) => here(table, (view, place) => table.selection.twice(view, place)),
  },
  {
    keys: ["M"],
    does: "take",
    when: moves,
    act: (table) => here(table, (view, place) => table.selection.take(view, place)),
  },
  { keys: ["Escape"], does: "let-go", act: (table) => table.letGo() },
  {
    keys: ["T"],
    does: "turn",
    when: (game) => "stock" in game.layout.names,
    act: (table) => table.tap(table.game.layout.names.stock[0]),
  },
  {
    keys: ["X"],
    does: "redeal",
    when: (game) => game.buttons.length > 0,
    act: (table) => table.act(table.game.buttons[0]),
  },
  { keys: ["U"], does: "undo", act: (table) => table.act("undo") },
  { keys: ["Y", "Shift+U"], does: "redo", act: (table) => table.act("redo") },
  { keys: ["C"], does: "cards", act: (table) => table.voice.tell(table.board.told(table.walk.here)) },
  { keys: ["A"], does: "open", act: ({ voice, view }) => view && voice.tellOpen(view) },
  { keys: ["G"], does: "far", act: ({ voice, view }) => view && voice.tellFar(view) },
  { keys: ["I"], does: "figures", act: ({ voice, bar }) => voice.tell(...bar.told()), always: true },
  { keys: ["P"], does: "pause", act: pause, always: true },
  { keys: ["N"], does: "new", act: (table) => table.askNew(), always: true },
  {
    keys: ["?"],
    does: "list",
    act: (table) => {
      table.dialog = showKeys([table.game]);
    },
    always: true,
  },
];

const RANKS = [..."234567890", "1", "J", "Q", "K"];

/** The keys of a match, as they are read; what they do says matchkeys.js. @type {Key[]} */
export const MATCH_KEYS = [
  { keys: Object.keys(ARROWS), shown: ["arrows"], does: "groups" },
  { keys: ["Enter", "Space"], does: "play-group" },
  { keys: RANKS, shown: ["digits", "J", "Q", "K"], does: "play-rank" },
  {
    keys: RANKS.map((rank) => `Shift+${rank}`),
    shown: ["Shift+digits"],
    does: "play-set",
  },
  { keys: ["C"], does: "play-wild" },
  { keys: ["Escape"], does: "let-go" },
  { keys: ["P"], does: "pass" },
  { keys: ["H"], does: "hand" },
  { keys: ["R"], does: "run" },
  { keys: ["S"], does: "points", always: true },
  { keys: ["?"], does: "list", always: true },
];

/**
 * Do what a key means on the place where the focus is; only come there if it is elsewhere.
 * @param {TablePage} table
 * @param {(view: View, place: string) => Meaning} meaning
 */
function here(table, meaning) {
  const { here: place, awake } = table.walk;
  if (awake) table.touch(place, (view) => table.mean(meaning(view, place), place));
  else table.walk.focus();
}

/** @param {TablePage} table */
function pause(table) {
  if (table.view?.paused) table.tell("resume");
  else if (table.view?.runs) table.tell("pause");
}

/**
 * The places of some kinds, in the layout's order.
 * @param {Game} game
 * @param {string[]} kinds
 */
function placesOf(game, kinds) {
  return kinds.flatMap((kind) => game.layout.names[kind] ?? []);
}

/**
 * What a pressed key is called here: a letter, a digit or its name, after Shift where that counts.
 * Where the keyboard writes other letters than Latin ones, or other signs than digits in the row
 * of the digits, it is the key's own place that counts. Empty for what belongs to the browser.
 * @param {KeyboardEvent} event
 */
export function keyName({ key, code, shiftKey, ctrlKey, altKey, metaKey }) {
  if (ctrlKey || altKey || metaKey) return "";
  if (/^[\d?]$/.test(key)) return key;
  const [, letter, digit] = /^(?:Key(.)|Digit(.))$/.exec(code) ?? [];
  if (digit && !shiftKey) return digit;
  let name = key === " " ? "Space" : key;
  if (/^[a-z]$/i.test(key)) name = key.toUpperCase();
  else if (letter && /^(\p{L}|Process|Dead|Unidentified)$/u.test(key)) name = letter;
  return shiftKey ? `Shift+${name}` : name;
}

/** Whether the player has switched off the keys that write a sign. @param {string} name */
export const isSilent = (name) => setting("keys") === "off" && /^(Shift\+)?.$/.test(name);

/** Listens to the keys while a table is shown. */
export class Keys {
  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
    this.typed = "";
    this.time = -Infinity;
    /** @type {string[]} the places that a digit counts */
    this.among = [];
    this.hear = (/** @type {KeyboardEvent} */ event) => this.press(event);
    document.addEventListener("keydown", this.hear);
  }

  close() {
    document.removeEventListener("keydown", this.hear);
  }

  /** What is pressed next begins anew. */
  forget() {
    this.typed = "";
    this.among = placesOf(this.table.game, NUMBERED);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (document.querySelector("dialog[open]")) return;
    const { view, game } = this.table;
    const name = keyName(event);
    const key = KEYS.find(({ keys, when }) => keys.includes(name) && (when?.(game) ?? true));
    if (!key || isSilent(name)) return;
    // A key that is held down repeats what it does only where it walks.
    if (key.act || event.repeat) event.preventDefault();
    if (!view || (view.paused && !key.always) || (event.repeat && !(name in ARROWS))) return;
    if (performance.now() - this.time > TOGETHER || !DIGITS.includes(name)) this.forget();
    key.act?.(this.table, this, name);
  }

  /**
   * Go to the place of a number: among the piles or columns, or among those whose letter was just
   * pressed.
   * @param {string} digit
   */
  number(digit) {
    const both = this.typed + digit;
    this.typed = this.among[Number(both) - 1] ? both : digit;
    this.time = performance.now();
    const place = this.among[Number(this.typed) - 1];
    if (place) this.table.walk.focus(place);
  }

  /**
   * Go to the first of some places, or from one of them to the next.
   * @param {string[]} places
   */
  next(places) {
    const { walk } = this.table;
    const at = walk.awake ? places.indexOf(walk.here) : -1;
    walk.focus(places[(at + 1) % places.length]);
    this.among = places;
    this.time = performance.now();
  }
}

/**
 * Show the list of the keys.
 * @param {Game[]} games that have use for them
 */
export function showKeys(games) {
  const alone = games.filter(({ seats }) => seats === 1);
  const matches = games.filter(({ seats }) => seats > 1);
  const both = alone.length > 0 && matches.length > 0;
  const dialog = openDialog("keys", text("keys.title"), [
    alone.length ? keyTable(KEYS.filter(({ when }) => !when || alone.some(when))) : null,
    both ? element("h3", {}, matches.map(({ id }) => text(`game.${id}`)).join(", ")) : null,
    matches.length ? keyTable(MATCH_KEYS) : null,
    games.length === 1 ? element("p", { class: "note" }, rulesLink(games[0], true)) : null,
  ]);
  // It is longer than some screens: with the focus on it the arrow keys scroll.
  dialog.tabIndex = -1;
  dialog.focus();
  dialog.scrollTop = 0;
  return dialog;
}

/** @param {Key[]} list */
function keyTable(list) {
  const rows = list.map(({ keys, shown, does }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, ...(shown ?? keys).flatMap((key) => [keyCap(key), " "])),
      element("td", {}, text(`keys.${does}`)),
    ),
  );
  return element("table", { class: "keys", "aria-labelledby": "keys" }, element("tbody", {}, ...rows));
}

/**
 * A key as it is written on it.
 * @param {string} key
 */
function keyCap(key) {
  const parts = key.split("+").map((part) => (part.length > 1 ? text(`key.${part}`) : part));
  return element("kbd", {}, parts.join(" + "));
}
