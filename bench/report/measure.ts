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
    act: `document.querySelector(".list th[data-key=average] button").click()`,
    isDone: `document.querySelector(".list th[data-key=average]").ariaSort !== null`,
  },
  {
    name: "search",
    act: `{ const box = document.querySelector(".search input"); box.value = "lighthouse"; box.dispatchEvent(new Event("input")); }`,
    isDone: `document.querySelector(".count").textContent !== ""`,
  },
  {
    name: "compare before and after a date",
    act: `{ const box = document.querySelector(".date"); box.value = "2030-01-03"; box.dispatchEvent(new Event("change")); }`,
    isDone: `document.querySelector(".groups tbody") !== null`,
  },
];

const FRAME = "await new Promise((resolve) => requestAnimationFrame(resolve));";

/** Milliseconds. On a busy machine, only what the page's thread computes means something. */
interface Time {
  readonly elapsed: number;
  readonly busy: number;
}

/** Notes when the first curve is drawn: when its dot appears. */
const NOTE_FIRST_CURVE = `new MutationObserver(() => {
  if (window.firstCurve === undefined && document.querySelector(".dot")) window.firstCurve = performance.now();
}).observe(document, { childList: true, subtree: true })`;

// Measures the page of 1,000 episodes: `npx node bench/report/measure.ts`.
const folder = await mkdtemp(join(tmpdir(), "report-measure-"));
const file = join(folder, "report.html");
const show = makeShow(EPISODES);
const before = process.cpuUsage();
const bytes = await saveShow(file, show);
const { user, system } = process.cpuUsage(before);
console.log(`made in ${((user + system) / 1e6).toFixed(1)} CPU seconds, ${(bytes / 1e6).toFixed(1)} MB`);
const browser = await openBrowser();
const times = new Map<string, Time[]>();
for (let round = 0; round < ROUNDS; round++) {
  const page = await browser.newPage({ viewport: { width: 1_366, height: 768 } });
  const measure = await createStopwatch(page);
  const open = async () => {
    await page.goto(String(pathToFileURL(file)));
    await page.locator(".dot").first().waitFor();
    return Number(await page.evaluate("window.firstCurve"));
  };
  note("opening, to the first curve", await measure(open));
  // What is left of the opening is no part of the first click.
  await page.evaluate("new Promise((resolve) => requestIdleCallback(resolve))");
  for (const { name, act, isDone } of CLICKS) {
    const code = `(async () => { const start = performance.now(); ${act}; do { ${FRAME} } while (!(${isDone})); ${FRAME} return performance.now() - start; })()`;
    note(name, await measure(async () => Number(await page.evaluate(code))));
  }
  await page.close();
}
for (const [name, all] of times) {
  const [elapsed, busy] = [median(all, (time) => time.elapsed), median(all, (time) => time.busy)];
  console.log(`${name}: ${elapsed?.toFixed(0)} ms, of which the page's thread computes ${busy?.toFixed(0)} ms`);
}
await browser.close();
await rm(folder, { recursive: true });

function note(name: string, time: Time): void {
  times.set(name, [...(times.get(name) ?? []), time]);
}

/** Returns a function that measures an action, which returns how long it took. */
async function createStopwatch(page: Page): Promise<(act: () => Promise<number>) => Promise<Time>> {
  await page.addInitScript(NOTE_FIRST_CURVE);
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const readBusy = async () => {
    const { metrics } = await client.send("Performance.getMetrics");
    return 1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  };
  return async (act) => {
    const before = await readBusy();
    const elapsed = await act();
    return { elapsed, busy: (await readBusy()) - before };
  };
}
