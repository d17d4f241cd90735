// The opening of a match: against whom, over how many rounds, by which rules, with which deal.

import { element, mark } from "./elements.js";
import { follower } from "./games.js";
import { openTable } from "./newgame.js";
import { stayNew } from "./release.js";
import { rulesLink } from "./rules.js";
import { UnansweredError, wordsOf } from "./server.js";
import { choose, setting } from "./settings.js";
import { styled } from "./styles.js";
import { text } from "./texts.js";

/** @typedef {import("./types").Game} Game */

/** The level that takes its time when it sits down for the first time. */
const SLOWEST = -1;
/** Whom a match is over the network with: who has its link, or whoever comes to the lobby. */
const NETWORK = ["person", "anybody"];

/**
 * Show the match that is kept with the address, or ask for one.
 * @type {import("./types").ShowPage}
 */
export async function showMatch(page, games, go, signal, [id, code]) {
  const game = games.find((each) => each.id === id);
  if (!game) throw new Error(text("refusal.not-found"));
  const table = history.state?.table;
  if (table) {
    const { MatchPage, dressed } = await import("./match.js").catch(() => {
      throw new UnansweredError();
    });
    await dressed();
    signal.throwIfAborted();
    const shown = new MatchPage(page, game, `/api/tables/${table}/socket`, go, signal);
    signal.addEventListener("abort", () => shown.close());
    stayNew(signal, () => shown.idle());
  } else {
    await styled("front", "rounds");
    signal.throwIfAborted();
    askOpponent(page, game, code, go, signal);
    stayNew(signal);
  }
}

/**
 * @param {HTMLElement} page
 * @param {Game} game
 * @param {string | undefined} code of the deal, where one is wished for
 * @param {import("./newgame.js").Go} go
 * @param {AbortSignal} signal aborted when the page is left
 */
function askOpponent(page, game, code, go, signal) {
  const title = text(`game.${game.id}`);
  document.title = `${title} · ${text("page.title")}`;
  const wish = history.state?.against ?? setting("against");
  // Over the network every deal is sealed: a numbered one could be looked up.
  const all = [...game.levels, "screen", ...(code ? [] : NETWORK)];
  const chosen = all.includes(wish) ? wish : (game.levels[1] ?? all[0]);
  const rounds = roundsChoice(game);
  const variants = code ? null : variantChoice(game);
  const wrong = element("p", { class: "wrong", role: "alert" });
  const waits = element("p", { class: "waits", role: "status" });
  const start = /** @type {HTMLButtonElement} */ (
    element("button", { type: "submit", class: "first" }, text("match.play"))
  );
  /** @param {string} title @param {string[]} names */
  const choices = (title, names) =>
    element(
      "fieldset",
      { class: "opponents" },
      element("legend", {}, title),
      ...names.map((name) => opponent(game, name, name === chosen)),
    );
  const people = all.filter((name) => !game.levels.includes(name));
  const fields = element(
    "div",
    { class: "all-opponents" },
    choices(text("match.against-computer"), game.levels),
    choices(text("match.against-people"), people),
  );
  const label = () => {
    start.textContent = text(NETWORK.includes(opponentOf(fields)) ? "match.invite" : "match.play");
  };
  fields.addEventListener("change", label);
  const form = element(
    "form",
    {
      submit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const against = opponentOf(fields);
        choose("against", against);
        wrong.textContent = "";
        waits.textContent = text(against === game.levels.at(SLOWEST) ? "match.seating-slow" : "match.seating");
        start.disabled = true;
        const deal = code ? { code } : { game: game.id, variant: variants?.value ?? game.variants[0] };
        try {
          // Whoever leaves the page in the meantime is not taken to the match.
          const stay = (/** @type {Parameters<typeof go>} */ ...to) => signal.aborted || go(...to);
          await openTable({ ...deal, against, rounds: Number(rounds.value) }, stay);
        } catch (error) {
          wrong.textContent = wordsOf(error);
        }
        waits.textContent = "";
        start.disabled = false;
      },
    },
    fields,
    element(
      "div",
      { class: "terms" },
      element("label", {}, element("span", {}, text("match.rounds")), rounds),
      variants ? element("label", {}, element("span", {}, text("new.variant")), variants) : null,
    ),
    code ? element("p", { class: "note" }, text("match.of-deal", { code })) : null,
    wrong,
    waits,
    element("div", { class: "group" }, start),
  );
  label();
  page.replaceChildren(
    element(
      "main",
      { class: "opening" },
      element("h1", {}, mark(game.id), title),
      element("p", { class: "lead" }, text(`about.${game.id}`)),
      form,
      element(
        "p",
        { class: "opening-ways" },
        rulesLink(game),
        element("a", { href: "/lobby", click: follower("/lobby", go) }, text("page.lobby")),
        element("a", { href: "/", click: follower("/", go) }, text("page.home")),
      ),
    ),
  );
}

/**
 * @param {Game} game
 * @param {string} name
 * @param {boolean} checked
 */
function opponent(game, name, checked) {
  const level = game.levels.includes(name);
  const input = /** @type {HTMLInputElement} */ (
    element("input", { type: "radio", name: "against", value: name, id: `against-${name}` })
  );
  input.checked = checked;
  return element(
    "label",
    { class: "opponent", for: `against-${name}` },
    input,
    element(
      "span",
      {},
      element("strong", {}, level ? text(`match.level.${name}`) : text(`match.with.${name}`)),
      element("small", {}, level ? text(`match.about-level.${name}`) : text(`match.about-with.${name}`)),
    ),
  );
}

/** @param {HTMLElement} fields */
function opponentOf(fields) {
  return /** @type {HTMLInputElement} */ (fields.querySelector(":checked")).value;
}

/** @param {Game} game */
function roundsChoice(game) {
  const { least, most, step } = game.rounds ?? { least: 1, most: 1, step: 1 };
  const list = /** @type {HTMLSelectElement} */ (element("select", { name: "rounds" }));
  for (let count = least; count <= most; count += step) {
    list.append(element("option", { value: count }, text("match.rounds-count", { count })));
  }
  return list;
}

/** @param {Game} game */
function variantChoice(game) {
  if (game.variants.length < 2) return null;
  return /** @type {HTMLSelectElement} */ (
    element(
      "select",
      { name: "variant" },
      ...game.variants.map((letter) =>
        element("option", { value: letter }, text(`variant.${game.id}.${letter}`)),
      ),
    )
  );
}
