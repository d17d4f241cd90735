// The keyboard's way over the board: one place is its tab stop, and an arrow leads to the next one.

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./layout.js").Box} Box */
/** @typedef {"x" | "y"} Axis */

/** A place beside the line one walks on is worth a way that is longer by so much. */
const ASIDE = 2;
/** Of places on the line the one whose middle is nearer to it. */
const NEARER = 0.01;

export class Walk {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.here = board.game.places[0];
    /** @type {{axis: Axis, at: number} | null} the line one walks on, kept until one turns */
    this.line = null;
    for (const place of board.places.values()) place.tabIndex = -1;
    this.stay(this.here);
    board.root.addEventListener("focusin", (event) => {
      const found = board.at(event.target);
      if (found) this.stay(found.place);
    });
  }

  /** @param {string} place */
  stay(place) {
    const { places } = this.board;
    /** @type {HTMLElement} */ (places.get(this.here)).tabIndex = -1;
    /** @type {HTMLElement} */ (places.get(place)).tabIndex = 0;
    this.here = place;
    this.line = null;
  }

  /**
   * Put the focus on a place; on the one where it was last if none is named.
   * @param {string} [place]
   */
  focus(place = this.here) {
    this.board.places.get(place)?.focus();
  }

  /**
   * The focus is never lost: it comes to the board from what cannot hold it any more, and to a new
   * table from the page before.
   * @param {HTMLElement} table
   * @param {boolean} isNew
   */
  keep(table, isNew) {
    const held = document.activeElement;
    const off = held instanceof HTMLButtonElement && held.disabled;
    if (isNew ? table.contains(held) : off) this.focus();
  }

  /** Whether the focus is on the board. */
  get awake() {
    return this.board.root.contains(document.activeElement);
  }

  /**
   * Go one place further; only to where one is if the focus is elsewhere.
   * @param {Axis} axis
   * @param {1 | -1} step
   */
  step(axis, step) {
    const { boxes } = this.board;
    if (!this.awake || !boxes[this.here]) {
      this.focus();
      return;
    }
    const at = this.line?.axis === axis ? this.line.at : middle(boxes[this.here], other(axis));
    const next = beyond(boxes, this.here, axis, step, at);
    if (next) this.focus(next);
    this.line = { axis, at };
  }
}

/**
 * The place to which one step leads.
 * @param {Record<string, Box>} boxes
 * @param {string} from
 * @param {Axis} axis
 * @param {1 | -1} step
 * @param {number} line where one walks, across the axis
 * @returns {string | null}
 */
function beyond(boxes, from, axis, step, line) {
  const [start, end] = ends(boxes[from], axis);
  let best = null;
  let least = Infinity;
  for (const [place, box] of Object.entries(boxes)) {
    const [near, far] = ends(box, axis);
    const way = step > 0 ? near - end : start - far;
    if (way < 0) continue;
    const [low, high] = ends(box, other(axis));
    const aside = Math.max(low - line, line - high, 0);
    const cost = way + ASIDE * aside + NEARER * Math.abs(middle(box, other(axis)) - line);
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

/** @param {Axis} axis @returns {Axis} */
function other(axis) {
  return axis === "x" ? "y" : "x";
}

/**
 * From where to where a place reaches; a column as far as its fan may.
 * @param {Box} box
 * @param {Axis} axis
 */
function ends(box, axis) {
  if (axis === "x") return [box.x, box.x + box.width];
  return [box.y, Math.max(box.y + box.height, box.limit ?? 0)];
}

/**
 * @param {Box} box
 * @param {Axis} axis
 */
function middle(box, axis) {
  return axis === "x" ? box.x + box.width / 2 : box.y + box.height / 2;
}
