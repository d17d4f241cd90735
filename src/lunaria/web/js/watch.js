// A match that two others play, looked at: both hands lie face down, and nothing can be played.

import { MatchPage, dressed } from "./match.js";
import { stayNew } from "./release.js";
import { text } from "./texts.js";

/** The page of who only looks on. */
class Onlooker extends MatchPage {
  /** Nothing that it could send is heard. @type {MatchPage["tell"]} */
  tell(type) {
    if (type === "visible") this.socket.connectNow();
  }

  why() {
    this.voice.say(text("match.looks-on"));
  }

  /** @type {MatchPage["moved"]} */
  moved({ watch }) {
    this.go(`/watch/${watch}`);
  }

  missing() {
    return { words: text("match.not-watched"), label: text("match.to-lobby"), address: "/lobby" };
  }
}

/**
 * Show a match by the name under which the lobby has it.
 * @type {import("./types").ShowPage}
 */
export async function showWatch(page, games, go, signal, [name = ""]) {
  // The name does not say which game it is; but one game alone is played by two.
  const game = games.find(({ seats }) => seats === 2);
  if (!game) throw new Error(text("refusal.not-found"));
  await dressed();
  signal.throwIfAborted();
  const shown = new Onlooker(page, game, `/api/watch/${encodeURIComponent(name)}/socket`, go, signal);
  signal.addEventListener("abort", () => shown.close());
  stayNew(signal, () => shown.idle());
}
