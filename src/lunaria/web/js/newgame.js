// A new game: any deal, that of the day, the same again, those beside it, or one by its code.

import { openDialog } from "./dialogs.js";
import { checkbox, element } from "./elements.js";
import { rulesLink } from "./rules.js";
import { request, wordsOf } from "./server.js";
import { choose, setting } from "./settings.js";
import { dayText, isoDay, numberText, text } from "./texts.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").View} View */
/** @typedef {(address: string, state?: object) => void} Go */

/**
 * Open a table; throws where what is wanted is refused.
 * @param {object} wanted as docs/protocol.md says
 * @param {Go} go
 * @param {string} [address] where it is asked for
 */
export async function openTable(wanted, go, address = "/api/tables") {
  const made = await request(address, wanted);
  // What is sealed has no code. By its invitation both find their seats again.
  const to = made.code ? `/play/${made.game}/${made.code}` : `/join/${made.invitation}`;
  go(to, { table: made.table });
}

/**
 * The entry of a deal code, or of a number where it is clear of which game.
 * @param {Game} game whose code is shown as an example
 * @param {(code: string) => Promise<void>} open throws where the code is refused
 */
export function codeEntry(game, open) {
  const field = /** @type {HTMLInputElement} */ (
    element("input", {
      type: "text",
      id: "code",
      name: "code",
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      placeholder: game.example,
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
          wrong.textContent = wordsOf(error);
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
 * Ask what to play next; nothing is lost by any answer, so nothing is asked twice.
 * @param {Game} game
 * @param {View} view the game that is on the table
 * @param {Go} go
 * @param {(words: string) => void} say says why a deal could not be had
 */
export function askNewGame(game, view, go, say) {
  const { code } = view;
  /** @param {() => object | Promise<object>} wanted */
  const open = async (wanted) => {
    dialog.close();
    try {
      await openTable(await wanted(), go);
    } catch (error) {
      say(wordsOf(error));
    }
  };
  /**
   * @param {string} label
   * @param {string} note
   * @param {() => object | Promise<object>} wanted
   * @param {string} [style]
   */
  const choice = (label, note, wanted, style = "") =>
    element(
      "button",
      { type: "button", class: style, click: () => open(wanted) },
      label,
      element("small", {}, note),
    );
  /** @param {1 | -1} step @param {string} label */
  const beside = (step, label) => {
    const number = view.number + step;
    const isThere = number >= 1 && number <= game.deals;
    const note = isThere ? text("new.number", { number: numberText(number) }) : "";
    return element(
      "button",
      {
        type: "button",
        "data-beside": String(step),
        disabled: !isThere,
        click: () => open(() => ({ code, beside: step })),
      },
      label,
      element("small", {}, note),
    );
  };
  const variants = variantChoice(game, code);
  const onlyWinnable = () => game.winnable && setting("deals") === "winnable";
  const home = element(
    "button",
    {
      type: "button",
      click: () => {
        dialog.close();
        go("/");
      },
    },
    text("new.other"),
    element("small", {}, text("page.home")),
  );
  const random = () => ({
    game: game.id,
    ...(variants ? { variant: variants.value } : {}),
    ...(onlyWinnable() ? { winnable: true } : {}),
  });
  const daily = async () => {
    const codes = await request(`/api/daily?day=${isoDay(new Date())}`);
    return { code: codes[game.id] };
  };
  const day = dayText(new Date());
  const dialog = openDialog("new-game", text("new.title"), [
    element("p", {}, text("new.kept")),
    element(
      "div",
      { class: "choices" },
      choice(text("new.random"), text("new.random-note"), random, "first"),
      game.winnable
        ? checkbox(text("new.winnable"), "winnable", onlyWinnable(), (checked) =>
            choose("deals", checked ? "winnable" : "any"),
          )
        : null,
      variants && element("label", { class: "check" }, text("new.variant"), variants),
      choice(text("new.daily"), text("new.daily-note", { date: day }), daily),
      choice(text("new.same"), text("new.same-note", { code }), () => ({ code, again: true })),
      element(
        "div",
        { class: "pair" },
        beside(-1, text("new.previous")),
        beside(1, text("new.next")),
      ),
      home,
    ),
    codeEntry(game, async (typed) => {
      const number = /^\s*\d[\d\s.,'’]*$/.test(typed);
      await openTable({ code: number ? `${game.id}:${typed.replace(/\D/g, "")}` : typed }, go);
      dialog.close();
    }),
    element("p", { class: "note" }, rulesLink(game, true)),
  ]);
  return dialog;
}

/**
 * The rule sets of a game that has several.
 * @param {Game} game
 * @param {string} code
 */
function variantChoice(game, code) {
  if (game.variants.length < 2) return null;
  const list = /** @type {HTMLSelectElement} */ (
    element(
      "select",
      { name: "variant" },
      ...game.variants.map((letter) =>
        element("option", { value: letter }, text(`variant.${game.id}.${letter}`)),
      ),
    )
  );
  list.value = code.split("-")[1];
  return list;
}
