// Two people at two devices: the invitation of the one, and the page on which the other sits down.

import { copy, share } from "./clipboard.js";
import { element, mark } from "./elements.js";
import { follower } from "./games.js";
import { rulesLink } from "./rules.js";
import { request, wordsOf } from "./server.js";
import { styled } from "./styles.js";
import { text } from "./texts.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").MatchView} MatchView */

/**
 * What the one sees who waits for the other.
 * @param {Game} game
 * @param {MatchView} view
 * @param {(words: string) => void} say
 */
export function invitation(game, view, say) {
  const link = `${location.origin}/join/${view.invitation}`;
  const words = text("match.invites", { game: text(`game.${game.id}`), link });
  const [commitment = ""] = view.sealed?.commitments ?? [];
  const field = element("input", {
    type: "text",
    id: "invitation",
    readonly: true,
    value: link,
    focus: () => /** @type {HTMLInputElement} */ (field).select(),
  });
  return element(
    "div",
    { class: "over", role: "group", tabindex: -1, "aria-labelledby": "over-title" },
    element("h2", { id: "over-title" }, text("match.invite-title")),
    element("p", {}, text("match.invite-text")),
    view.listed ? element("p", {}, text("match.offered")) : null,
    element("label", { class: "unseen", for: "invitation" }, text("match.invite-link")),
    field,
    element(
      "div",
      { class: "group" },
      element(
        "button",
        { type: "button", class: "first", click: async () => say(await copy(link)) },
        text("match.copy-link"),
      ),
      "share" in navigator
        ? element(
            "button",
            { type: "button", click: async () => say(await share(words)) },
            text("match.share-link"),
          )
        : null,
    ),
    element("p", { class: "waits", role: "status" }, text("match.waits-for-other")),
    element("p", { class: "note" }, text("match.seal-promise"), " ", element("code", {}, commitment)),
  );
}

/**
 * Show an invitation, or the match to which it led.
 * @type {import("./types").ShowPage}
 */
export async function showJoin(page, games, go, signal, [name = ""]) {
  const address = `/api/invitations/${encodeURIComponent(name)}`;
  /** @param {string} table @param {string} game */
  const sit = async (table, game) => {
    const { showMatch } = await import("./opponents.js");
    history.replaceState({ ...history.state, table, game }, "");
    await showMatch(page, games, go, signal, [game]);
  };
  const kept = history.state;
  if (kept?.table && kept.game) {
    await sit(kept.table, kept.game);
    return;
  }
  const [told] = await Promise.all([request(address), styled("front", "rounds")]);
  signal.throwIfAborted();
  const game = games.find(({ id }) => id === told.game);
  if (!game) throw new Error(text("refusal.not-found"));
  if (told.own) {
    await sit(told.own, game.id);
    return;
  }
  const title = text(`game.${game.id}`);
  document.title = `${title} · ${text("page.title")}`;
  const wrong = element("p", { class: "wrong", role: "alert" });
  const rules = text(`variant.${game.id}.${told.variant}`);
  const terms = `${text("match.rounds-count", { count: told.rounds })} · ${rules}`;
  const enter = element(
    "button",
    {
      type: "button",
      class: "first",
      click: async () => {
        wrong.textContent = "";
        try {
          const made = await request(address, {});
          signal.throwIfAborted();
          await sit(made.table, game.id);
        } catch (error) {
          if (!signal.aborted) wrong.textContent = wordsOf(error);
        }
      },
    },
    text("match.sit-down"),
  );
  const home = element("a", { class: "button", href: "/", click: follower("/", go) }, text("page.home"));
  page.replaceChildren(
    element(
      "main",
      { class: "opening" },
      element("h1", {}, mark(game.id), title),
      element("p", { class: "lead" }, text(told.free ? "match.invited" : "match.taken")),
      told.free ? element("p", {}, terms) : null,
      told.free ? element("p", { class: "note" }, text("match.seal-about")) : null,
      wrong,
      element("div", { class: "group" }, told.free ? enter : null, home),
      rulesLink(game, true),
    ),
  );
}
