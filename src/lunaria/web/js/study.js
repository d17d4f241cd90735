// The study switch (APP-6): it marks a game for good, and then its analysis may be seen.

import { element } from "./elements.js";
import { request, wordsOf } from "./server.js";
import { text } from "./texts.js";

/** @typedef {import("./types").View} View */
/** @typedef {import("./newgame.js").Go} Go */

/**
 * The switch of a game, with what it does; of a studied game the way to its analysis.
 * @param {string} table
 * @param {View} view
 * @param {Go} go
 */
export function studySwitch(table, view, go) {
  const marks = !view.study && view.outcome !== "won";
  const wrong = element("p", { class: "wrong", role: "alert" });
  const press = async () => {
    try {
      if (marks) await request(`/api/tables/${table}/study`, {});
    } catch (error) {
      wrong.textContent = wordsOf(error);
      return;
    }
    go(`/replay/${view.replay}#${view.revision}`);
  };
  return element(
    "section",
    { class: "study" },
    element("h3", {}, text("study.title")),
    marks ? element("p", { class: "note" }, text("study.text")) : null,
    element(
      "p",
      { class: "choices" },
      element("button", { type: "button", click: press }, text(marks ? "study.on" : "end.replay")),
    ),
    wrong,
  );
}
