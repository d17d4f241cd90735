// What the server sends, as docs/protocol.md describes it. Read by the type checker only.

export type Reason = { code: string } & Record<string, string | number>;
/** Source, number of cards, target (null: out of the game), whether their order is turned. */
export type Transfer = [string, number, string | null, boolean];
export type Tap = { token?: string; reason?: Reason; shakes?: boolean };
export type Touch = { keeps: string[]; adds: boolean; plays: boolean; reason: Reason | null };

export type View = {
  type: "table";
  game: string;
  code: string;
  number: number;
  revision: number;
  last: string | null;
  places: Record<string, string[]>;
  legal: Record<string, Transfer[]>;
  taps: Record<string, Tap>;
  doubles: Record<string, (string | null)[]>;
  areas: Record<string, string>;
  kinds: Record<string, string>;
  score: number | null;
  moves: number;
  redeals: number | null;
  undo: number;
  redo: number;
  outcome: string | null;
  time: number;
  runs: boolean;
  paused: boolean;
  /** The name of the game's replay. */
  replay: string | null;
  /** Whether an analysis was asked for before the game was won. */
  study: boolean;
};

/** What of a position is needed to draw it and to tell what the next action does. */
export type Seen = Pick<View, "places" | "last" | "legal">;

/** What an action changed; the first frame, without an action, is a whole position. */
export type Frame = {
  action: string | null;
  /** The seat that acted; 0 for the first frame. */
  seat: number;
  places: Record<string, string[]>;
  transfers: Transfer[];
  score: number | null;
  moves: number;
  redeals: number | null;
  outcome: string | null;
};

/** A game to be looked at. */
export type Replay = {
  /** Its name, where the server keeps it; else it is known by its record alone. */
  replay: string | null;
  /** The table, where it is the player's own. */
  table: string | null;
  game: string;
  code: string;
  result: string;
  time: number | null;
  study: boolean;
  /** Whether an analysis marks a game of the player's that is not won yet. */
  marks: boolean;
  /** Whether it can be analysed. */
  analysed: boolean;
  /** Whether cards are hidden in it. */
  hides: boolean;
  record: string;
  /** How many games the text had. */
  games: number;
  /** What is wrong with the record; action 0: not an action. */
  fault: { action: number; reason: Reason } | null;
  /** The number of the frame of each position on the path to the last one. */
  path: number[];
  frames: Frame[];
};

/** What became of a game; its positions are counted by the path to the last one. */
export type Analysis = {
  /** Runs of positions with what is known of them: winnable, lost or unknown. */
  outcomes: [string, number][];
  lastWinnable: number | null;
  firstLost: number | null;
  /** Whether nothing unknown lies between those two. */
  exact: boolean;
  /** Whether no better answer follows. */
  final: boolean;
  /** The limits that kept positions unknown: time or memory. */
  limits: string[];
  /** The tokens that win from the last winnable position. */
  line: string[] | null;
  /** The record of the game that is won so. */
  win: string | null;
};

/** How hard a deal is. */
export type Difficulty = {
  outcome: string;
  random: { won: number; games: number } | null;
  greedy: { won: number; games: number } | null;
  redeals: { most: number | null; least: number } | null;
  /** The moves of the shortest win that is known. */
  par: number | null;
};

export type Refused = { type: "refused"; reason: Reason; message: string };

/** Why a token is refused; `reason` is null where it is not, or the revision is another one now. */
export type Why = { type: "why"; token: string; revision: number; reason: Reason | null };

/** `left` is where it lies for the left hand, if that is not `x`. */
export type Spot = {
  x: number;
  y: number;
  left?: number;
  scale?: number;
  fan?: number;
  across?: number;
  /** Into how many rows a fan across may be broken; 1 if it is not there. */
  rows?: number;
};
export type Arrangement = {
  name: string;
  aspect: number;
  /** The narrowest area, in pixels, for which it is used; any if it is not there. */
  from?: number;
  columns: number;
  rows: number;
  spread: number;
  places: Record<string, Spot>;
};
export type Layout = {
  game: string;
  names: Record<string, string[]>;
  /** What an empty place shows. */
  signs: Record<string, string>;
  areas: Record<string, string[]>;
  arrangements: Arrangement[];
};

export type Game = {
  id: string;
  prefix: string;
  /** How many play it. */
  seats: number;
  /** The computer's levels, the weakest first. */
  levels: string[];
  /** How many rounds a match may have, where the game has matches. */
  rounds: { least: number; most: number; step: number } | null;
  variants: string[];
  /** The number of the last deal. */
  deals: number;
  /** A code of this game. */
  example: string;
  /** Whether deals that can be won are known. */
  winnable: boolean;
  places: string[];
  buttons: string[];
  /** The places that cards are moved to. */
  targets: string[];
  touches: Record<string, Record<string, Touch>>;
  /** The settings that the game has for itself, each as it is until the player wishes. */
  manners: Partial<Record<"explains" | "dims" | "doubles", boolean>>;
  tapFirst: boolean;
  tooMany: Reason | null;
  tooFew: Reason | null;
  layout: Layout;
};

/**
 * Shows a page in place of the one before. `rest` is what its address has after the first part;
 * `signal` is aborted when the page is left.
 */
export type ShowPage = (
  page: HTMLElement,
  games: Game[],
  go: (address: string, state?: object) => void,
  signal: AbortSignal,
  rest: string[],
) => Promise<void>;

