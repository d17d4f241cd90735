// The seals of a match in words: what was promised before each round, and what came of it.

import { element } from "./elements.js";
import { text } from "./texts.js";

/** @typedef {import("./seal.js").Seal} Seal */

/** @param {Seal | undefined} seal */
export function sealText(seal) {
  if (seal === "checked") return text("match.seal-checked");
  if (seal === "wrong") return text("match.seal-wrong");
  return seal === "unchecked" ? text("match.seal-unchecked") : "";
}

/**
 * What was promised for each round.
 * @param {import("./types").MatchView} view
 * @param {Seal[]} seals
 */
export function showSeals({ sealed }, seals) {
  if (!sealed) return [];
  return [
    element("p", {}, text("match.seal-about")),
    element(
      "ol",
      { class: "seals" },
      ...sealed.commitments.map((commitment, round) => {
        const seed = sealed.seeds[round];
        return element(
          "li",
          {},
          element("code", {}, commitment),
          element("small", {}, sealText(seals[round]) || text("match.seal-open")),
          seed ? element("small", {}, text("match.seal-seed", { seed })) : null,
        );
      }),
    ),
  ];
}
