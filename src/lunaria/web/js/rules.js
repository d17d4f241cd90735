// The way to the rules, which are pages of their own.

import { element } from "./elements.js";
import { spoken, text } from "./texts.js";

/** The address of all reading pages, in the language that is spoken. */
export function readingAddress() {
  return `/${spoken()}/`;
}

/**
 * A link to the rules of a game.
 * @param {import("./types").Game} game
 * @param {boolean} [beside] whether they open in another tab, so that the table stays
 */
export function rulesLink(game, beside = false) {
  const name = { game: text(`game.${game.id}`), page: text("reading.rules") };
  return element(
    "a",
    {
      class: "rules",
      href: `${readingAddress()}${game.id}/rules`,
      target: beside ? "_blank" : null,
      "aria-label": text("reading.named", name),
    },
    text("reading.rules"),
  );
}
