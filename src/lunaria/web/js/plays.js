// What was played, put so that it can be drawn and told: runs, turns, ranks and words.

import { cardName, rankLetters, text } from "./texts.js";

/** @typedef {import("./types").Play} Play */
/** @typedef {import("./types").MatchView} MatchView */

export const PASS = "pass";
/** The ranks of a run, upwards. */
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/**
 * @typedef {object} Step
 * @property {number} seat
 * @property {string[]} cards none where it passed
 * @property {string} rank what was played, or what the wild card stood for; "" where it stood for none
 * @property {boolean} wild
 * @property {number} run the number of the run it belongs to
 */

/**
 * The rank that a token plays and how many of it; null for a pass and for the wild card.
 * @param {string} token
 */
export function ranked(token) {
  const [, rank, count] = /^(\d+|[JQK])(?:x(\d+))?$/.exec(token) ?? [];
  return rank ? { rank, count: Number(count ?? 1) } : null;
}

/**
 * The token that plays the wild card, where it may be played.
 * @param {MatchView} view
 */
export function wildToken(view) {
  return Object.keys(view.legal).find((token) => token !== PASS && !ranked(token));
}

/**
 * The tokens that play a rank: of one card, and of the whole set.
 * @param {MatchView} view
 * @param {string} rank
 */
export function tokensOf(view, rank) {
  const tokens = Object.keys(view.legal).filter((token) => ranked(token)?.rank === rank);
  return {
    single: tokens.find((token) => ranked(token)?.count === 1),
    set: tokens.find((token) => Number(ranked(token)?.count) > 1),
  };
}

/**
 * The cards of a hand that a legal token plays; the one that stands for any is the last of its rank.
 * @param {MatchView} view
 * @param {string} token
 */
export function cardsOf(view, token) {
  const [part] = view.legal[token] ?? [];
  if (!part) return [];
  const hand = view.places[part[0]];
  const play = ranked(token);
  if (!play) return hand.filter(isWild);
  return hand
    .filter((card) => card.slice(0, -1) === play.rank && !isWild(card))
    .slice(0, play.count);
}

/**
 * Whether a card stands for any: the only one that is not black.
 * @param {string} card
 */
export function isWild(card) {
  return /[HD]$/.test(card);
}

/**
 * Cards from the lowest to the highest.
 * @param {string[]} cards
 */
export function inOrder(cards) {
  const rank = (/** @type {string} */ card) => RANKS.indexOf(card.slice(0, -1));
  return [...cards].sort((one, other) => rank(one) - rank(other));
}

/**
 * What was played and passed, step by step.
 * @param {Play[]} history
 * @returns {Step[]}
 */
export function stepsOf(history) {
  let [run, due, passes] = [0, "", 0];
  return history.map(([seat, token, cards]) => {
    if (token === PASS) {
      passes += 1;
      return { seat, cards, rank: "", wild: false, run };
    }
    // Where both have passed, and where a run came to its end, another begins.
    if (passes > 1) due = "";
    if (!due) run += 1;
    passes = 0;
    const play = ranked(token);
    const rank = play?.rank ?? due;
    due = play ? (RANKS[RANKS.indexOf(rank) + 1] ?? "") : "";
    return { seat, cards, rank, wild: !play, run };
  });
}

/**
 * The steps of each turn.
 * @param {Step[]} steps
 */
export function turnsOf(steps) {
  /** @type {Step[][]} */
  const turns = [];
  for (const step of steps) {
    const last = turns.at(-1);
    if (last && last[0].seat === step.seat && last[0].run === step.run) last.push(step);
    else turns.push([step]);
  }
  return turns;
}

/**
 * A step in words.
 * @param {Step} step
 * @param {string} name of who did it
 */
export function stepText({ cards, rank, wild }, name) {
  if (!cards.length) return text("match.passes", { name });
  if (wild) {
    return rank
      ? text("match.plays-wild-as", { name, rank: text(`rank.${rank}`) })
      : text("match.plays-wild", { name });
  }
  if (cards.length > 1) {
    return text("match.plays-set", { name, count: cards.length, rank: text(`rank.${rank}`) });
  }
  return text("match.plays", { name, card: cardName(cards[0]) });
}

/**
 * What is to be played next, in words.
 * @param {MatchView} view
 */
export function dueText(view) {
  if (view.due) return text("match.next", { rank: rankLetters(view.due) });
  return view.history.length ? text("match.anew") : text("match.first");
}
