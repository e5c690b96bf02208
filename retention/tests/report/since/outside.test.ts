import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { composeFeed } from "../../../../tests/support/feed.ts";
import { useFolder } from "../../../../tests/support/process.ts";
import { deleteChartItem, readChartItems } from "../../../../tests/support/tables.ts";
import { createMulberry32 } from "../../../bench/simulators/simulated-show.ts";
import { markup } from "../../../report/curve/markup.ts";
import { runCommand, runScript } from "../../support/command.ts";
import { validateFindings } from "../findings-schema.ts";

const save = useFolder();
const [page, last, now, feed, lines] = ["report.html", "last.json", "now.json", "feed.xml", "charts.jsonl"].map(
  (name) => save(name, ""),
) as [string, string, string, string, string];

const DURATION = 2_400;
const WEEK = 7 * 86_400_000;

/** Times at which listeners stop: some at once, some in between, half at the end. */
function drawListeners(count: number, seed: number, stop = DURATION): number[] {
  const random = createMulberry32(seed);
  return Array.from({ length: count }, () => {
    const [where, at] = [random(), random()];
    const end = where < 0.1 ? 60 * at : where < 0.5 ? DURATION * at : DURATION;
    return Math.min(end, stop);
  });
}

interface Curve {
  readonly guid: string;
  readonly ends: readonly number[];
}

function writeLine({ guid, ends }: Curve): string {
  const data = Array.from({ length: DURATION / 10 }, (_, index) => {
    const present = ends.filter((end) => end > 10 * index).length;
    return { time: 10 * index, percentage: Math.round((10_000 * present) / ends.length) / 100 };
  });
  return JSON.stringify({ version: 1, guid, duration: DURATION, source: "own", listeners: ends.length, data });
}

interface Item {
  readonly guid: string;
  readonly title: string;
}

const EPISODES: readonly Item[] = Array.from({ length: 6 }, (_, index) => {
  return { guid: `e${index}`, title: `Episode ${index}` };
});

function writeFeed(items: readonly Item[]): void {
  const dated = items.map((item, index) => ({ ...item, pubDate: `Mon, 0${1 + (index % 9)} Jun 2026 08:00:00 GMT` }));
  writeFileSync(feed, composeFeed(dated, "Tides"));
}

/** Imports curves into the table. */
async function load(curves: readonly Curve[]): Promise<void> {
  writeFileSync(lines, curves.map((curve) => `${writeLine(curve)}\n`).join(""));
  const outcome = await runCommand("charts", ["import", lines]);
  expect(outcome).toMatchObject({ code: 0 });
}

const LISTENERS = EPISODES.map(({ guid }, index) => ({ guid, ends: drawListeners(400, index + 1) }));

const ARGS = ["report", "--feed", feed, "--out", page, "--findings", now, "--since", last];
/** Arguments that are given again replace those before. */
const report = (...more: string[]) => runCommand("charts", [...ARGS, ...more]);
const readFindings = (file: string) => JSON.parse(readFileSync(file, "utf8"));

/** Makes the report that the next one is compared with, as of a week ago. */
async function reportLast(): Promise<void> {
  rmSync(last, { force: true });
  await report();
  const madeAt = new Date(Date.now() - WEEK).toISOString();
  writeFileSync(last, JSON.stringify({ ...readFindings(now), madeAt }));
}

/** Makes a report, and returns the lines of the digest below its head. */
async function tell(): Promise<string[]> {
  const { code, stdout, stderr } = await report();
  expect(code, stderr).toBe(0);
  const findings = readFindings(now);
  validateFindings(findings);
  expect(validateFindings.errors ?? []).toEqual([]);
  const [head, ...rest] = stdout.trimEnd().split("\n");
  expect(head).toMatch(rest.length > 0 ? /^Since \d+ \w+:$/ : /^Since \d+ \w+, nothing has changed\.$/);
  const text = readFileSync(page, "utf8");
  for (const line of rest) expect(text).toContain(markup`<li>${line}</li>`.toString());
  expect(rest).toEqual(findings.changes.items.map((item: { text: string }) => item.text));
  return rest;
}

beforeEach(async () => {
  writeFeed(EPISODES);
  for (const { guid } of await readChartItems()) await deleteChartItem(String(guid));
  await load(LISTENERS);
  await reportLast();
});

