import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { median } from "d3-array";
import type { Page } from "playwright-core";
import { openBrowser, saveShow } from "./page.ts";
import { makeShow } from "./show.ts";

const EPISODES = 1_000;

/** Each time is the median of so many. */
const ROUNDS = 5;

interface Click {
  readonly name: string;
  readonly act: string;
  /** Whether the result is on the page. */
  readonly isDone: string;
}

const count = (selector: string) => `document.querySelectorAll("${selector}").length`;

const CLICKS: readonly Click[] = [
  {
    name: "select an episode",
    act: `document.querySelectorAll(".list tbody input")[1].click()`,
    isDone: `${count(".dot")} === 2`,
  },
  { name: "remove it", act: `document.querySelectorAll(".remove")[1].click()`, isDone: `${count(".dot")} === 1` },
  {
    name: "zoom to the first minutes",
    act: `document.querySelector(".first-minutes").click()`,
    isDone: `document.querySelector(".position").max === "300"`,
  },
  {
    name: "sort",
    act: `document.querySelector(".list th[data-key=heard] button").click()`,
    isDone: `document.querySelector(".list th[data-key=heard]").ariaSort !== null`,
  },
  {
    name: "search",
    act: `{ const box = document.querySelector(".search input"); box.value = "lighthouse"; box.dispatchEvent(new Event("input")); }`,
    isDone: `document.querySelector(".count").textContent !== ""`,
  },
  {
    name: "compare before and after a date",
    act: `{ const box = document.querySelector(".date"); box.value = "2030-01-03"; box.dispatchEvent(new Event("change")); }`,
    isDone: `document.querySelector(".figures tbody") !== null`,
  },
];

/** Notes when the first curve is drawn: when its dot appears. */
const NOTE_FIRST_CURVE = `new MutationObserver(() => {
  if (window.firstCurve === undefined && document.querySelector(".dot")) window.firstCurve = performance.now();
}).observe(document, { childList: true, subtree: true })`;

// Measures the page of 1,000 episodes: `node bench/report/measure.ts`. On a quiet machine.
const folder = await mkdtemp(join(tmpdir(), "report-measure-"));
const file = join(folder, "report.html");
const show = makeShow(EPISODES);
const start = performance.now();
const bytes = await saveShow(file, show);
console.log(`made in ${((performance.now() - start) / 1_000).toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB`);
const browser = await openBrowser();
const openings: number[] = [];
const clicks = new Map<string, number[]>();
for (let round = 0; round < ROUNDS; round++) {
  const page = await browser.newPage({ viewport: { width: 1_366, height: 768 } });
  await page.addInitScript(NOTE_FIRST_CURVE);
  await page.goto(String(pathToFileURL(file)));
  await page.locator(".dot").first().waitFor();
  openings.push(Number(await page.evaluate("window.firstCurve")));
  for (const click of CLICKS) clicks.set(click.name, [...(clicks.get(click.name) ?? []), await measure(page, click)]);
  await page.close();
}
console.log(`opening, to the first curve: ${median(openings)?.toFixed(0)} ms`);
for (const [name, times] of clicks) console.log(`${name}: ${median(times)?.toFixed(0)} ms`);
await browser.close();
await rm(folder, { recursive: true });

/** Measures from a click to the frame after its result, in milliseconds. */
async function measure(page: Page, { act, isDone }: Click): Promise<number> {
  const frame = "await new Promise((resolve) => requestAnimationFrame(resolve));";
  return Number(
    await page.evaluate(
      `(async () => { const start = performance.now(); ${act}; do { ${frame} } while (!(${isDone})); ${frame} return performance.now() - start; })()`,
    ),
  );
}
