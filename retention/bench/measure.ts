import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openChromium } from "../../tests/player/engines/chromium.ts";
import { openFirefox } from "../../tests/player/engines/firefox.ts";
import { openWebKit } from "../../tests/player/engines/webkit.ts";
import type { Engine } from "../../tests/support/engines/engine.ts";
import { PROGRAMS } from "../../tests/support/programs.ts";
import { bundlePage } from "../cli/report/page-bundle.ts";
import { DEMO_TITLE, makeDemo } from "../report/demo/demo-show.ts";
import { compareEpisodes } from "../report/make/compare-episodes.ts";
import { computeEpisode } from "../report/make/measure-episode.ts";
import { drawPage } from "../report/make/page.ts";

const ENGINES: Readonly<Record<string, () => Promise<Engine>>> = {
  Chromium: openChromium,
  Firefox: async () => openFirefox(String(PROGRAMS.Firefox.find())),
  WebKit: async () => openWebKit(String(PROGRAMS.WebKit.find())),
};

/** What is done on the page, one after the other. */
const STEPS: Readonly<Record<string, string>> = {
  "sort by what stands out": `document.querySelector(".list [data-key=moment] button").click()`,
  "search a word": `{ const box = document.querySelector(".search input"); box.value = "lighthouse"; box.dispatchEvent(new Event("input")); }`,
  "show an episode": `document.querySelector(".list tbody tr:not([hidden]) a").click()`,
  "compare platforms": `document.querySelectorAll(".tabs button")[1].click()`,
  "go back": `document.querySelector(".back a").click()`,
  "compare before and after a date": `document.querySelector(".to-change").click()`,
};

/** Keeps in `longest` how long the page kept a timer waiting, in milliseconds: as long as its longest task. Not all engines tell that. */
const WATCH = `window.longest = 0; { let last = performance.now(); (function watch() {
  const now = performance.now(); longest = Math.max(longest, now - last); last = now; setTimeout(watch); })(); }`;

const SETTLED = "await new Promise((resolve) => setTimeout(resolve, 500));";
/** Each time is the shortest of so many, since other work keeps the machine busy. */
const ROUNDS = 3;

// Measures the page of 100 episodes, or of as many as are asked for, in three engines: `npx node retention/bench/measure.ts 100`.
const count = Number(process.argv[2] ?? 100);
const folder = await mkdtemp(join(tmpdir(), "report-measure-"));
const file = join(folder, "report.html");
const demo = makeDemo();
const before = process.cpuUsage();
const report = compareEpisodes(Array.from({ length: count }, (_, index) => computeRepeated(index)));
const html = [...drawPage({ title: DEMO_TITLE, madeAt: new Date() }, report, await bundlePage())].join("");
const { user, system } = process.cpuUsage(before);
console.log(
  `${count} episodes: made in ${((user + system) / 1e6).toFixed(1)} CPU seconds, ${(Buffer.byteLength(html) / 1e6).toFixed(2)} MB`,
);
// The watch begins before the page, whose policy allows no other script.
const watched = html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, `<script>${WATCH}</script>`);
await writeFile(file, watched);
for (const [name, open] of Object.entries(ENGINES)) {
  const engine = await open();
  const longest = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++) {
    await engine.goto("about:blank");
    await engine.resize(1_366, 768);
    await engine.goto(pathToFileURL(file).href);
    note("open", await engine.run(`${SETTLED} return longest;`));
    for (const [step, act] of Object.entries(STEPS))
      note(step, await engine.run(`longest = 0; ${act}; ${SETTLED} return longest;`));
  }
  await engine.close();
  const told = [...longest].map(([step, time]) => `${step} ${time.toFixed(0)}`);
  console.log(`${name}, longest task in ms: ${told.join(", ")}`);

  function note(step: string, time: number) {
    longest.set(step, Math.min(time, longest.get(step) ?? Number.POSITIVE_INFINITY));
  }
}
await rm(folder, { recursive: true });

/** Computes an episode of the demo, which is repeated with GUIDs, titles and weeks of its own. */
function computeRepeated(index: number) {
  const { title = "", chapters = [], curves = [] } = demo[index % demo.length] ?? {};
  const guid = `demo-${index + 1}`;
  const date = new Date(Date.UTC(2026, 0, 8 + 7 * index)).toISOString().slice(0, 10);
  const [first, ...others] = curves.map((curve) => ({ ...curve, chart: { ...curve.chart, guid } }));
  if (!first) throw new Error("An episode of the demo has no curve.");
  return computeEpisode({ guid, curves: [first, ...others] }, { title: `${index + 1}. ${title}`, date, chapters });
}
