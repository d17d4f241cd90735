// Making elements.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes and children; `null` attributes and children are left out.
 * @param {string} name
 * @param {Record<string, string | number | boolean | null | ((event: any) => void)>} [attributes]
 *   functions are listeners by the event's name
 * @param {(Node | string | null)[]} children
 * @returns {HTMLElement}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value !== null && value !== false) made.setAttribute(key, String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/**
 * A box to be ticked, with its label.
 * @param {string} label
 * @param {string} name
 * @param {boolean} checked
 * @param {(checked: boolean) => void} change
 */
export function checkbox(label, name, checked, change) {
  const made = /** @type {HTMLInputElement} */ (
    element("input", { type: "checkbox", name, change: () => change(made.checked) })
  );
  made.checked = checked;
  return element("label", { class: "check" }, made, element("span", {}, label));
}

/**
 * An element of a drawing.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 */
export function shape(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * A picture that shows a symbol of the sprite.
 * @param {string} symbol
 * @param {string} box
 * @param {string} style its class
 */
export function picture(symbol, box, style) {
  const use = shape("use", { href: `#${symbol}` });
  return shape("svg", { viewBox: box, class: style, "aria-hidden": "true" }, use);
}

const ICONS = /** @type {Record<string, string>} */ ({
  undo: "M9 5 4 10l5 5M4 10h10a5.5 5.5 0 0 1 0 11h-3",
  redo: "m15 5 5 5-5 5m5-5H10a5.5 5.5 0 0 0 0 11h3",
  pause: "M8 5v14M16 5v14",
  play: "M7 4.5v15l12-7.5Z",
  back: "m15 5-7 7 7 7",
  forward: "m9 5 7 7-7 7",
  first: "M6 5v14M18 5l-7 7 7 7",
  last: "M18 5v14M6 5l7 7-7 7",
  options: "M4 7h9m5 0h2M4 17h2m5 0h9M13 7a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M6 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0",
  new: "M12 5v14M5 12h14",
  redeal: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
});

/**
 * A line drawing for a button; empty where there is none of that name.
 * @param {string} name
 */
export function icon(name) {
  const path = shape("path", { d: ICONS[name] ?? "" });
  return shape("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, path);
}

/**
 * The mark of a game.
 * @param {string} game
 */
export function mark(game) {
  return picture(`mark-${game}`, "0 0 100 100", "mark");
}
