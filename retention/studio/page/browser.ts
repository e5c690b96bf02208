/** Puts the instructions of the browser that the page is in first, and opens them. */
export function openOwnBrowser(): void {
  const own = findOwn(navigator.userAgent);
  for (const how of document.querySelectorAll<HTMLDetailsElement>(".browser")) {
    if (how.dataset.browser !== own) continue;
    how.open = true;
    how.parentElement?.prepend(how);
  }
}

/** All of them say "Mozilla" and "Safari"; only Safari says no other name. */
function findOwn(agent: string): string {
  if (agent.includes("Firefox/")) return "firefox";
  return agent.includes("Safari/") && !/Chrom(?:e|ium)\//.test(agent) ? "safari" : "chrome";
}
