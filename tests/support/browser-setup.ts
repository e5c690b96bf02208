import { findBrowser } from "./browser.ts";

/** Runs before all tests: says once, in one line, which of them need a browser that is not there. */
export function setup(): void {
  if (findBrowser()) return;
  const text = "no Chromium or Chrome on PATH. Install one, or name one in CHROME_PATH";
  if (process.env.CI) throw new Error(`The tests of the report's page can't run: ${text}`);
  console.warn(`Skipped the tests of the report's page: ${text}.`);
}
