// What is asked and told over the table: the new game, the pause, the end.

import { element } from "./elements.js";
import { dayText, text } from "./texts.js";

/**
 * The entry of a deal code.
 * @param {(code: string) => Promise<void>} open throws where the code is refused
 */
export function codeEntry(open) {
  const field = /** @type {HTMLInputElement} */ (
    element("input", {
      type: "text",
      id: "code",
      name: "code",
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      placeholder: "HM1-N-AAAAAAB",
      maxlength: 500,
      "aria-describedby": "code-wrong",
    })
  );
  const wrong = element("p", { class: "wrong", id: "code-wrong", role: "alert" });
  return element(
    "form",
    {
      class: "code-entry",
      submit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        wrong.textContent = "";
        try {
          await open(field.value);
        } catch (error) {
          wrong.textContent = error instanceof Error ? error.message : String(error);
          field.focus();
        }
      },
    },
    element("label", { for: "code" }, text("page.by-code")),
    field,
    element("button", { type: "submit" }, text("page.open")),
    wrong,
  );
}

/**
 * Ask what to play next; nothing is lost by any answer.
 * @param {string} code of the present deal
 * @param {{random: () => void, daily: () => void, same: () => void, home: () => void,
 *   open: (code: string) => Promise<void>}} answers
 */
export function askNewGame(code, answers) {
  const dialog = /** @type {HTMLDialogElement} */ (
    element("dialog", { class: "new-game", "aria-labelledby": "new-game" })
  );
  /** @param {string} label @param {string} note @param {() => void} act @param {string} style */
  const choice = (label, note, act, style = "") =>
    element(
      "button",
      {
        type: "button",
        class: style,
        click: () => {
          dialog.close();
          act();
        },
      },
      label,
      element("small", {}, note),
    );
  const day = dayText(new Date());
  dialog.append(
    element("h2", { id: "new-game" }, text("new.title")),
    element("p", {}, text("new.kept")),
    element(
      "div",
      { class: "choices" },
      choice(text("new.random"), text("new.random-note"), answers.random, "first"),
      choice(text("new.daily"), text("new.daily-note", { date: day }), answers.daily),
      choice(text("new.same"), text("new.same-note", { code }), answers.same),
      choice(text("new.other"), text("page.home"), answers.home),
    ),
    codeEntry(async (typed) => {
      await answers.open(typed);
      dialog.close();
    }),
  );
  const close = element("button", { type: "button", click: () => dialog.close() });
  close.append(text("button.close"));
  dialog.append(element("p", { class: "choices" }, close));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * A panel over the table.
 * @param {string} title
 * @param {(Node | string | null)[]} content
 * @param {{label: string, act: () => void, first?: boolean}[]} buttons
 */
export function panel(title, content, buttons) {
  return element(
    "div",
    { class: "panel" },
    element(
      "div",
      { role: "group", "aria-labelledby": "panel-title" },
      element("h2", { id: "panel-title" }, title),
      ...content,
      element(
        "div",
        { class: "group" },
        ...buttons.map(({ label, act, first }) =>
          element("button", { type: "button", class: first ? "first" : "", click: act }, label),
        ),
      ),
    ),
  );
}
