import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, expect } from "vitest";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The machine's Chromium or Chrome: the one that CHROME_PATH names, or one that is on PATH. */
export function findBrowser(): string | undefined {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** What a browser does by itself over the network or on the screen, and these tests don't want. */
const QUIET = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A page as somebody opens it from disk. */
export interface OpenPage {
  readonly page: Page;
  /** Fails if the page asked for anything but itself, or complained of anything. */
  close(): Promise<void>;
}

/** A browser for a file's tests, and a way to open files in it. */
export function useBrowser(): (file: string, options?: BrowserContextOptions, hash?: string) => Promise<OpenPage> {
  let browser: Promise<Browser> | undefined;
  afterAll(async () => (await browser)?.close());
  return async (file, options = {}, hash = "") => {
    // Without its sandbox, which does not work for root, as whom containers run; all it opens is ours.
    browser ??= chromium.launch({ executablePath: String(findBrowser()), chromiumSandbox: false, args: QUIET });
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
