import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { createRandom } from "../../../bench/report/simulators/show.ts";
import { escapeMarkup } from "../../../report/curve/text.ts";
import { runCommand, runScript, useFolder } from "../../support/command.ts";
import { composeFeed } from "../../support/feed.ts";
import { validateFindings } from "../../support/findings-schema.ts";
import { useTable } from "../../support/tables.ts";

const save = useFolder();
const table = useTable();
const { env } = table;
const [page, last, now, feed, lines] = ["report.html", "last.json", "now.json", "feed.xml", "charts.jsonl"].map(
  (name) => save(name, ""),
) as [string, string, string, string, string];

const DURATION = 2_400;
const WEEK = 7 * 86_400_000;

/** Times at which listeners stop: some at once, some in between, half at the end. */
function drawListeners(count: number, seed: number, stop = DURATION): number[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const [where, at] = [random(), random()];
    const end = where < 0.1 ? 60 * at : where < 0.5 ? DURATION * at : DURATION;
    return Math.min(end, stop);
  });
}

interface Curve {
  readonly guid: string;
  readonly source?: string;
  readonly ends: readonly number[];
  /** Part of what a platform calls 100 %. */
  readonly scale?: number;
}

function writeLine({ guid, source = "own", ends, scale = 1 }: Curve): string {
  const data = Array.from({ length: DURATION / 10 }, (_, index) => {
    const present = ends.filter((end) => end > 10 * index).length;
    return { time: 10 * index, percentage: Math.round((10_000 * scale * present) / ends.length) / 100 };
  });
  const listeners = source === "youtube" ? {} : { listeners: ends.length };
  return JSON.stringify({ version: 1, guid, duration: DURATION, source, ...listeners, data });
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
  const outcome = await runCommand("charts", ["import", lines], { env });
  expect(outcome).toMatchObject({ code: 0 });
}

const LISTENERS = EPISODES.map(({ guid }, index) => ({ guid, ends: drawListeners(400, index + 1) }));

const ARGS = ["report", "--feed", feed, "--out", page, "--findings", now, "--since", last];
/** Arguments that are given again replace those before. */
const report = (...more: string[]) => runCommand("charts", [...ARGS, ...more], { env });
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
  for (const line of rest) expect(text).toContain(`<li>${escapeMarkup(line)}</li>`);
  expect(rest).toEqual(findings.changes.items.map((item: { text: string }) => item.text));
  return rest;
}

