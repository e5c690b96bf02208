import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { median } from "d3-array";
import type { Page } from "playwright-core";
import { launchBrowser } from "../../tests/support/launch.ts";
import { bundlePage } from "../cli/report/page-bundle.ts";
import { saveAtomically } from "../cli/save.ts";
import { DEMO_TITLE, makeDemo } from "../report/demo/demo-show.ts";
import { compareEpisodes, computeEpisode } from "../report/make/data.ts";
import { drawPage } from "../report/make/page.ts";

const EPISODES = 1_000;

/** Each time is the median of so many. */
const ROUNDS = 5;

const count = (selector: string) => `document.querySelectorAll("${selector}").length`;

/** What is done on the page, and how it shows that it is done. */
const STEPS: Readonly<Record<string, readonly [act: string, isDone: string]>> = {
  "select an episode": [`document.querySelectorAll(".list tbody input")[1].click()`, `${count(".dot")} === 2`],
  "remove it": [`document.querySelectorAll(".remove")[1].click()`, `${count(".dot")} === 1`],
  "zoom to the first minutes": [
    `document.querySelector(".first-minutes").click()`,
    `document.querySelector(".position").max === "300"`,
  ],
  sort: [
    `document.querySelector(".list th[data-key=average] button").click()`,
    `document.querySelector(".list th[data-key=average]").ariaSort !== null`,
  ],
  search: [
    `{ const box = document.querySelector(".search input"); box.value = "lighthouse"; box.dispatchEvent(new Event("input")); }`,
    `document.querySelector(".count").textContent !== ""`,
  ],
  "compare before and after a date": [
    `{ const box = document.querySelector(".date"); box.value = "2030-01-03"; box.dispatchEvent(new Event("change")); }`,
    `document.querySelector(".groups tbody") !== null`,
  ],
};

const FRAME = "await new Promise((resolve) => requestAnimationFrame(resolve));";

// Measures the page of 1,000 episodes: `npx node retention/bench/measure.ts`. Times are CPU times, because other work may keep the machine busy.
const folder = await mkdtemp(join(tmpdir(), "report-measure-"));
const file = join(folder, "report.html");
const demo = makeDemo();
const before = process.cpuUsage();
const report = compareEpisodes(Array.from({ length: EPISODES }, (_, index) => computeRepeated(index)));
const html = drawPage({ title: DEMO_TITLE, madeAt: new Date() }, report, await bundlePage());
const bytes = await saveAtomically(file, html);
const { user, system } = process.cpuUsage(before);
console.log(`made in ${((user + system) / 1e6).toFixed(1)} CPU seconds, ${(bytes / 1e6).toFixed(1)} MB`);
const browser = await launchBrowser();
const times = new Map<string, number[]>();
for (let round = 0; round < ROUNDS; round++) {
  const page = await browser.newPage({ viewport: { width: 1_366, height: 768 } });
  const measure = await createStopwatch(page);
  await measure("opening, to the first curve", async () => {
    await page.goto(String(pathToFileURL(file)));
    await page.locator(".dot").first().waitFor();
  });
  // What is left of the opening is no part of the first step.
  await page.evaluate("new Promise((resolve) => requestIdleCallback(resolve))");
  for (const [name, [act, isDone]] of Object.entries(STEPS))
    await measure(name, async () => page.evaluate(`(async () => { ${act}; do { ${FRAME} } while (!(${isDone})); })()`));
  await page.close();
}
for (const [name, all] of times) console.log(`${name}: the page's thread computes ${median(all)?.toFixed(0)} ms`);
await browser.close();
await rm(folder, { recursive: true });

/** Computes an episode of the demo, which is repeated with GUIDs, titles and weeks of its own. */
function computeRepeated(index: number) {
  const { title = "", chapters = [], curves = [] } = demo[index % demo.length] ?? {};
  const [curve] = curves;
  if (!curve) throw new Error("An episode of the demo has no curve.");
  const guid = `demo-${index + 1}`;
  const date = new Date(Date.UTC(2026, 0, 8 + 7 * index)).toISOString().slice(0, 10);
  const curveOfItsOwn = { ...curve, chart: { ...curve.chart, guid } };
  return computeEpisode({ guid, curves: [curveOfItsOwn] }, { title: `${index + 1}. ${title}`, date, chapters });
}

/** Returns a function that notes how many milliseconds the page's thread computes for an action. */
async function createStopwatch(page: Page): Promise<(name: string, act: () => Promise<unknown>) => Promise<void>> {
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const readBusy = async () => {
    const { metrics } = await client.send("Performance.getMetrics");
    return 1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  };
  return async (name, act) => {
    const start = await readBusy();
    await act();
    times.set(name, [...(times.get(name) ?? []), (await readBusy()) - start]);
  };
}
