// Whether anything is heard: sounds are loaded only when the player first wishes for them.

import { onChange, setting } from "./settings.js";

/** @type {typeof import("./sound.js") | null} */
export let sound = null;

async function listen() {
  if (sound || setting("sound") !== "on") return;
  try {
    sound = await import("./sound.js");
  } catch {
    // The browser has no sound, or the server another release by now: the game goes on without.
  }
}

onChange(listen);
listen();