beforeEach(async () => {
  writeFeed(EPISODES);
  for (const { guid } of await table.readAll()) await table.remove(String(guid));
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
    ["is no JSON", () => "<html>", "no report, and no file of findings"],
    ["was cut off", (text: string) => text.slice(0, -30), ""],
    ["is newer", (text: string) => text.replace(/"madeAt":"\d+/, '"madeAt":"2999'), "newer than this report"],
    ["has no time", (text: string) => text.replace(/"madeAt":"[^"]+/, '"madeAt":"yesterday'), "newer than this report"],
    [
      "has another version",
      (text: string) => text.replace('"version":1', '"version":2'),
      "of version 2 of the findings; this command reads version 1",
    ],
    [
      "is of another show",
      (text: string) => text.replaceAll('"guid":"e', '"guid":"other').replaceAll("Episode ", "Part "),
      "of other episodes: this report has none of them",
    ],
    [
      "lacks an episode's title",
      (text: string) => text.replaceAll('"title":"Episode', '"subtitle":"Episode'),
      "damaged: an episode or a show in it lacks",
    ],
    ["has a curve of words", (text: string) => text.replace(/"levels":\[[\d.]+/, '"levels":["many"'), "damaged"],
  ])("refuses a file that %s, and leaves page and findings as they were", async (_, change, reason) => {
    const text = change(readFileSync(last, "utf8"));
    expect(text).not.toBe(readFileSync(last, "utf8"));
    writeFileSync(last, text);
    const before = [page, now].map((file) => readFileSync(file, "utf8"));
    const stderr = expect.stringContaining(`last.json is ${reason}`);
    expect(await report()).toEqual({ code: 1, stdout: "", stderr });
    expect([page, now].map((file) => readFileSync(file, "utf8"))).toEqual(before);
  });

  it("needs --findings, so that there is a file for the next report", async () => {
    const outcome = await runCommand("charts", ARGS.toSpliced(ARGS.indexOf("--findings"), 2), { env });
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining("--since needs --findings") });
  });

  it("tells growth alone of a tenth more who listen alike", async () => {
    await load(
      LISTENERS.map(({ guid, ends }, index) => ({ guid, ends: [...ends, ...drawListeners(40, 100 + index)] })),
    );
    expect(await tell()).toEqual([expect.stringMatching(/^Growth: 240 more listeners in 6 episodes; most in “/)]);
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

  it("says in one line that a platform's file has 60 % of the listeners", async () => {
    const spotify = LISTENERS.map((curve) => ({ ...curve, source: "spotify" }));
    await load(spotify);
    await reportLast();
    await load(spotify.map(({ ends, ...curve }) => ({ ...curve, ends: ends.slice(0, 240) })));
    expect(await tell()).toEqual([
      expect.stringMatching(/^Spotify, 6 of 6 curves: fewer listeners than on \d+ \w+ \(1,440, then 2,400\)\./),
    ]);
  });

  it("says in one line that YouTube's 100 % is something else, and nothing of three hundredths", async () => {
    const youtube = (scale: number) => LISTENERS.map((curve) => ({ ...curve, source: "youtube", scale }));
    await load(youtube(1));
    await reportLast();
    await load(youtube(0.97));
    expect(await tell()).toEqual([]);
    await load(youtube(0.9));
    expect(await tell()).toEqual([
      expect.stringMatching(/^YouTube, 6 of 6 curves: about 10\u00a0% lower from start to end than on \d+ \w+, so /),
    ]);
  });

  it("names another GUID, an episode that is gone, and a title with markup, each once and escaped", async () => {
    const title = "<script>alert(1)</script> \u202e & more";
    const [renamed, marked] = [
      { guid: "another", title: "Episode 1" },
      { guid: "marked", title },
    ];
    const ends = drawListeners(400, 50);
    await load([
      { ...(LISTENERS[1] ?? { ends }), guid: "another" },
      { guid: "marked", ends },
    ]);
    const [first = marked, , ...others] = EPISODES;
    writeFeed([first, renamed, ...others.slice(0, 3), marked]);
    const told = await tell();
    expect(told).toEqual([
      expect.stringMatching(
        /^(New|In the report for the first time, though older): “<script>alert\(1\)<\/script> \uFFFD & more”/,
      ),
      "Another GUID than before: “Episode 1”.",
      "No longer in the report: “Episode 5”.",
    ]);
    expect(readFileSync(page, "utf8")).not.toContain("<script>alert");
    expect(readFileSync(page, "utf8")).toContain("&lt;script&gt;alert(1)&lt;/script&gt; \uFFFD &amp; more");
  });

  it("prints the same digest in Auckland and Los Angeles", async () => {
    const text = readFileSync(last, "utf8").replace(/"madeAt":"([\d-]+)T[^"]+"/, '"madeAt":"$1T23:30:00.000Z"');
    const digests: string[] = [];
    for (const TZ of ["Pacific/Auckland", "America/Los_Angeles"]) {
      writeFileSync(last, text);
      await load(LISTENERS.map(({ guid, ends }) => ({ guid, ends: [...ends, ...drawListeners(40, 70)] })));
      const { code, stdout } = await runScript("charts", ARGS, { env: { ...env, TZ } });
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
    expect(await runCommand("charts", args, { env })).toMatchObject({ code: 0, stdout: told.stdout });
    expect(readFileSync(page, "utf8")).toContain('<section class="since">');
  });

  it("refuses a page whose data are damaged, or that is no report", async () => {
    const html = readFileSync(page, "utf8");
    for (const text of [html.replace('"curve":"H4s', '"curve":"????'), "<!doctype html><p>Hello</p>"]) {
      writeFileSync(last, text);
      const { code, stderr } = await report();
      expect(code).toBe(1);
      expect(stderr).toMatch(/last\.json is (damaged|no report)/);
    }
  });
});
