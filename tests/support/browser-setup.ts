import { findBrowser } from "./browser.ts";

/** Runs before all tests. If there is no browser, fails in CI and says elsewhere which tests are skipped. */
export function setup(): void {
  if (findBrowser()) return;
  const reason = "because Chromium or Chrome is not on PATH. Install one, or set CHROME_PATH to its executable.";
  if (process.env.CI) throw new Error(`The tests of web pages can't run, ${reason}`);
  console.warn(`Skipped the tests of web pages, ${reason}`);
}
