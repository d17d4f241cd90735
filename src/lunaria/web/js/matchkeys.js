// The keys of a match; what they are for stands in the list of all keys.

import { MATCH_KEYS, isSilent, keyName, showKeys } from "./keys.js";
import { PASS } from "./plays.js";
import { tellRun } from "./run.js";

/** @typedef {import("./match.js").MatchPage} MatchPage */

/** @type {Record<string, (page: MatchPage, key: string) => void>} by what `MATCH_KEYS` calls it */
const ACTS = {
  groups: ({ felt: { hand } }) => hand.focus(),
  "play-rank": ({ felt: { hand } }, key) => hand.key(rankOf(key), false),
  "play-set": ({ felt: { hand } }, key) => hand.key(rankOf(key), true),
  "play-wild": ({ felt: { hand } }) => hand.touchWild(),
  "let-go": ({ felt: { hand } }) => hand.choice.close(),
  pass: (page) => (page.felt.pass.hidden ? page.why() : page.act(PASS)),
  hand: ({ voice, felt }) => voice.tell(...felt.told()),
  run: ({ voice, view }) => view && voice.tell(...tellRun(view)),
  points: (page) => page.tellScore(),
  list: (page) => {
    page.dialog = showKeys([page.game]);
  },
};

/** @param {string} key a digit, where 0 and 1 are the ten, or a letter; after Shift or not */
function rankOf(key) {
  const sign = key.replace("Shift+", "");
  return "01".includes(sign) ? "10" : sign;
}

/** Listens to the keys while a match is shown. */
export class MatchKeys {
  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
    this.hear = (/** @type {KeyboardEvent} */ event) => this.press(event);
    document.addEventListener("keydown", this.hear);
  }

  close() {
    document.removeEventListener("keydown", this.hear);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { page } = this;
    const writes = event.target instanceof Element && event.target.matches("input, select, textarea");
    if (event.defaultPrevented || writes || document.querySelector("dialog[open]")) return;
    // With Shift a digit is the key's own place, whatever sign it writes.
    const [, digit] = /^Digit(\d)$/.exec(event.code) ?? [];
    const name = digit && event.shiftKey && event.key !== "?" ? `Shift+${digit}` : keyName(event);
    const key = MATCH_KEYS.find(({ keys }) => keys.includes(name));
    const act = key && ACTS[key.does];
    if (!act || isSilent(name)) return;
    event.preventDefault();
    if (!event.repeat && (!page.felt.root.hidden || key.always)) act(page, name);
  }
}
