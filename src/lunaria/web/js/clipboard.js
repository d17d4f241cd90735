// What leaves the page: a text for others or on the clipboard, a file.

import { text } from "./texts.js";

/**
 * Put a text on the clipboard; returns what is said of it: where there is none, the text itself.
 * @param {string} words
 */
export async function copy(words) {
  try {
    await navigator.clipboard.writeText(words);
    return text("replay.copied");
  } catch {
    return words;
  }
}

/**
 * Let the player send a text to somebody; returns what is said of it. A browser that cannot puts it
 * on the clipboard.
 * @param {string} words
 */
export async function share(words) {
  if (!navigator.share) return copy(words);
  try {
    await navigator.share({ text: words });
    return "";
  } catch (error) {
    // Whoever changes their mind is not answered; where it is not allowed there is the clipboard.
    return error instanceof Error && error.name === "AbortError" ? "" : copy(words);
  }
}

/**
 * Let the browser save a file.
 * @param {string} name
 * @param {Blob} content
 */
export function save(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
