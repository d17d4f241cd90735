// The page about the player: the name, the devices, passkeys, and all data as a file.

import { ownData } from "./data.js";
import { deviceList, passkeyList, signIn } from "./devices.js";
import { element } from "./elements.js";
import { home } from "./games.js";
import { hasPasskeys } from "./passkeys.js";
import { request, wordsOf } from "./server.js";
import { styled } from "./styles.js";
import { text } from "./texts.js";

/** @typedef {import("./types").Who} Who */
/**
 * Shows what is so now, says what was done, and goes on at the part that it belongs to.
 * @typedef {(who: Who, words: string, part: string) => void} Show
 */

/**
 * Show the page.
 * @type {import("./types").ShowPage}
 */
export async function showYou(page, _games, go, signal) {
  const [who] = await Promise.all([request("/api/player"), styled("front", "statistics", "you")]);
  signal.throwIfAborted();
  // A code that came with the address is not kept in it.
  const code = location.hash.slice(1);
  if (code) history.replaceState(history.state, "", location.pathname);
  const said = element("p", { class: "news", role: "status" });
  const shown = element("div", {});
  /** @param {Who} now @param {string} brought */
  const fill = (now, brought = "") =>
    shown.replaceChildren(
      nameEntry(now, show),
      deviceList(now, show),
      // A device of a player with others has to be signed out before it comes to another one.
      ...(now.devices.length > 1 ? [] : [signIn(brought, show)]),
      ...(hasPasskeys() ? [passkeyList(now, show)] : []),
    );
  /** @type {Show} */
  const show = (now, words, part) => {
    if (signal.aborted) return;
    fill(now);
    said.textContent = words;
    const head = document.getElementById(part);
    if (head) {
      head.tabIndex = -1;
      head.focus();
    }
  };
  fill(who, code);
  document.title = `${text("page.you")} · ${text("page.title")}`;
  page.replaceChildren(
    element(
      "main",
      { class: "front statistics you" },
      element("p", {}, home(go)),
      element("h1", {}, text("page.you")),
      element("p", { class: "note" }, text("you.about")),
      said,
      shown,
      ownData(async () => fill(await request("/api/player")), signal),
    ),
  );
  if (code) document.getElementById("device-code")?.focus();
}

/**
 * The name, and taking another one.
 * @param {Who} who
 * @param {Show} show
 */
function nameEntry(who, show) {
  const wrong = element("p", { class: "wrong", id: "name-wrong", role: "alert" });
  const field = /** @type {HTMLInputElement} */ (
    element("input", {
      type: "text",
      id: "new-name",
      autocomplete: "nickname",
      spellcheck: "false",
      dir: "auto",
      placeholder: " ",
      maxlength: 200,
      "aria-describedby": "name-wrong",
    })
  );
  /** @param {() => Promise<unknown>} act @param {string} key */
  const after = async (act, key) => {
    wrong.textContent = "";
    try {
      await act();
      show(await request("/api/player"), text(key), "you-name");
    } catch (error) {
      wrong.textContent = wordsOf(error);
      field.focus();
    }
  };
  const take = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    after(() => request("/api/player/name", { name: field.value }), "you.name-taken");
  };
  const giveUp = () =>
    after(() => request("/api/player/name", undefined, "DELETE"), "you.name-given-up");
  return element(
    "section",
    { "aria-labelledby": "you-name" },
    element("h2", { id: "you-name" }, text("you.name")),
    who.name
      ? element("p", { class: "own-name" }, element("bdi", { translate: "no" }, who.name))
      : element("p", {}, text("you.name-about")),
    element(
      "form",
      { class: "code-entry", submit: take },
      element("label", { for: "new-name" }, text(who.name ? "you.name-new" : "you.name-wish")),
      field,
      element("button", { type: "submit" }, text("you.name-take")),
      wrong,
    ),
    who.name
      ? element(
          "p",
          {},
          element("button", { type: "button", "data-button": "give-up", click: giveUp }, text("you.name-give-up")),
        )
      : null,
  );
}
