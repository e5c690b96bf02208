import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { launchBrowser } from "../../tests/support/launch.ts";

const WINDOW = { width: 1_366, height: 860 };
const PICTURE = { x: 0, y: 0, width: WINDOW.width, height: 1_600 };

const DOCS = join(import.meta.dirname, "../docs");

// Makes the pictures of a report in docs/, which is that of `charts -- demo`: `npx node retention/bench/pictures.ts`.
const folder = await mkdtemp(join(tmpdir(), "report-pictures-"));
const file = join(folder, "report.html");
await promisify(execFile)(process.execPath, ["retention/cli/bin/charts.ts", "demo", "--out", file]);
const browser = await launchBrowser();
for (const colorScheme of ["light", "dark"] as const) {
  const context = await browser.newContext({ viewport: WINDOW, colorScheme });
  const page = await context.newPage();
  await page.goto(String(pathToFileURL(file)));
  await page.locator(".findings").first().waitFor();
  await page.screenshot({ path: join(DOCS, `report-${colorScheme}.png`), fullPage: true, clip: PICTURE });
}
await browser.close();
await rm(folder, { recursive: true });
