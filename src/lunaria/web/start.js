// Starts the page, and loads it again where a part of it is not to be had: the server is being
// started anew, or has another release by now. The page says which script is the first of its own.

/** How long to wait, in milliseconds, before the page is loaded again, and before it is once more. */
const SOON = 1000;
const LATER = 15000;

const { first } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
const [arrival] = performance.getEntriesByType("navigation");
const isReload = /** @type {PerformanceNavigationTiming} */ (arrival)?.type === "reload";

import(first ?? "").catch(() => setTimeout(again, isReload ? LATER : SOON));

async function again() {
  const answer = await fetch("/healthz").catch(() => null);
  if (answer?.ok) location.reload();
  else setTimeout(again, SOON);
}
