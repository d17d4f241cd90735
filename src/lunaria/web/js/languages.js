// The choice of a language: each by its own name, one tap away.

import { element } from "./elements.js";
import { chooseLanguage } from "./settings.js";
import { languages, spoken, text } from "./texts.js";

/** The languages, the one that is spoken marked. A tap on another makes the page speak it. */
export function languageChoice() {
  return element(
    "div",
    { class: "languages", role: "group", "aria-label": text("page.language") },
    ...Object.entries(languages()).map(([language, name]) =>
      element(
        "button",
        {
          type: "button",
          lang: language,
          "aria-pressed": String(language === spoken()),
          click: () => chooseLanguage(language),
        },
        name,
      ),
    ),
  );
}
