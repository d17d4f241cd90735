// What a reading page gains by scripts: the player's own settings and language. It needs none.

import { chooseLanguage, onChange, setting } from "./settings.js";

const SVG = "http://www.w3.org/2000/svg";
const { cards } = /** @type {HTMLScriptElement} */ (
  document.querySelector("script[data-cards]")
).dataset;

/** The letters that the page was written with, and those that the cards have now. */
const written = document.body.dataset.letters ?? "";
let shown = written;

/** @param {string} letters such as KnDK */
const parts = (letters) => letters.split(/(?=[A-Z])/);

/** Every drawing of a card, by name; loaded when another letter is wished for than is written. */
async function allCards() {
  const answer = await fetch(cards ?? "");
  const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  return new Map([...drawn.querySelectorAll("symbol")].map((each) => [each.id, each]));
}

/** Write jack, queen and king with the letters that the player wishes for. */
async function write() {
  const wish = setting("ranks");
  const letters = wish === "language" ? written : wish;
  if (letters === shown) return;
  const [from, to] = [parts(shown), parts(letters)];
  shown = letters;
  /** @param {string} card such as KnS or KnS-s */
  const other = (card) =>
    card.replace(/^[A-Z]n?(?=[SHDC♠♥♦♣])/, (rank) => to[from.indexOf(rank)] ?? rank);
  for (const card of document.querySelectorAll("[data-card]")) {
    card.textContent = other(card.textContent ?? "");
  }
  const drawings = await allCards();
  const sprite = document.querySelector(".sprite");
  for (const use of document.querySelectorAll(".diagram use")) {
    const name = other((use.getAttribute("href") ?? "").slice(1));
    bring(name, sprite, drawings);
    use.setAttribute("href", `#${name}`);
  }
}

/**
 * Put a drawing, and those that it uses, on the page.
 * @param {string} name
 * @param {Element | null} sprite
 * @param {Map<string, Element>} drawings
 */
function bring(name, sprite, drawings) {
  const drawing = drawings.get(name);
  if (!drawing || document.getElementById(name)) return;
  for (const use of drawing.getElementsByTagNameNS(SVG, "use")) {
    bring((use.getAttribute("href") ?? "").slice(1), sprite, drawings);
  }
  sprite?.append(document.adoptNode(drawing));
}

for (const link of document.querySelectorAll(".languages a")) {
  link.addEventListener("click", () => chooseLanguage(link.getAttribute("hreflang") ?? ""));
}
if (document.querySelector(".replay[data-record]")) {
  // The board is much to load and to lay out: it comes when somebody is there, after the text.
  const signs = ["pointermove", "pointerdown", "keydown", "focusin", "scroll"];
  for (const sign of signs) {
    addEventListener(sign, () => import("./embed.js"), { once: true, passive: true });
  }
}
onChange(write);
write();
