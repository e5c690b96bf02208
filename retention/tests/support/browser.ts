import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Download, type Page } from "playwright-core";
import { afterAll, expect, onTestFinished } from "vitest";
import { getShared } from "../../../tests/support/shared.ts";

/** How a page is opened, besides what its browser is told. */
export interface Opening extends BrowserContextOptions {
  /** The end of its address, with its `#`. */
  readonly hash?: string;
  /** Runs before the page's own scripts. */
  readonly script?: string;
  /** Takes what the page complains of, for a test that expects it. */
  readonly complaints?: string[];
}

/** Reads what a page saved. */
export async function readDownload(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream());
}

/** Returns the violations of axe's rules, for WCAG 2.2 A and AA and for good practice. */
export async function findViolations(page: Page): Promise<unknown> {
  await page.evaluate(axe.source);
  return page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]))",
  );
}

/**
 * Keeps what the page writes on canvases from now on, as texts with their places. Returns a function that reads it.
 *
 * @param within a selector of the only part of the page that is meant; default: all canvases, also those that are not in it
 */
export async function recordWriting(page: Page, within?: string): Promise<() => Promise<[text: string, x: number][]>> {
  await page.evaluate(`{
    window.written = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      if (${within ? `this.canvas.closest("${within}")` : true}) window.written.push([text, place[0]]);
      fillText.call(this, text, ...place);
    };
  }`);
  return () => page.evaluate("window.written");
}

/**
 * Runs code with the pixels of a picture, `data` of `width` and `height`, in a blank page: the Content-Security-Policy of
 * the page that made it may forbid it there.
 */
export async function evaluatePicture<Result>(page: Page, png: Buffer, code: string): Promise<Result> {
  const reader = await page.context().newPage();
  return reader.evaluate(`fetch("data:image/png;base64,${png.toString("base64")}")
    .then((answer) => answer.blob())
    .then(createImageBitmap)
    .then((picture) => {
      const { width, height } = picture;
      const context = new OffscreenCanvas(width, height).getContext("2d");
      context.drawImage(picture, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      ${code}
    })`);
}

/**
 * Returns a function that opens an HTML file in the browser that all files share, for the tests of a file. When its test
 * ends, the page is closed, and must not have complained: requested anything except itself, logged, thrown or opened a dialog.
 */
export function useBrowser(): (file: string, opening?: Opening) => Promise<Page> {
  let browser: Promise<Browser> | undefined;
  afterAll(async () => (await browser)?.close());
  return async (file, { hash = "", script, complaints, ...options } = {}) => {
    browser ??= getShared("browser").then((address) => chromium.connect(address));
    const context = await (await browser).newContext({ viewport: { width: 1_280, height: 900 }, ...options });
    const page = await context.newPage();
    const url = pathToFileURL(file).href;
    const heard = complaints ?? [];
    page.on("console", (message) => heard.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => heard.push(String(error)));
    page.on("dialog", (dialog) => heard.push(`dialog: ${dialog.message()}`));
    page.on("request", (request) => {
      if (request.url().split("#")[0] !== url) heard.push(`request: ${request.url()}`);
    });
    onTestFinished(async () => {
      await context.close();
      if (!complaints) expect(heard).toEqual([]);
    });
    if (script) await page.addInitScript(script);
    await page.goto(`${url}${hash}`);
    return page;
  };
}
