// What is shown when a round is over, and when the match is: how the points came about, the open
// cards, the totals, and the ways to go on.

import { drawCard } from "./cards.js";
import { share } from "./clipboard.js";
import { element } from "./elements.js";
import { inOrder } from "./plays.js";
import { nameOf, ownSeat, scoreText } from "./seats.js";
import { numberText, text } from "./texts.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").MatchView} MatchView */
/** @typedef {import("./types").Result} Result */

/** Open cards are so wide, in pixels. */
const WIDTH = 40;

/**
 * @typedef {object} Ways
 * @property {() => void} next
 * @property {() => void} rematch
 * @property {() => void} again a match like this one
 * @property {() => void} fresh another one
 * @property {() => void} replay
 * @property {() => void} lobby
 * @property {() => void} home
 * @property {(words: string) => void} say
 */

/**
 * How the points of a round came about, in sentences (CO-15 to CO-18).
 * @param {MatchView} view
 * @param {Result} result
 * @returns {string[]}
 */
export function account(view, { winner, out, pips, why, points }) {
  if (!winner) return [text("match.stopped-even")];
  const own = ownSeat(view);
  const [name, other] = [nameOf(view, winner), nameOf(view, 3 - winner)];
  const params = { name, other, count: pips };
  return [
    out ? went(own, winner, params) : stopped(own, winner, params),
    why === "held" && own === 3 - winner ? text("match.held-you", { count: points }) : "",
    why === "held" && own !== 3 - winner ? text("match.held", { name: other, count: points }) : "",
    why === "last" ? text("match.last", { count: points }) : "",
    why === "nine" ? text("match.nine", { count: points }) : "",
  ].filter(Boolean);
}

/**
 * @param {number} own
 * @param {number} winner
 * @param {{name: string, other: string, count: number}} params
 */
function went(own, winner, params) {
  if (!own) return text("match.out", params);
  if (own === winner) return text("match.out-you", { name: params.other, count: params.count });
  return text("match.out-other", { name: params.name, count: params.count });
}

/**
 * @param {number} own
 * @param {number} winner
 * @param {{name: string, other: string, count: number}} params
 */
function stopped(own, winner, params) {
  if (!own) return text("match.stopped", params);
  if (own === winner) return text("match.stopped-you", { name: params.other, count: params.count });
  return text("match.stopped-other", { name: params.name, count: params.count });
}

/**
 * Who has won, in words.
 * @param {MatchView} view
 * @param {string} outcome
 */
function verdict(view, outcome) {
  const own = ownSeat(view);
  if (outcome === "draw") return text("match.draw");
  const seat = Number(outcome.slice(-1));
  const won = outcome.startsWith("won") ? seat : 3 - seat;
  if (outcome.startsWith("abandoned")) {
    if (!own) return text("match.left", { name: nameOf(view, seat) });
    return own === won ? text("match.left-other") : text("match.left-you");
  }
  return won === own ? text("match.won-you") : text("match.won", { name: nameOf(view, won) });
}

/**
 * The panel of a round or a match that is over; returns what is told of it as well.
 * @param {Game} game
 * @param {MatchView} view
 * @param {Ways} ways
 */
export function overPanel(game, view, ways) {
  const { outcome, results } = view;
  const result = results.at(-1);
  const title = outcome ? verdict(view, outcome) : roundTitle(view, result);
  const told = result && !outcome?.startsWith("abandoned") ? account(view, result) : [];
  const buttons = outcome ? ends(game, view, ways, title) : [onward(view, ways)];
  const shown = element(
    "div",
    { class: "over", role: "group", tabindex: -1, "aria-labelledby": "over-title" },
    element("h2", { id: "over-title" }, title),
    outcome && results.length ? element("p", { class: "total" }, scoreText(view)) : null,
    told.length
      ? element(
          "div",
          { class: "account" },
          outcome ? element("h3", {}, text("match.last-round")) : null,
          ...told.map((words) => element("p", {}, words)),
        )
      : null,
    outcome
      ? null
      : element("p", { class: "total" }, scoreText(view)),
    element("p", { class: "seal", role: "status" }),
    element("div", { class: "group" }, ...buttons),
    result ? openCards(game, view, result) : null,
    results.length > 1 ? table(view) : null,
  );
  return { shown, told: [title.replace(/\w$/u, "$&."), ...told, `${scoreText(view)}.`].join(" ") };
}

/**
 * @param {MatchView} view
 * @param {Result | undefined} result
 */
function roundTitle(view, result) {
  if (!result?.winner) return text("match.round-even");
  if (result.winner === ownSeat(view)) return text("match.round-you", { count: result.points });
  return text("match.round-other", { name: nameOf(view, result.winner), count: result.points });
}

/**
 * The way to the next round, or for whom it waits.
 * @param {MatchView} view
 * @param {Ways} ways
 */
