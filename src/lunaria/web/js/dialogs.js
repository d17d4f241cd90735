// What lies over the page: dialogs, and panels over the table.

import { element } from "./elements.js";
import { text } from "./texts.js";

/**
 * A dialog that is open until it is closed by its button, Escape or a click beside it.
 * @param {string} name
 * @param {string} title
 * @param {(Node | null)[]} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(name, title, content) {
  const close = element("button", { type: "button", click: () => dialog.close() }, text("button.close"));
  const dialog = /** @type {HTMLDialogElement} */ (
    element(
      "dialog",
      { class: name, "aria-labelledby": name },
      element("h2", { id: name }, title),
      ...content,
      element("p", { class: "choices" }, close),
    )
  );
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
