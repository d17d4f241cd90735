// The devices of a player: which are signed in, bringing another one, and coming from another one.

import { copy } from "./clipboard.js";
import { openDialog } from "./dialogs.js";
import { element } from "./elements.js";
import { hasPasskeys, makePasskey, signInByPasskey } from "./passkeys.js";
import { request, wordsOf } from "./server.js";
import { momentText, numberText, text } from "./texts.js";

/** @typedef {import("./types").Who} Who */
/** @typedef {import("./you.js").Show} Show */

/**
 * The devices that are signed in, and the code that brings another one.
 * @param {Who} who
 * @param {Show} show
 */
export function deviceList(who, show) {
  const wrong = element("p", { class: "wrong", role: "alert" });
  const offered = element("div", { class: "offered", role: "status" });
  const offer = async () => {
    wrong.textContent = "";
    try {
      const { code, seconds } = await request("/api/player/code", {});
      offered.replaceChildren(...codeShown(code, seconds));
    } catch (error) {
      wrong.textContent = wordsOf(error);
    }
  };
  /** @param {Who["devices"][number]} device */
  const leave = async (device) => {
    try {
      const told = await request(`/api/player/devices/${device.id}`, undefined, "DELETE");
      show(told, text("device.signed-out"), "devices");
    } catch (error) {
      wrong.textContent = wordsOf(error);
    }
  };
  return element(
    "section",
    { "aria-labelledby": "devices" },
    element("h2", { id: "devices" }, text("device.title")),
    element("p", {}, text("device.about")),
    who.devices.length ? element("ul", { class: "keys" }, ...who.devices.map((each) => device(each, leave))) : null,
    element(
      "p",
      {},
      element("button", { type: "button", "data-button": "code", click: offer }, text("device.bring")),
    ),
    offered,
    wrong,
  );
}

/**
 * @param {Who["devices"][number]} device
 * @param {(device: Who["devices"][number]) => void} leave
 */
function device(device, leave) {
  const name = text(device.own ? "device.this" : "device.other");
  const since = device.since
    ? text("device.since", { date: momentText(new Date(device.since * 1000)) })
    : text("device.first");
  const press = () => (device.own ? askLeave(() => leave(device)) : leave(device));
  return element(
    "li",
    { "data-own": device.own },
    element("span", {}, element("strong", {}, name), " ", element("small", {}, since)),
    element(
      "button",
      { type: "button", "aria-label": `${text("device.sign-out")}: ${name}, ${since}`, click: press },
      text("device.sign-out"),
    ),
  );
}

/**
 * Ask before this device is signed out.
 * @param {() => void} leave
 */
function askLeave(leave) {
  ask("sign-out", "device.sign-out", [element("p", {}, text("device.leave-about"))], leave);
}

/**
 * A question with one answer that does something; closing the dialog does nothing.
 * @param {string} name
 * @param {string} title the key of what is asked, and of the button that does it
 * @param {Node[]} content
 * @param {() => void} act
 */
function ask(name, title, content, act) {
  const go = () => {
    dialog.close();
    act();
  };
  const button = element("button", { type: "button", class: "first", click: go }, text(title));
  const dialog = openDialog(name, text(title), [
    ...content,
    element("div", { class: "choices" }, button),
  ]);
  // Whoever presses a key twice has not agreed.
  dialog.querySelector("p.choices")?.querySelector("button")?.focus();
}

/**
 * A code as it is read, and as a link.
 * @param {string} code
 * @param {number} seconds for how long it can be used
 */
function codeShown(code, seconds) {
  const link = `${location.origin}/you#${code}`;
  const said = element("small", {});
  const field = element("input", {
    type: "text",
    id: "code-link",
    readonly: true,
    value: link,
    placeholder: " ",
    focus: () => /** @type {HTMLInputElement} */ (field).select(),
  });
  const take = async () => {
    said.textContent = await copy(link);
  };
  return [
    element("p", {}, text("device.code-about", { minutes: numberText(Math.floor(seconds / 60)) })),
    element("p", {}, element("code", { class: "one-time", translate: "no" }, code)),
    element("label", { for: "code-link" }, text("device.code-link")),
    field,
    element(
      "p",
      {},
      element("button", { type: "button", click: take }, text("match.copy-link")),
      " ",
      said,
    ),
  ];
}

