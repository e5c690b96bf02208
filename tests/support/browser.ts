import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Download, type Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { getShared } from "./shared.ts";

/** A page opened from disk. */
export interface OpenPage {
  readonly page: Page;
  /** Closes the page, and fails if it requested anything except itself, or logged, threw or opened a dialog. */
  close(): Promise<void>;
}

/** Connects to the browser that all files share. What is opened in it closes with the connection. */
export async function connectBrowser(): Promise<Browser> {
  return chromium.connect(await getShared("browser"));
}

/** Reads what a page saved. */
export async function readDownload(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream());
}

/** Returns a function that opens an HTML file in the browser that all files share, for the tests of a file. */
export function useBrowser(): (file: string, options?: BrowserContextOptions, hash?: string) => Promise<OpenPage> {
  let browser: Promise<Browser> | undefined;
  afterAll(async () => (await browser)?.close());
  return async (file, options = {}, hash = "") => {
    browser ??= connectBrowser();
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