function onward(view, ways) {
  const own = ownSeat(view);
  if (view.looksOn || (own && !view.waits.includes(own))) {
    const name = view.waits.map((seat) => nameOf(view, seat)).join(", ");
    return element("p", { class: "waits", role: "status" }, text("match.waits", { name }));
  }
  return button("first", text("match.next-round"), ways.next);
}

/**
 * @param {Game} game
 * @param {MatchView} view
 * @param {Ways} ways
 * @param {string} title
 */
function ends(game, view, ways, title) {
  const shared = button("", text("end.share"), async () => ways.say(await share(line(game, view, title))));
  const lobby = button("", text("page.lobby"), ways.lobby);
  const home = button("", text("page.home"), ways.home);
  if (view.looksOn) return [button("first", text("replay.title"), ways.replay), lobby, shared, home];
  const own = ownSeat(view);
  const people = !view.screen && view.seats.every(({ player }) => player === "person");
  const asked = view.rematch.includes(own);
  const wished = view.rematch.includes(3 - own);
  const note = asked ? text("match.rematch-asked") : text("match.rematch-wished");
  return [
    people && (asked || wished) ? element("p", { class: "waits", role: "status" }, note) : null,
    people && !asked ? button("first", text("match.rematch"), ways.rematch) : null,
    people ? null : button("first", text("match.again"), ways.again),
    button("", text("match.new"), ways.fresh),
    view.replay ? button("", text("replay.title"), ways.replay) : null,
    shared,
    people ? lobby : null,
    home,
  ].filter((each) => each !== null);
}

/**
 * The result in one line.
 * @param {Game} game
 * @param {MatchView} view
 * @param {string} title
 */
function line(game, view, title) {
  const name = view.code ? `${text(`game.${game.id}`)} ${view.code}` : text(`game.${game.id}`);
  const address = view.replay ? `/replay/${view.replay}` : `/play/${game.id}`;
  return `${[name, title, scoreText(view)].join(" · ")} ${location.origin}${address}`;
}

/**
 * @param {string} style
 * @param {string} label
 * @param {() => void} act
 */
function button(style, label, act) {
  return element("button", { type: "button", class: style, click: act }, label);
}

/**
 * What was held and what lay aside, face up.
 * @param {Game} game
 * @param {MatchView} view
 * @param {Result} result
 */
function openCards(game, view, result) {
  const near = ownSeat(view) || 1;
  const row = (/** @type {string} */ place, /** @type {string} */ label, /** @type {string[]} */ cards) => {
    const drawn = element(
      "span",
      { class: "open-row", "data-place": place },
      ...inOrder(cards).map((card) => drawCard(card, WIDTH, game.id)),
    );
    drawn.style.setProperty("--count", String(Math.max(1, cards.length)));
    return element(
      "div",
      {},
      element("dt", {}, label),
      element("dd", {}, cards.length ? drawn : text("match.nothing-held")),
    );
  };
  const hand = (/** @type {number} */ seat) =>
    row(
      `hand${seat}`,
      text("match.pips", { name: nameOf(view, seat), count: result.held[seat - 1] }),
      result.hands[seat - 1],
    );
  return element(
    "dl",
    { class: "open-cards" },
    hand(near),
    hand(3 - near),
    row("aside", text("match.aside"), result.aside),
  );
}

/**
 * The points of every round.
 * @param {MatchView} view
 */
function table(view) {
  const near = ownSeat(view) || 1;
  const seats = [near, 3 - near];
  const cell = (/** @type {string} */ words) => element("td", {}, words);
  const head = (/** @type {string} */ words) => element("th", { scope: "col" }, words);
  return element(
    "table",
    { class: "rounds" },
    element("caption", { class: "unseen" }, text("match.rounds-table")),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        head(text("match.round-label")),
        ...seats.map((seat) => head(nameOf(view, seat))),
        head(text("match.how")),
      ),
    ),
    element(
      "tbody",
      {},
      ...view.results.map((result, index) =>
        element(
          "tr",
          {},
          element("th", { scope: "row" }, numberText(index + 1)),
          ...seats.map((seat) => cell(result.winner === seat ? numberText(result.points) : "–")),
          cell(how(result)),
        ),
      ),
    ),
    element(
      "tfoot",
      {},
      element(
        "tr",
        {},
        element("th", { scope: "row" }, text("match.sum")),
        ...seats.map((seat) => cell(numberText(view.totals[seat - 1]))),
        cell(""),
      ),
    ),
  );
}

/** @param {Result} result */
function how({ winner, out, pips, factor }) {
  const ended = out ? text("match.how-out") : text("match.how-stopped");
  return winner && factor > 1 ? `${ended}, ${numberText(pips)} × ${numberText(factor)}` : ended;
}
