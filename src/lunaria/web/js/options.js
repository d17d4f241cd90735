// The dialog of the settings. Each holds at once and in every tab.

import { openDialog } from "./dialogs.js";
import { checkbox, element, icon } from "./elements.js";
import { showKeys } from "./keys.js";
import { languageChoice } from "./languages.js";
import { CHOICES, choose, chooseManner, manner, setting } from "./settings.js";
import { text } from "./texts.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./settings.js").Setting} Setting */
/** @typedef {import("./settings.js").Manner} Manner */

/** The settings that have more than two values, in the order of the dialog. */
const LISTS = /** @type {Setting[]} */ (["theme", "contrast", "ranks", "size", "motion"]);
/** Those that are switched on and off, with the value that is on. */
const SWITCHES = /** @type {Record<string, string>} */ ({
  colours: "four",
  hand: "left",
  sound: "on",
  keys: "on",
});

/**
 * The button that leads to the settings.
 * @param {() => void} press
 */
export function optionsButton(press) {
  const label = text("options.title");
  return element(
    "button",
    { type: "button", class: "gear", "aria-label": label, click: press },
    icon("options"),
  );
}

/**
 * Show the settings.
 * @param {Game[]} games whose own settings are shown
 * @param {(Node | null)[]} more what else can be chosen where they are shown
 */
export function showOptions(games, ...more) {
  return openDialog("options", text("options.title"), [
    languageChoice(),
    element(
      "div",
      { class: "options" },
      ...LISTS.map(list),
      ...Object.keys(SWITCHES).map((name) => flip(/** @type {Setting} */ (name))),
      ...games.flatMap((game) => own(game, games.length > 1)),
    ),
    element("p", { class: "note" }, text("options.kept")),
    ...more,
    element(
      "p",
      { class: "choices" },
      element("button", { type: "button", click: () => showKeys(games) }, text("keys.title")),
    ),
  ]);
}

/** @param {Setting} name */
function list(name) {
  const choices = /** @type {HTMLSelectElement} */ (
    element(
      "select",
      { name, change: () => choose(name, choices.value) },
      ...CHOICES[name].map((value) =>
        element("option", { value }, text(`options.${name}.${value}`)),
      ),
    )
  );
  choices.value = setting(name);
  return element("label", {}, element("span", {}, text(`options.${name}`)), choices);
}

/** @param {Setting} name */
function flip(name) {
  const on = SWITCHES[name];
  const off = CHOICES[name].find((value) => value !== on) ?? "";
  return checkbox(text(`options.${name}`), name, setting(name) === on, (checked) =>
    choose(name, checked ? on : off),
  );
}

/**
 * The settings that a game has for itself.
 * @param {Game} game
 * @param {boolean} named
 */
function own(game, named) {
  const manners = /** @type {Manner[]} */ (Object.keys(game.manners));
  const boxes = manners.map((name) =>
    checkbox(text(`options.${game.id}.${name}`), `${game.id}.${name}`, manner(game, name), (checked) =>
      chooseManner(game, name, checked),
    ),
  );
  return named ? [element("h3", {}, text(`game.${game.id}`)), ...boxes] : boxes;
}
