// What a touch is answered that plays nothing. Why a move is refused, only the server knows.

/** @typedef {import("./types").Meaning} Meaning */
/** @typedef {import("./types").Reason} Reason */
/** @typedef {import("./types").View} View */

export class Answers {
  /**
   * @param {import("./voice.js").Voice} voice
   * @param {import("./server.js").TableSocket<View>} socket
   */
  constructor(voice, socket) {
    this.voice = voice;
    this.socket = socket;
    /** @type {{token: string, revision: number, say: (reason: Reason | null) => void} | null}
     *   what the server is asked and has not answered */
    this.asked = null;
  }

  /**
   * Say what a touch did, as soon as it is known; what was asked for another one matters no more.
   * @param {View} view
   * @param {Meaning} meaning
   * @param {string[]} selected
   * @param {boolean} explains
   */
  give(view, meaning, selected, explains) {
    this.asked = null;
    if (meaning.does === "shake" && meaning.asks && explains) {
      const question = { token: meaning.asks, revision: view.revision };
      if (this.socket.send({ type: "why", ...question })) {
        const say = (/** @type {Reason | null} */ reason) =>
          this.voice.answer(view, { ...meaning, reason }, selected, explains);
        this.asked = { ...question, say };
        return;
      }
    }
    this.voice.answer(view, meaning, selected, explains);
  }

  /**
   * The server tells why a token is refused.
   * @param {import("./types").Why} why
   * @param {View | null} view as the table is shown now
   */
  hear({ token, revision, reason }, view) {
    const { asked } = this;
    if (asked?.token !== token || asked.revision !== revision || view?.revision !== revision) return;
    this.asked = null;
    asked.say(reason);
  }
}
