import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { median } from "d3-array";
import type { Page } from "playwright-core";
import { createRandom, simulateChart } from "../../cli/demo/listeners.ts";
import { DEMO_TITLE, makeDemo } from "../../cli/demo/show.ts";
import { bundlePage } from "../../cli/report/bundle.ts";
import { saveAtomically } from "../../cli/report/save.ts";
import { compareEpisodes, computeEpisode } from "../../report/make/data.ts";
import { drawPage } from "../../report/make/page.ts";
import { launchBrowser } from "../../tests/support/launch.ts";

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
const show = makeShow();
const before = process.cpuUsage();
const report = compareEpisodes(
  show.map(({ chart, listeners, name }) =>
    computeEpisode({ guid: chart.guid, curves: [{ chart, listeners, source: "sessions" }] }, name),
  ),
);
const bytes = await saveAtomically(
  file,
  drawPage({ title: DEMO_TITLE, madeAt: new Date() }, report, await bundlePage()),
);
const { user, system } = process.cpuUsage(before);
console.log(`made in ${((user + system) / 1e6).toFixed(1)} CPU seconds, ${(bytes / 1e6).toFixed(1)} MB`);
const browser = await launchBrowser();
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

/** Makes weekly episodes of other lengths and listeners than those of the demo, with its titles and chapters. */
function makeShow() {
  const demo = makeDemo();
  return Array.from({ length: EPISODES }, (_, index) => {
    const { title = "", chapters = [] } = demo[index % demo.length] ?? {};
    const random = createRandom(7_919 * (index + 1));
    const duration = Math.round(2_700 + 1_800 * random());
    const skip = { kind: "skip", from: 1_200, to: 1_275, share: 0.22 } as const;
    const leave = { kind: "leave", from: 300, to: 330, share: index % 10 === 9 ? 0.35 : 0 } as const;
    const listeners = Math.round(160 + 900 * random());
    const plan = { duration, listeners, loyalty: 0.6, passages: [skip, leave] };
    const date = new Date(Date.UTC(2026, 0, 8 + 7 * index)).toISOString().slice(0, 10);
    return {
      chart: simulateChart({ ...plan, guid: `demo-${index + 1}` }, index),
      listeners,
      name: { title: `${index + 1}. ${title}`, date, chapters },
    };
  });
}

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
