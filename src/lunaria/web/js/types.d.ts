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
  refusals: Record<string, [Reason, string[]][]>;
  score: number | null;
  moves: number;
  redeals: number | null;
  undo: number;
  redo: number;
  outcome: string | null;
  time: number;
  runs: boolean;
  paused: boolean;
};

export type Refused = { type: "refused"; reason: Reason; message: string };

/** `left` is where it lies for the left hand, if that is not `x`. */
export type Spot = { x: number; y: number; left?: number; scale?: number; fan?: number };
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
  variants: string[];
  /** The number of the last deal. */
  deals: number;
  /** A code of this game. */
  example: string;
  /** Whether deals that can be won are known. */
  winnable: boolean;
  places: string[];
  buttons: string[];
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
  code: string;
  result: string;
  moves: number;
  time: number;
  touched: number;
};

/** What a touch turned out to mean. */
export type Meaning =
  | { does: "play"; token: string }
  | { does: "select" | "deselect" | "nothing" }
  | { does: "shake"; reason: Reason | null };