export type OwnTable = {
  table: string;
  game: string;
  /** Null in a sealed match. */
  code: string | null;
  result: string;
  moves: number;
  time: number;
  touched: number;
  replay: string;
  study: boolean;
  /** Whether it is a match of two. */
  match: boolean;
};

/** What a touch turned out to mean. */
export type Meaning =
  | { does: "play"; token: string }
  | { does: "select" | "deselect" | "nothing" }
  /** With `asks` there is a reason, which the server tells of that token. */
  | { does: "shake"; reason: Reason | null; asks?: string };

/** What came of a deal of the day: nothing was played where it is `null`. */
export type DayResult = "won" | "begun" | null;
export type Day = { day: string; deals: Record<string, { code: string; result: DayResult }> };
export type Streak = { current: number; longest: number };
export type Month = {
  month: string;
  /** The first and the last day that have a chosen deal. */
  first: string;
  last: string;
  days: Day[];
  /** By game, and of any game; where the player's date was told. */
  streaks?: Record<string, Streak>;
};

/** How many values lie from `least` up to `below`, or however far. */
export type Class = { least: number; below: number | null; size: number };
export type Figures = { best: number; median: number; classes: Class[] };
export type Period = { name: string; played: number; won: number; seconds: number | null };
export type Statistics = {
  played: number;
  won: number;
  going: number;
  studied: number;
  streak: Streak;
  time: Figures | null;
  moves: Figures | null;
  course: Period[];
};

/** Who a player is; times in Unix seconds. */
export type Who = {
  name: string | null;
  /** How many games were begun. */
  games: number;
  /** `since` is null for the one that the player began with. */
  devices: { id: string; since: number | null; own: boolean }[];
  passkeys: { id: string; since: number }[];
};
/** A line of a ranking: of a won game, or of a player's rating. */
export type RankingLine = {
  place: number;
  /** Null where the player has taken no name, and nobody else sees the line. */
  name: string | null;
  own: boolean;
  moves?: number;
  time?: number;
  undone?: boolean;
  rating?: number;
  deviation?: number;
  provisional?: boolean;
  matches?: number;
  /** Of a rating the last match. */
  replay: string | null;
};
/** A page of a ranking. */
export type Ranking = {
  game: string;
  variant: string;
  /** Null where it is of all time. */
  day: string | null;
  /** The first day that has a ranking. */
  first: string;
  /** The code of the day's deal. */
  code: string | null;
  /** Whether the day is over everywhere. */
  over: boolean;
  /** What it goes by. */
  by: string[];
  /** Whether games with something taken back are marked. */
  marks: boolean;
  page: number;
  size: number;
  total: number;
  lines: RankingLine[];
  own: RankingLine | null;
};

/** One of the two at a match. */
export type Seat = {
  player: "person" | "easy" | "normal" | "master";
  /** Of a person who has taken one. */
  name: string | null;
  /** Whether it is this page's. */
  own: boolean;
  /** Whether a page of it is connected; else for how many seconds none is. */
  here: boolean;
  gone: number | null;
};

/** How a round ended, and how its points came about. */
export type Result = {
  /** The seat that won; 0 where nobody did. */
  winner: 0 | 1 | 2;
  /** Whether the winner went out; else both were stopped. */
  out: boolean;
  hands: [string[], string[]];
  /** The pips of each hand. */
  held: [number, number];
  aside: string[];
  pips: number;
  factor: number;
  why: null | "held" | "last" | "nine";
  points: number;
};

/** A seat, its token, the cards that were played. */
export type Play = [number, string, string[]];

/** A match as a page may see it. */
export type MatchView = {
  type: "match";
  game: string;
  code: string | null;
  variant: string;
  revision: number;
  /** Whose hand is seen; 0: nobody's. */
  seat: 0 | 1 | 2;
  /** Whether two people sit at this page. */
  screen: boolean;
  seats: [Seat, Seat];
  invitation: string | null;
  /** Whether anybody may take the free seat, and look on. */
  listed: boolean;
  round: number;
  rounds: number;
  dealer: 1 | 2;
  /** Who acts; 0 while a finished round is shown. */
  turn: 0 | 1 | 2;
  due: string | null;
  stopped: boolean;
  places: Record<string, string[]>;
  legal: Record<string, Transfer[]>;
  history: Play[];
  results: Result[];
  totals: [number, number];
  /** The seats that have not yet wished for the next round. */
  waits: number[];
  outcome: string | null;
  /** Seconds until the match can be claimed. */
  claim: number | null;
  rematch: number[];
  /** Whether this page only looks on; whether some page does. */
  looksOn: boolean;
  watched: boolean;
  sealed: { commitments: string[]; seeds: (string | null)[] } | null;
  time: number;
  runs: boolean;
  replay: string | null;
};

/** What is told of a match in the lobby. */
/** Where a match goes on: for who sits there the key of the seat, for who looks on its name. */
export type Moved = { table?: string; invitation?: string; watch?: string };

export type Listed = { game: string; variant: string; rounds: number };
/** A free seat; `own` where this player offers it, since when in Unix seconds. */
export type FreeSeat = Listed & { invitation: string; own: boolean; since: number };
/** A match that can be watched by that name. */
export type Watched = Listed & { watch: string; round: number; totals: [number, number] };
