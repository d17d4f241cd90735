// Deals of the day: each with its picture, what came of it, and the way to play it.

import { element, mark } from "./elements.js";
import { follower } from "./games.js";
import { onChange, setting } from "./settings.js";
import { letters, text } from "./texts.js";

/** @typedef {import("./types").DayResult} DayResult */
/** @typedef {import("./newgame.js").Go} Go */

/** The size of a picture, before the style says otherwise. */
const WIDTH = 320;
const HEIGHT = 200;

/**
 * A picture that is loaded when it comes into sight; it takes the same room before and after.
 * @param {string} address
 */
function thumbnail(address) {
  const size = { width: WIDTH, height: HEIGHT };
  return element("img", { ...size, alt: "", loading: "lazy", decoding: "async", src: address });
}

/**
 * A picture of a deal or game with cards as the player wishes to see them.
 * @param {string} name as below `/pictures/`
 * @param {AbortSignal} signal aborted when the page is left
 * @param {string} [version] another one for another position under the same name
 */
export function picture(name, signal, version = "") {
  const address = () =>
    `/pictures/${name}.svg?letters=${letters()}&colours=${setting("colours")}${version}`;
  const shown = thumbnail(address());
  const heed = () => {
    if (shown.getAttribute("src") !== address()) shown.setAttribute("src", address());
  };
  onChange(heed, signal);
  return shown;
}

/**
 * What came of a deal, as a shape and in words.
 * @param {DayResult} result
 */
export function resultSign(result) {
  const name = result ?? "none";
  return element(
    "span",
    { class: "result" },
    element("span", { class: "sign", "data-result": name, "aria-hidden": "true" }),
    text(`day.${name}`),
  );
}

/**
 * A link to a deal of the day, with its picture.
 * @param {string} game
 * @param {string} code
 * @param {DayResult} result
 * @param {string} label
 * @param {string} note
 * @param {Go} go
 * @param {AbortSignal} signal aborted when the page is left
 */
export function dealLink(game, code, result, label, note, go, signal) {
  const address = `/play/${game}/${code}`;
  return element(
    "a",
    { class: "daily", href: address, click: follower(address, go) },
    picture(code, signal),
    element("span", { class: "label" }, label),
    element("small", {}, note),
    resultSign(result),
  );
}

/**
 * The name of a game with its mark.
 * @param {string} game
 */
export function gameTitle(game) {
  return element("h3", {}, mark(game), text(`game.${game}`));
}
