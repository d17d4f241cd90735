// An answer that comes line by line, each of JSON.

import { RefusedError, UnansweredError } from "./server.js";
import { reasonText } from "./texts.js";

/**
 * Ask for lines; throws RefusedError with the server's reason in words, UnansweredError where the
 * answer breaks off, and what `signal` was aborted with.
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} signal ends it, on the server as well
 */
export async function* requestLines(path, body, signal) {
  let rest = "";
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
    if (!answer.ok || !answer.body) {
      const { reason, params } = (await answer.json()).error;
      throw new RefusedError(reasonText({ code: reason, ...params }));
    }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line);
    }
    if (rest) throw new UnansweredError();
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof RefusedError ? error : new UnansweredError();
  }
}
