// The player's data as a file: to take along, to take in, and to delete.

import { save } from "./clipboard.js";
import { openDialog } from "./dialogs.js";
import { element } from "./elements.js";
import { request, wordsOf } from "./server.js";
import { forgetSettings, keptSettings, takeSettings } from "./settings.js";
import { isoDay, numberText, reasonText, text } from "./texts.js";

/** @typedef {{game?: number, match?: number, action: number, reason: import("./types").Reason}} Refused */
/** @typedef {{games: unknown[], matches?: unknown, settings?: unknown}} Data */

/** The version of the file, and those that are read. */
const VERSION = 2;
const READ = [1, VERSION];
const MEGABYTE = 1024 * 1024;
/** The largest file that is read, in megabytes. */
const MOST = 50;
/** How much is sent at a time: so many games, or characters. */
const GAMES = 50;
const CHARACTERS = 500_000;
/** So many refused games are told one by one. */
const TOLD = 50;

/**
 * The part of the page about the player's data.
 * @param {() => Promise<void>} erased shows the rest of the page anew, when all was deleted
 * @param {AbortSignal} signal aborted when the page is left
 */
export function ownData(erased, signal) {
  const report = element("div", { class: "report", role: "status" });
  /** @param {string} words @param {(Node | string)[]} more */
  const say = (words, ...more) => report.replaceChildren(element("p", {}, words), ...more);
  /** @param {unknown} error */
  const fail = (error) => say(wordsOf(error));
  /** @param {File | undefined} file */
  const take = async (file) => {
    if (!file) return;
    try {
      await takeIn(await read(file), say, signal);
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
  };
  const chooser = /** @type {HTMLInputElement} */ (
    element("input", {
      type: "file",
      id: "data-file",
      accept: ".json,application/json",
      change: async () => {
        await take(chooser.files?.[0]);
        chooser.value = "";
      },
    })
  );
  const drop = element(
    "div",
    {
      class: "drop",
      dragover: (/** @type {DragEvent} */ event) => {
        event.preventDefault();
        drop.classList.add("over");
      },
      dragleave: () => drop.classList.remove("over"),
      drop: (/** @type {DragEvent} */ event) => {
        event.preventDefault();
        drop.classList.remove("over");
        take(event.dataTransfer?.files[0]);
      },
    },
    element("label", { for: "data-file" }, text("data.import")),
    chooser,
    element("small", {}, text("data.drop")),
  );
  const keep = () => exportData().catch(fail);
  const erase = async () => {
    try {
      await request("/api/player", undefined, "DELETE");
      forgetSettings();
      say(text("data.deleted"));
      await erased();
    } catch (error) {
      fail(error);
    }
  };
  return element(
    "section",
    { class: "own-data", "aria-labelledby": "own-data" },
    element("h2", { id: "own-data" }, text("data.title")),
    element("p", {}, text("data.about")),
    element(
      "p",
      {},
      element("button", { type: "button", "data-button": "export", click: keep }, text("data.export")),
    ),
    drop,
    report,
    element(
      "p",
      {},
      element(
        "button",
        { type: "button", "data-button": "delete", click: () => askDelete(keep, erase) },
        text("data.delete"),
      ),
    ),
  );
}

/** Save everything as a file of the browser. */
async function exportData() {
  const data = { ...(await request("/api/export")), settings: keptSettings() };
  const file = new Blob([JSON.stringify(data)], { type: "application/json" });
  save(`lunaria-${isoDay(new Date())}.json`, file);
}

/**
 * What a file holds; throws where it is not one of the player's data.
 * @param {File} file
 * @returns {Promise<Data>}
 */
async function read(file) {
  if (file.size > MOST * MEGABYTE) {
    const size = numberText(Math.ceil(file.size / MEGABYTE));
    throw new Error(text("data.too-large", { size, most: MOST }));
  }
  let data;
  try {
    data = JSON.parse(await file.text());
  } catch {
    throw new Error(text("data.unreadable"));
  }
  if (data === null || typeof data !== "object" || typeof data.lunaria !== "number") {
    throw new Error(text("data.foreign"));
  }
  if (!READ.includes(data.lunaria)) {
    throw new Error(text("refusal.data-version", { given: data.lunaria, known: VERSION }));
  }
  if (!Array.isArray(data.games)) throw new Error(text("data.foreign"));
  return data;
}

/**
 * Take in the games and matches of a file, some at a time, and the settings that were never chosen
 * here.
 * @param {Data} data
 * @param {(words: string, ...more: (Node | string)[]) => void} say
 * @param {AbortSignal} signal
 */
async function takeIn({ games, matches, settings }, say, signal) {
  const lists = { games, matches: Array.isArray(matches) ? matches : [] };
  const all = lists.games.length + lists.matches.length;
  const bar = element("progress", { max: all, "aria-label": text("data.taking") });
  const sum = { taken: 0, there: 0 };
  /** @type {string[]} */
  const refused = [];
  say(text("data.taking"), bar);
  let done = 0;
  for (const [name, list] of Object.entries(lists)) {
    const before = done;
    for (const part of parts(list)) {
      const sent = { lunaria: VERSION, games: [], [name]: part };
      /** @type {{taken: number, there: number, refused: Refused[]}} */
      const answer = await request("/api/import", sent).catch((error) => {
        throw new Error(text("data.stopped", { count: done, why: error.message }), { cause: error });
      });
      signal.throwIfAborted();
      sum.taken += answer.taken;
      sum.there += answer.there;
      refused.push(...answer.refused.map((each) => line(each, done - before)));
      done += part.length;
      bar.setAttribute("value", String(done));
    }
  }
  takeSettings(settings);
  const words = [
    text("data.taken", { count: sum.taken }),
    sum.there ? text("data.there", { count: sum.there }) : "",
    refused.length ? text("data.refused", { count: refused.length }) : "",
  ];
  say(
    words.filter(Boolean).join(" "),
    element("ul", {}, ...refused.slice(0, TOLD).map((each) => element("li", {}, each))),
    refused.length > TOLD ? element("p", {}, text("data.others", { count: refused.length - TOLD })) : "",
  );
}

/**
 * Why something was refused, in words.
 * @param {Refused} refused its action is 0 where it is not one action
 * @param {number} before how many of its kind were sent before
 */
function line({ game, match, action, reason }, before) {
  const why = reasonText(reason);
  if (match) return text("data.match", { game: before + match, why });
  const number = before + (game ?? 0);
  return action
    ? text("data.action", { game: number, action, why })
    : text("data.game", { game: number, why });
}

/**
 * Games in parts that may be sent.
 * @param {unknown[]} games
 */
function* parts(games) {
  let part = [];
  let size = 0;
  for (const game of games) {
    const length = JSON.stringify(game).length;
    if (part.length === GAMES || (part.length && size + length > CHARACTERS)) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(game);
    size += length;
  }
  if (part.length) yield part;
}

/**
 * Ask before everything is deleted, and offer the file first.
 * @param {() => void} keep
 * @param {() => void} erase
 */
function askDelete(keep, erase) {
  const dialog = openDialog("delete-data", text("data.delete"), [
    element("p", {}, text("data.delete-about")),
    element(
      "div",
      { class: "choices" },
      element("button", { type: "button", class: "first", click: keep }, text("data.export-first")),
      element(
        "button",
        {
          type: "button",
          class: "danger",
          click: () => {
            dialog.close();
            erase();
          },
        },
        text("data.delete-all"),
      ),
    ),
  ]);
}
