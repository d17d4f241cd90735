// Passkeys: asking the browser for one, and telling the server what it answered.

import { request } from "./server.js";
import { text } from "./texts.js";

/** @typedef {import("./types").Who} Who */

/** An address in numbers, for which browsers make none. */
const NUMBERS = /^[\d.]+$|:/;

/** Whether this browser makes passkeys for this page. */
export function hasPasskeys() {
  return "PublicKeyCredential" in window && !NUMBERS.test(location.hostname);
}

/**
 * Make a passkey for the player; throws with words where none came of it.
 * @returns {Promise<Who>}
 */
export async function makePasskey() {
  const told = await request("/api/passkeys/registration", {});
  const publicKey = {
    ...told,
    challenge: bytes(told.challenge),
    user: { ...told.user, id: bytes(told.user.id) },
    excludeCredentials: told.excludeCredentials.map(known),
  };
  const credential = await answered(() => navigator.credentials.create({ publicKey }));
  const { response } = credential;
  return request("/api/passkeys", {
    credential: written(credential, { attestationObject: response.attestationObject }),
  });
}

/**
 * Sign this device in with a passkey of whatever player; throws with words where that failed.
 * @param {boolean} merge whether the device's own games come along
 * @returns {Promise<Who>}
 */
export async function signInByPasskey(merge) {
  const told = await request("/api/passkeys/challenge", {});
  const publicKey = { ...told, challenge: bytes(told.challenge), allowCredentials: [] };
  const credential = await answered(() => navigator.credentials.get({ publicKey }));
  const { authenticatorData, signature, userHandle } = credential.response;
  return request("/api/passkeys/sign-in", {
    credential: written(credential, {
      authenticatorData,
      signature,
      ...(userHandle ? { userHandle } : {}),
    }),
    merge,
  });
}

/**
 * What the browser answers; throws with words where its player or the browser did not wish to.
 * @param {() => Promise<Credential | null>} ask
 * @returns {Promise<any>} a public key credential
 */
async function answered(ask) {
  let credential;
  try {
    credential = await ask();
  } catch (error) {
    const known = error instanceof DOMException && error.name === "InvalidStateError";
    throw new Error(text(known ? "passkey.there" : "passkey.none"), { cause: error });
  }
  if (!credential) throw new Error(text("passkey.none"));
  return credential;
}

/**
 * A credential as JSON.
 * @param {any} credential
 * @param {Record<string, ArrayBuffer>} parts of its response, beside what the browser signed
 */
function written({ id, rawId, type, response }, parts) {
  const all = { clientDataJSON: response.clientDataJSON, ...parts };
  return {
    id,
    rawId: base64(rawId),
    type,
    response: Object.fromEntries(Object.entries(all).map(([name, part]) => [name, base64(part)])),
  };
}

/** @param {{id: string, type: "public-key"}} credential */
function known({ id, type }) {
  return { id: bytes(id), type };
}

/** @param {string} words in base64 for addresses */
function bytes(words) {
  const plain = atob(words.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function base64(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
