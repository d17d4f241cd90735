// Sealed deals: whether a seed is the one that was promised, and deals the cards that were shown.
// The dealing is written after docs/deal-codes.md, without a look at the server's.

/** @typedef {import("./types").MatchView} MatchView */

/** @typedef {"checked" | "sealed" | "wrong" | "unchecked"} Seal
 *   Whether all fits; the seed is not told yet; something does not fit; this browser cannot tell. */

/** So many cards each of two hands is dealt. */
const HAND = 18;

/** Two packs' black cards without their aces; a nine of spades gives way to that of diamonds. */
const PACK = (() => {
  const ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
  const cards = [..."SSCC"].flatMap((suit) => ranks.map((rank) => rank + suit));
  cards.splice(cards.lastIndexOf("9S"), 1);
  return [...cards, "9D"];
})();

/** @param {string} hex */
function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function sha256(bytes) {
  return new DataView(await crypto.subtle.digest("SHA-256", bytes));
}

/**
 * The seed's words: block after block, eight words each.
 * @param {Uint8Array<ArrayBuffer>} seed
 */
async function* wordsOf(seed) {
  for (let block = 0; ; block += 1) {
    const input = new Uint8Array(seed.length + 4);
    input.set(seed);
    new DataView(input.buffer).setUint32(seed.length, block);
    const digest = await sha256(input);
    for (let at = 0; at < digest.byteLength; at += 4) yield digest.getUint32(at);
  }
}

/**
 * The pack in the order of a seed.
 * @param {string} seed 64 hexadecimal digits
 */
export async function shuffled(seed) {
  const words = wordsOf(bytesOf(seed));
  const order = [...PACK];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const count = last + 1;
    const limit = 2 ** 32 - (2 ** 32 % count);
    let word = limit;
    while (word >= limit) word = (await words.next()).value ?? limit;
    const other = word % count;
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/**
 * Whether a seed is the one that was promised.
 * @param {string} seed
 * @param {string} commitment
 */
async function keeps(seed, commitment) {
  const digest = await sha256(bytesOf(seed));
  const bytes = Array.from(new Uint8Array(digest.buffer), (each) => each.toString(16).padStart(2, "0"));
  return bytes.join("") === commitment;
}

/**
 * How the seals of a match stand, round by round. The cards are looked at in the round that is just
 * over: those of earlier ones are not here any more.
 * @param {MatchView} view
 * @returns {Promise<Seal[]>}
 */
export async function checkSeals(view) {
  const { sealed, results } = view;
  if (!sealed) return [];
  return Promise.all(
    sealed.commitments.map(async (commitment, round) => {
      const seed = sealed.seeds[round];
      if (!seed) return "sealed";
      if (!globalThis.crypto?.subtle) return "unchecked";
      const shown = view.turn === 0 && round === results.length - 1;
      const fits = (await keeps(seed, commitment)) && (!shown || (await deals(seed, view)));
      return fits ? "checked" : "wrong";
    }),
  );
}

/**
 * Whether a seed deals what was held, played and laid aside in the round that is shown.
 * @param {string} seed
 * @param {MatchView} view
 */
async function deals(seed, view) {
  const order = await shuffled(seed);
  const result = view.results[view.results.length - 1];
  const [first, second] = [1, 2].map((seat) => [
    ...result.hands[seat - 1],
    ...view.history.filter(([who]) => who === seat).flatMap(([, , cards]) => cards),
  ]);
  const dealt = [order.slice(0, HAND), order.slice(HAND, 2 * HAND), order.slice(2 * HAND)];
  return [first, second, result.aside].every(
    (cards, at) => [...cards].sort().join() === dealt[at].sort().join(),
  );
}
