// The calendar of the deals of the day: a month with its moons, and one day with its deals.

import { dateOf, firstWeekday, monthText, weekdays } from "./dates.js";
import { dealLink, gameTitle } from "./deals.js";
import { element, mark } from "./elements.js";
import { follower, home } from "./games.js";
import { drawMoon, phaseName } from "./moon.js";
import { request } from "./server.js";
import { styled } from "./styles.js";
import { dayText, isoDay, text } from "./texts.js";
import { onNewDay } from "./today.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").Day} Day */
/** @typedef {import("./types").Month} Month */
/** @typedef {import("./newgame.js").Go} Go */

const WEEK = 7;

/**
 * Show the month of an address such as `/days/2026-11`, or of `/days/2026-11-30` with that day; the
 * present one where it names none.
 * @param {HTMLElement} page
 * @param {Game[]} games
 * @param {Go} go
 * @param {AbortSignal} signal aborted when the page is left
 * @param {string[]} rest
 */
export async function showDays(page, games, go, signal, rest) {
  const calendar = new Calendar(page, games, go, signal);
  await styled("front", "days");
  signal.throwIfAborted();
  await calendar.open(rest[0] ?? "", history.state?.day, history.state?.focus);
  onNewDay(calendar.now, () => calendar.open(rest[0] ?? "", calendar.chosen), signal);
}

class Calendar {
  /**
   * @param {HTMLElement} page
   * @param {Game[]} games
   * @param {Go} go
   * @param {AbortSignal} signal
   */
  constructor(page, games, go, signal) {
    this.page = page;
    this.games = games;
    this.go = go;
    this.signal = signal;
    this.now = new Date();
    this.today = isoDay(this.now);
    /** @type {string} the day whose deals are shown */
    this.chosen = "";
    this.detail = element("section", { class: "chosen" });
  }

  /**
   * Show a month or a day; throws where there is none such.
   * @param {string} wanted a month, a day, or nothing for today
   * @param {string} [chosen] the day to be shown first, where it is in that month
   * @param {string} [focus] what had the focus before: a day, or a way to another month
   */
  async open(wanted, chosen, focus) {
    this.now = new Date();
    const today = (this.today = isoDay(this.now));
    const month = wanted.slice(0, "2026-11".length) || today.slice(0, "2026-11".length);
    /** @type {Month} */
    const told = await request(`/api/days?month=${encodeURIComponent(month)}&today=${today}`);
    this.signal.throwIfAborted();
    const open = told.days.filter(({ day }) => day <= today);
    if (!open.length) throw new Error(text("day.future"));
    const isDay = wanted.length > month.length;
    if (isDay && !told.days.some(({ day }) => day === wanted)) {
      throw new Error(text("refusal.date", { given: wanted.slice(0, 40), example: today }));
    }
    if (isDay && wanted > today) throw new Error(text("day.future"));
    const wish = [chosen, isDay ? wanted : today].find((day) => open.some((each) => each.day === day));
    const held = this.page.contains(document.activeElement) ? document.activeElement : null;
    const heldDay = held instanceof HTMLElement ? held.dataset.day : undefined;
    this.told = told;
    this.grid = this.table(told);
    document.title = `${monthText(dateOf(`${told.month}-01`))} · ${text("page.days")}`;
    this.page.replaceChildren(
      element(
        "main",
        { class: "front days" },
        element("p", {}, home(this.go)),
        element("h1", {}, text("page.days")),
        this.streaks(),
        this.months(told),
        this.grid,
        this.legend(),
        this.detail,
      ),
    );
    this.choose(wish ?? open[open.length - 1].day);
    this.focus(focus ?? heldDay);
  }

  /** @param {string | undefined} focus */
  focus(focus) {
    if (focus === undefined) return;
    const found = this.page.querySelector(`[data-day="${focus}"], [data-step="${focus}"]`);
    const held = found ?? this.page.querySelector("[data-step]");
    if (held instanceof HTMLElement) held.focus();
  }