describe("charts -- report --since, on a table and a feed,", () => {
  it("says of the same table that nothing has changed", async () => {
    expect(await tell()).toEqual([]);
    expect(readFileSync(page, "utf8")).toContain('<section class="since">\n<h2>Since ');
  });

  it("replaces the file that it compares with, for the next report", async () => {
    expect(await report("--findings", last)).toMatchObject({ code: 0 });
    const { stdout } = await report("--findings", last);
    expect(stdout).toMatch(/^Since \d+ \w+, \d\d:\d\d UTC, nothing has changed\.\n$/);
    expect(readFindings(last).changes).toMatchObject({ compared: 6, items: [] });
  });

  it("says that there is no earlier report yet, and does not make one up", async () => {
    rmSync(last);
    rmSync(now);
    const { code, stdout } = await report();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^This is the first report: there is no [^\n]*last\.json yet\.[^\n]*\n$/);
    const { episodes, changes } = readFindings(now);
    expect([episodes.length, changes]).toEqual([6, undefined]);
    expect(existsSync(last)).toBe(false);
  });

  it.each([
    ["is no JSON", () => "<html>", ": It is no report, and no file of findings. --since takes what"],
    ["was cut off", (text: string) => text.slice(0, -30), ": It is no report"],
    [
      "is newer",
      (text: string) => text.replace(/"madeAt":"\d+/, '"madeAt":"2999'),
      ": It is newer than this report (2999",
    ],
    ["has no time", (text: string) => text.replace(/"madeAt":"[^"]+/, '"madeAt":"yesterday'), ": It is damaged"],
    [
      "has another version",
      (text: string) => text.replace('"version":1', '"version":2'),
      ": It is of version 2 of the findings, and this report of 1. Make both with one version.",
    ],
    [
      "is of another show",
      (text: string) => text.replaceAll('"guid":"e', '"guid":"other').replaceAll("Episode ", "Part "),
      " is of other episodes: this report has none of them",
    ],
    [
      "lacks an episode's title",
      (text: string) => text.replaceAll('"title":"Episode', '"subtitle":"Episode'),
      ": It is damaged: an episode or a show in it lacks",
    ],
    [
      "has a curve of words",
      (text: string) => text.replace(/"levels":\[[\d.]+/, '"levels":["many"'),
      ": It is damaged",
    ],
    [
      "is a page whose data are damaged",
      () => readFileSync(page, "utf8").replace('"curve":"H4s', '"curve":"????'),
      ": It is damaged: an episode",
    ],
  ])("names a file that %s, and makes the report without the comparison", async (_, change, reason) => {
    const text = change(readFileSync(last, "utf8"));
    expect(text).not.toBe(readFileSync(last, "utf8"));
    writeFileSync(last, text);
    rmSync(page);
    const { code, stdout, stderr } = await report();
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`last.json${reason}`);
    expect(stderr).toContain("The report is made without the comparison.\n");
    expect(readFileSync(page, "utf8")).not.toContain('<section class="since">');
    expect(readFindings(now).changes).toBeUndefined();
  });

  it("names a file that can't be read", async () => {
    rmSync(last);
    mkdirSync(last);
    const { code, stderr } = await report();
    rmdirSync(last);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/last\.json can't be read: .*EISDIR/)]);
  });

  it("says that those who came since leave at half, in the same words everywhere", async () => {
    const [{ guid, ends } = { guid: "", ends: [] }] = LISTENERS;
    await load([{ guid, ends: [...ends, ...drawListeners(1_000, 9, DURATION / 2)] }]);
    const [sentence, ...rest] = await tell();
    expect(sentence).toMatch(
      /^“Episode 0”: of the 1,000 listeners since \d+ \w+, fewer are there at half of it: 0\u00a0%, before \d\d\u00a0% of 400\.$/,
    );
    expect(rest.filter((line) => !line.startsWith("Growth: ")).every((line) => line.includes("“Episode 0”"))).toBe(
      true,
    );
    const { items } = readFindings(now).changes;
    expect(items[0]).toMatchObject({ kind: "figure", guid: "e0", text: sentence, late: { of: 1_000 } });
  });

  it("has a title with markup as text", async () => {
    const marked = { guid: "marked", title: "<script>alert(1)</script> \u202e & more" };
    await load([{ guid: marked.guid, ends: drawListeners(400, 50) }]);
    writeFeed([...EPISODES, marked]);
    expect(await tell()).toEqual([expect.stringMatching(/: “<script>alert\(1\)<\/script> \uFFFD & more”/)]);
    const html = readFileSync(page, "utf8");
    expect(html).not.toContain("<script>alert");
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt; \uFFFD &amp; more");
  });

  it("prints the same digest in Auckland and Los Angeles", async () => {
    const text = readFileSync(last, "utf8").replace(/"madeAt":"([\d-]+)T[^"]+"/, '"madeAt":"$1T23:30:00.000Z"');
    const digests: string[] = [];
    for (const TZ of ["Pacific/Auckland", "America/Los_Angeles"]) {
      writeFileSync(last, text);
      await load(LISTENERS.map(({ guid, ends }) => ({ guid, ends: [...ends, ...drawListeners(40, 70)] })));
      const { code, stdout } = await runScript("charts", ARGS, { env: { TZ } });
      expect(code).toBe(0);
      digests.push(stdout);
    }
    expect(digests[0]).toMatch(/^Since \d+ \w+:\nGrowth: /);
    expect(digests[1]).toBe(digests[0]);
  });

  it("compares with the last report's page as with its findings", async () => {
    const ends = drawListeners(300, 9, DURATION / 2);
    rmSync(last);
    await report();
    const html = readFileSync(page, "utf8");
    writeFileSync(last, readFileSync(now, "utf8"));
    await load([{ guid: "e0", ends: [...(LISTENERS[0]?.ends ?? []), ...ends] }]);
    const told = await report();
    expect(told.stdout.split("\n").length).toBeGreaterThan(3);
    writeFileSync(page, html);
    const args = ["report", "--feed", feed, "--out", page, "--since", page];
    expect(await runCommand("charts", args)).toMatchObject({ code: 0, stdout: told.stdout });
    expect(readFileSync(page, "utf8")).toContain('<section class="since">');
  });
});
