import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openBrowser, saveShow } from "./page.ts";
import { makeShow } from "./show.ts";

/** The episodes in the pictures: one with a cliff, and a typical one. */
const SHOWN = [20, 22];

/** The date from which the show has a new opening. */
const DATE = "2026-06-25";

const WINDOW = { width: 1_366, height: 860 };
const PICTURE = { x: 0, y: 0, width: WINDOW.width, height: 1_440 };

const DOCS = join(import.meta.dirname, "../../docs");

// Makes the pictures of a report in docs/: `node bench/report/pictures.ts`.
const folder = await mkdtemp(join(tmpdir(), "report-pictures-"));
const file = join(folder, "report.html");
await saveShow(file, makeShow());
const browser = await openBrowser();
for (const colorScheme of ["light", "dark"] as const) {
  const context = await browser.newContext({ viewport: WINDOW, colorScheme });
  const page = await context.newPage();
  const hash = new URLSearchParams(SHOWN.map((number): [string, string] => ["episode", `urn:example:tides-${number}`]));
  await page.goto(`${pathToFileURL(file)}#${hash}`);
  await page.locator(".dot").first().waitFor();
  await page.getByLabel("Before and after").fill(DATE);
  await page.evaluate("document.activeElement.blur()");
  await page.screenshot({ path: join(DOCS, `report-${colorScheme}.png`), fullPage: true, clip: PICTURE });
}
await browser.close();
await rm(folder, { recursive: true });