  /** The months before and after this one, as far as there are any. */
  months(/** @type {Month} */ told) {
    const first = dateOf(`${told.month}-01`);
    /** @param {number} step @param {string} name */
    const way = (step, name) => {
      const month = isoDay(new Date(first.getFullYear(), first.getMonth() + step)).slice(0, 7);
      const isThere = month >= told.first.slice(0, 7) && month <= this.today.slice(0, 7);
      const address = `/days/${month}`;
      const label = text(`day.${name}`, { month: monthText(dateOf(`${month}-01`)) });
      if (!isThere) return element("span", { class: "nowhere" });
      return element(
        "a",
        {
          class: "button",
          href: address,
          "data-step": name,
          "aria-label": label,
          click: follower(address, this.go, { focus: name }),
        },
        step < 0 ? "‹" : "›",
      );
    };
    return element(
      "nav",
      { class: "months", "aria-label": text("day.months") },
      way(-1, "before"),
      element("h2", { id: "month" }, monthText(first)),
      way(1, "after"),
    );
  }

  /** @param {Month} told */
  table(told) {
    const begins = firstWeekday();
    const cells = /** @type {(Day | null)[]} */ ([
      ...Array(weekdayAfter(begins, dateOf(told.days[0].day))).fill(null),
      ...told.days,
    ]);
    while (cells.length % WEEK) cells.push(null);
    const rows = Array.from({ length: cells.length / WEEK }, (_, at) =>
      cells.slice(at * WEEK, (at + 1) * WEEK),
    );
    return element(
      "table",
      { class: "calendar", "aria-labelledby": "month", keydown: (event) => this.press(event) },
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...weekdays(begins).map(({ short, long }) =>
            element("th", { scope: "col", abbr: long }, short),
          ),
        ),
      ),
      element(
        "tbody",
        {},
        ...rows.map((row) => element("tr", {}, ...row.map((day) => this.cell(day)))),
      ),
    );
  }

  /** @param {Day | null} told */
  cell(told) {
    if (!told) return element("td");
    const date = dateOf(told.day);
    const number = element("span", { class: "number" }, String(date.getDate()));
    if (told.day > this.today) {
      return element("td", { class: "future" }, number, drawMoon(noon(date)));
    }
    const results = this.games.map(
      (game) => `${text(`game.${game.id}`)}: ${text(`day.${told.deals[game.id].result ?? "none"}`)}`,
    );
    return element(
      "td",
      {},
      element(
        "button",
        {
          type: "button",
          class: "day",
          "data-day": told.day,
          "aria-label": [dayText(date), text(`moon.${phaseName(date)}`), ...results].join(". "),
          "aria-current": told.day === this.today ? "date" : null,
          click: () => this.choose(told.day),
        },
        number,
        drawMoon(noon(date)),
        element(
          "span",
          { class: "signs" },
          ...this.games.map((game) =>
            element("span", { class: "sign", "data-result": told.deals[game.id].result ?? "none" }),
          ),
        ),
      ),
    );
  }

  /**
   * Show the deals of a day.
   * @param {string} day
   */
  choose(day) {
    this.chosen = day;
    history.replaceState({ ...history.state, day }, "");
    for (const each of this.buttons()) {
      const chosen = each.dataset.day === day;
      each.setAttribute("aria-pressed", String(chosen));
      each.tabIndex = chosen ? 0 : -1;
    }
    const told = this.told?.days.find((each) => each.day === day);
    if (!told) return;
    const date = dateOf(day);
    this.detail.replaceChildren(
      element(
        "header",
        {},
        drawMoon(noon(date)),
        element(
          "div",
          {},
          element("h2", {}, dayText(date)),
          element("p", {}, text(`moon.${phaseName(date)}`)),
        ),
      ),
      element(
        "ul",
        { class: "games" },
        ...this.games.map(({ id, seats }) =>
          element(
            "li",
            { class: "game" },
            gameTitle(id),
            dealLink(
              id,
              told.deals[id].code,
              told.deals[id].result,
              text("day.play"),
              told.deals[id].code,
              this.go,
              this.signal,
            ),
            seats === 1 ? this.ranking(id, day) : null,
          ),
        ),
      ),
    );
  }

  /**
   * The way to the ranking of a day's deal.
   * @param {string} game
   * @param {string} day
   */
  ranking(game, day) {
    const address = `/rankings/${game}/${day}`;
    const label = `${text("page.rankings")}: ${text(`game.${game}`)}`;
    const attributes = { href: address, "aria-label": label, click: follower(address, this.go) };
    return element("a", { class: "rules", ...attributes }, text("page.rankings"));
  }

  /** @returns {HTMLElement[]} */
  buttons() {
    return this.grid ? [...this.grid.querySelectorAll("button")] : [];
  }

  /**
   * Arrow keys walk over the days, into other months too.
   * @param {KeyboardEvent} event
   */
  press(event) {
    const day = event.target instanceof HTMLElement ? event.target.dataset.day : undefined;
    if (!day || event.altKey || event.ctrlKey || event.metaKey) return;
    const date = dateOf(day);
    const at = weekdayAfter(firstWeekday(), date);
    /** @type {Record<string, number>} */
    const steps = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -WEEK,
      ArrowDown: WEEK,
      Home: -at,
      End: WEEK - 1 - at,
    };
    /** @type {Record<string, number>} */
    const months = { PageUp: -1, PageDown: 1 };
    if (!(event.key in steps) && !(event.key in months)) return;
    event.preventDefault();
    const target = isoDay(
      event.key in steps
        ? new Date(date.getFullYear(), date.getMonth(), date.getDate() + steps[event.key])
        : monthAway(date, months[event.key]),
    );
    const next = this.buttons().find((each) => each.dataset.day === target);
    if (next) {
      for (const each of this.buttons()) each.tabIndex = each === next ? 0 : -1;
      next.focus();
    } else if (target <= this.today && target >= (this.told?.first ?? "")) {
      this.go(`/days/${target.slice(0, 7)}`, { day: target, focus: target });
    }
  }

  /** Days in a row whose deal was won; nothing is said where there are none. */
  streaks() {
    const told = Object.entries(this.told?.streaks ?? {}).filter(([, { longest }]) => longest > 0);
    if (!told.length) return null;
    return element(
      "dl",
      { class: "streaks" },
      ...told.map(([name, { current, longest }]) =>
        element(
          "div",
          {},
          element(
            "dt",
            {},
            ...(name === "any" ? [text("day.any")] : [mark(name), text(`game.${name}`)]),
          ),
          element(
            "dd",
            {},
            [
              current ? text("day.streak", { count: current }) : null,
              longest > current ? text("day.longest", { count: longest }) : null,
            ]
              .filter(Boolean)
              .join(" · "),
          ),
        ),
      ),
    );
  }

  /** What the shapes mean. */
  legend() {
    return element(
      "p",
      { class: "legend" },
      ...["won", "begun", "none"].map((name) =>
        element(
          "span",
          { class: "result" },
          element("span", { class: "sign", "data-result": name }),
          text(`day.${name}`),
        ),
      ),
    );
  }
}

/**
 * How many days after the beginning of a week a day is.
 * @param {number} begins 1 for Monday to 7 for Sunday
 * @param {Date} date
 */
function weekdayAfter(begins, date) {
  return (date.getDay() + WEEK - (begins % WEEK)) % WEEK;
}

/**
 * The same day of another month, or its last.
 * @param {Date} date
 * @param {number} months
 */
function monthAway(date, months) {
  const last = new Date(date.getFullYear(), date.getMonth() + months + 1, 0);
  return new Date(last.getFullYear(), last.getMonth(), Math.min(date.getDate(), last.getDate()));
}

/**
 * The middle of a day, whose moon stands for it.
 * @param {Date} date
 */
function noon(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), 12);
}
