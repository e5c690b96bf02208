import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { loadStudio } from "../../cli/report/studio.ts";
import { connectBrowser } from "../support/browser.ts";
import { ROOT } from "../support/checkout.ts";

export const HARS = join(ROOT, "tests/import/har");

/** What Chromium says of the policy's directive that it does not know. */
const UNKNOWN_DIRECTIVE = /Unrecognized Content-Security-Policy directive 'webrtc'/;

const TITLES = [1, 2, 3].map((number) => `Tide ${number}: the “harbour” & its clocks`);

/** The feed of the recorded dashboards, or one with other titles. */
export function makeFeed(titles: readonly string[] = TITLES, duration = 60): string {
  const items = titles.map((title, index) => {
    const text = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return `<item><guid>urn:example:tides-${index + 1}</guid><title>${text}</title><itunes:duration>${duration}</itunes:duration></item>`;
  });
  return `<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>On tides</title>${items.join("")}</channel></rss>`;
}

/** A table of YouTube Studio. */
export function makeTable(last = 50): string {
  const rows = Array.from({ length: 101 }, (_, position) => `${position},${100 - ((100 - last) * position) / 100},`);
  return ["Video position (%),Absolute audience retention (%),Compared to other videos (%)", ...rows].join("\n");
}

/** Opens the page from disk, and closes it after use. Fails if it requests anything but itself and the report that it makes. */
export async function withStudio(
  save: (name: string, content: string) => string,
  use: (page: Page) => Promise<void>,
  options: { readonly width?: number } = {},
): Promise<void> {
  const file = save("studio.html", (await loadStudio()).page);
  const browser = await connectBrowser();
  const complaints: string[] = [];
  try {
    const viewport = { width: options.width ?? 1_280, height: 900 };
    const page = await (await browser.newContext({ acceptDownloads: true, viewport })).newPage();
    page.setDefaultTimeout(60_000);
    page.on("console", (message) => {
      if (!UNKNOWN_DIRECTIVE.test(message.text())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("dialog", (dialog) => complaints.push(dialog.message()));
    page.on("request", (request) => {
      if (!/^(?:file:.*studio\.html|blob:null\/.*)$/.test(request.url())) complaints.push(request.url());
    });
    await page.goto(`file://${file}`);
    await use(page);
  } finally {
    await browser.close();
  }
  expect(complaints).toEqual([]);
}

/** Chooses files, and waits until the page says what it read. Returns that. */
export async function drop(page: Page, files: readonly string[]): Promise<string> {
  return expectStatus(page, "in the report", () =>
    page
      .locator("input[type=file]")
      .first()
      .setInputFiles([...files]),
  );
}

/** Acts, and waits until the page says something. Returns all that it says. */
export async function expectStatus(page: Page, text: string | RegExp, act: () => Promise<unknown>): Promise<string> {
  await page.locator(".status").evaluate((status) => {
    status.textContent = "";
  });
  await act();
  await page.locator(".status", { hasText: text }).waitFor();
  return page.locator(".status").innerText();
}

export async function openReport(page: Page): Promise<void> {
  await page.locator(".to-report").click();
  await page.frameLocator("iframe").locator("html.is-drawn").waitFor({ state: "attached" });
}

/** Clicks at "Save report", and saves what the browser downloads. Returns its path. */
export async function saveReport(page: Page, file: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".save").click()]);
  await download.saveAs(file);
  return file;
}

/** Reads what a report shows. */
export function readData(file: string): unknown {
  return readScript(readFileSync(file, "utf8"), "data");
}

/** Reads a script of JSON in a page. */
export function readScript(page: string, id: string): unknown {
  const [, json = ""] = new RegExp(`<script type="application/json" id="${id}">([\\s\\S]*?)</script>`).exec(page) ?? [];
  return JSON.parse(json);
}
