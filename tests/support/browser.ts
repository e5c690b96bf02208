import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { findBrowser } from "../../bench/measure/find-browser.ts";

/** Switches that keep the browser from using the GPU, and the network on its own account. */
const QUIET = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Starts a browser.
 *
 * @param switches of Chromium, in addition to those of all tests
 */
export async function launchBrowser(...switches: readonly string[]): Promise<Browser> {
  // Chromium's sandbox does not work for root, the user of containers. The tests open only their own pages.
  return chromium.launch({
    executablePath: String(findBrowser()),
    chromiumSandbox: false,
    args: [...QUIET, ...switches],
    // Playwright turns it off. A page that comes back is as its listener left it.
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
}

/** A page opened from disk. */
export interface OpenPage {
  readonly page: Page;
  /** Closes the page, and fails if it requested anything except itself, or logged, threw or opened a dialog. */
  close(): Promise<void>;
}

/** Starts a browser for the tests of a file on first use. Returns a function that opens an HTML file in it. */
export function useBrowser(): (file: string, options?: BrowserContextOptions, hash?: string) => Promise<OpenPage> {
  let browser: Promise<Browser> | undefined;
  afterAll(async () => (await browser)?.close());
  return async (file, options = {}, hash = "") => {
    browser ??= launchBrowser();
    const context = await (await browser).newContext({ viewport: { width: 1_280, height: 900 }, ...options });
    const page = await context.newPage();
    const url = pathToFileURL(file).href;
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("dialog", (dialog) => complaints.push(`dialog: ${dialog.message()}`));
    page.on("request", (request) => {
      if (request.url().split("#")[0] !== url) complaints.push(`request: ${request.url()}`);
    });
    await page.goto(`${url}${hash}`);
    const close = async () => {
      await context.close();
      expect(complaints).toEqual([]);
    };
    return { page, close };
  };
}
