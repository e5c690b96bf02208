import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { ROOT } from "../../../tests/support/checkout.ts";
import { composeFeed } from "../../../tests/support/feed.ts";
import { composeStudio } from "../../cli/report/studio-page.ts";
import { useBrowser } from "../support/browser.ts";

export const HARS = join(ROOT, "retention/tests/import/har");

/** The page requests the report that it makes, and asks before one leaves. */
const EXPECTED = /^request: blob:null\/|^dialog: $/;

const TITLES = [1, 2, 3].map((number) => `Tide ${number}: the “harbour” & its clocks`);

/** The feed of the recorded dashboards, or one with other titles. */
export function makeFeed(titles: readonly string[] = TITLES): string {
  const items = titles.map((title, index) => {
    return { guid: `urn:example:tides-${index + 1}`, title, "itunes:duration": "60" };
  });
  return composeFeed(items, "On tides");
}

/** A table of YouTube Studio. */
export function makeTable(last = 50): string {
  const rows = Array.from({ length: 101 }, (_, position) => `${position},${100 - ((100 - last) * position) / 100},`);
  return ["Video position (%),Absolute audience retention (%),Compared to other videos (%)", ...rows].join("\n");
}

/**
 * Returns a function that opens the page from disk, for the tests of a file. When its test ends, the page is closed, and
 * must have requested nothing but itself and the report that it makes, and not have complained otherwise either.
 */
export function useStudio(save: (name: string, content: string) => string): (width?: number) => Promise<Page> {
  const open = useBrowser();
  return async (width = 1_280) => {
    const complaints: string[] = [];
    onTestFinished(() => expect(complaints.filter((text) => !EXPECTED.test(text))).toEqual([]));
    const page = await open(save("studio.html", await composeStudio()), {
      viewport: { width, height: 900 },
      complaints,
    });
    page.setDefaultTimeout(60_000);
    page.on("dialog", (dialog) => void dialog.accept());
    return page;
  };
}

/** Chooses files, and waits until the page has read them. Returns what it says of them. */
export async function drop(page: Page, files: readonly string[]): Promise<string> {
  return expectStatus(page, "", () =>
    page
      .locator("input[type=file]")
      .first()
      .setInputFiles([...files]),
  );
}

/** Acts, and waits until the page has nothing left to do, and says something. Returns all that it says. */
export async function expectStatus(page: Page, text: string | RegExp, act: () => Promise<unknown>): Promise<string> {
  await page.evaluate(`
    document.querySelector(".status").textContent = "";
    document.querySelector("main").ariaBusy = "true";
  `);
  await act();
  await page.locator("main[aria-busy=false]").waitFor({ state: "attached" });
  await page.locator(".status", { hasText: text }).waitFor({ state: "attached" });
  return page.locator(".status").innerText();
}

/** Reads what the page lists as there, by platform, without its marks. */
export async function readSteps(page: Page): Promise<Record<string, string>> {
  return page.evaluate(`Object.fromEntries([...document.querySelectorAll(".checklist li")].map((step) =>
    [step.querySelector("strong").textContent, step.querySelector(".state").textContent]))`);
}

export async function openReport(page: Page): Promise<void> {
  // It may have opened by itself.
  if (!(await page.locator("iframe").isVisible())) await page.locator(".to-report").click();
  await page.frameLocator("iframe").locator("html.is-drawn").waitFor({ state: "attached" });
}

/** Clicks at "Save report", and saves what the browser downloads. Returns its path. */
export async function saveReport(page: Page, file: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".save").click()]);
  await download.saveAs(file);
  return file;
}