/**
 * Coming from another device: by its code, or by a passkey.
 * @param {string} code that came with the address
 * @param {Show} show
 */
export function signIn(code, show) {
  const wrong = element("p", { class: "wrong", id: "device-wrong", role: "alert" });
  const field = /** @type {HTMLInputElement} */ (
    element("input", {
      type: "text",
      id: "device-code",
      autocomplete: "one-time-code",
      autocapitalize: "characters",
      spellcheck: "false",
      placeholder: "H4KM-7TQX-WB2E",
      maxlength: 100,
      "aria-describedby": "device-wrong",
    })
  );
  field.value = code;
  /** @param {(merge: boolean) => Promise<Who>} come */
  const enter = async (come) => {
    wrong.textContent = "";
    /** @param {unknown} error */
    const fail = (error) => {
      wrong.textContent = wordsOf(error);
      field.focus();
    };
    /** @param {boolean} merge */
    const act = async (merge) => {
      try {
        show(await come(merge), text("device.signed-in"), "you-name");
      } catch (error) {
        fail(error);
      }
    };
    try {
      agreed(await request("/api/player"), act);
    } catch (error) {
      fail(error);
    }
  };
  const byCode = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    enter((merge) => request("/api/player/sign-in", { code: field.value, merge }));
  };
  return element(
    "section",
    { "aria-labelledby": "sign-in" },
    element("h2", { id: "sign-in" }, text("device.come")),
    element("p", {}, text("device.come-about")),
    element(
      "form",
      { class: "code-entry", submit: byCode },
      element("label", { for: "device-code" }, text("device.code")),
      field,
      element("button", { type: "submit" }, text("device.sign-in")),
    ),
    hasPasskeys()
      ? element(
          "p",
          {},
          element(
            "button",
            { type: "button", "data-button": "passkey", click: () => enter(signInByPasskey) },
            text("passkey.sign-in"),
          ),
        )
      : null,
    wrong,
  );
}

/**
 * Do it when the player has agreed to what becomes of this device's own games; at once where there
 * is nothing to agree to.
 * @param {Who} who
 * @param {(merge: boolean) => void} act
 */
function agreed(who, act) {
  if (!who.games && !who.name && !who.passkeys.length) {
    act(false);
    return;
  }
  const told = [
    who.games ? text("device.merge-about", { count: who.games }) : "",
    who.name ? text("device.merge-name") : "",
    who.passkeys.length ? text("device.merge-passkeys") : "",
  ].filter(Boolean);
  ask("merge", "device.merge", told.map((words) => element("p", {}, words)), () => act(true));
}

/**
 * The passkeys of the player.
 * @param {Who} who
 * @param {Show} show
 */
export function passkeyList(who, show) {
  const wrong = element("p", { class: "wrong", role: "alert" });
  /** @param {() => Promise<Who>} act @param {string} key */
  const after = async (act, key) => {
    wrong.textContent = "";
    try {
      show(await act(), text(key), "passkeys");
    } catch (error) {
      wrong.textContent = wordsOf(error);
    }
  };
  return element(
    "section",
    { "aria-labelledby": "passkeys" },
    element("h2", { id: "passkeys" }, text("passkey.title")),
    element("p", {}, text("passkey.about")),
    who.passkeys.length
      ? element(
          "ul",
          { class: "keys" },
          ...who.passkeys.map(({ id, since }) => {
            const made = text("passkey.since", { date: momentText(new Date(since * 1000)) });
            const remove = () => request(`/api/player/passkeys/${id}`, undefined, "DELETE");
            return element(
              "li",
              {},
              element("span", {}, made),
              element(
                "button",
                {
                  type: "button",
                  "aria-label": `${text("passkey.remove")}: ${made}`,
                  click: () => after(remove, "passkey.removed"),
                },
                text("passkey.remove"),
              ),
            );
          }),
        )
      : null,
    element(
      "p",
      {},
      element(
        "button",
        { type: "button", "data-button": "make-passkey", click: () => after(makePasskey, "passkey.made") },
        text("passkey.make"),
      ),
    ),
    wrong,
  );
}
