import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { packCounts } from "../../../lib/episode/counts.ts";
import { listCurves } from "../../../lib/episode/curves.ts";
import { packChart } from "../../../lib/episode/packed-chart.ts";
import { toPrintable } from "../../../lib/printable.ts";
import { composeFeed } from "../../../tests/support/feed.ts";
import { type Outcome, useFolder } from "../../../tests/support/process.ts";
import { useTable } from "../../../tests/support/tables.ts";
import { runCommand, runScript, summary } from "../support/command.ts";
import { composeSession } from "../support/import.ts";

const save = useFolder();

const HOUR = Array.from({ length: 3_600 }, (_, time) => ({ time, percentage: 100 - (time % 97) / 2 }));
const DATE = new Date("2026-01-01");

/** Items of every kind that the table can hold, by what is special about them. */
function makeItems() {
  const counts = Uint8Array.from(packCounts(Uint32Array.of(4, 3, 1, 1)));
  const pack = (guid: string, data = HOUR) => {
    const { chart, ...item } = packChart({ guid, duration: 3_600, data }, DATE);
    return { ...item, chart: Uint8Array.from(chart) };
  };
  const omitGuid = ({ guid: _, ...curve }: ReturnType<typeof pack>) => curve;
  const known = { counts, listeners: 7, drawnListeners: 5 };
  const counted = { ...known, countedUntil: "2026-01-01T00:00:00Z", source: "collector" };
  return [
    { ...pack("packed"), source: "own" },
    {
      guid: "of platforms",
      duration: 3_600,
      "curve:apple": omitGuid(pack("of platforms", HOUR.slice(0, 9))),
      "curve:youtube": { ...omitGuid(pack("of platforms")), listeners: 300 },
      sources: new Set(["apple", "youtube"]),
      shown: "apple",
    },
    { ...pack("of sessions"), source: "sessions", listeners: 4, counts },
    { ...pack("collected"), ...counted },
    { guid: "collected, not drawn yet", duration: 4, ...counted, drawnListeners: 0 },
    { ...pack('caf\u00e9 \u202e \u0000 "quoted" #7'), source: "own" },
  ];
}

/** Leaves out when an item's curves were written. */
function omitDates({ updatedAt: _, ...item }: Record<string, unknown>): Record<string, unknown> {
  const omit = (name: string, value: unknown) => (name.startsWith("curve:") ? omitDates(Object(value)) : value);
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, omit(name, value)]));
}

describe("charts -- export", () => {
  const table = useTable();
  const run = (...args: string[]): Promise<Outcome> => runCommand("charts", args, { env: table.env });

  async function read(): Promise<Map<unknown, Record<string, unknown>>> {
    const items = (await table.readAll()).map(omitDates);
    return new Map(items.map((item) => [item.guid, item]));
  }

  it("prints what import takes back, with counts and listeners", async () => {
    for (const item of makeItems()) await table.put(item);
    const before = await read();
    const { code, stdout, stderr } = await run("export", "--all");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "Exported 6 charts, and 1 episode without a drawn chart.\n" });
    expect(toPrintable(stdout.replaceAll("\n", ""))).toBe(stdout.replaceAll("\n", ""));
    const file = save("backup.jsonl.gz", gzipSync(stdout));
    for (const item of makeItems()) await table.remove(item.guid);
    expect(await run("import", file)).toMatchObject({ code: 0, stdout: summary("7 charts written, 0 refused") });
    expect(await read()).toEqual(before);
    // Over what is there, as an import of anything.
    const again = await run("import", file);
    expect(again.stdout).toMatch(/^5 charts written \(.+\): 5 unchanged, 2 refused/);
    for (const item of makeItems())
      if ("countedUntil" in item) await table.put({ ...item, listeners: 99, countedUntil: "2026-02-01T00:00:00Z" });
    expect((await run("import", "--replace", file)).stdout).toEqual(summary("7 charts written, 0 refused"));
    expect(await read()).toEqual(before);
  });

  it("takes GUIDs, also from the standard input, or those of a feed", async () => {
    const input = "packed\r\n\n of sessions \ncollected";
    const outcome = await runScript("charts", ["export", "of sessions", "-"], { env: table.env, input });
    expect(outcome).toMatchObject({ code: 0, stderr: "Exported 3 charts.\n" });
    const guids = outcome.stdout.match(/(?<=^\{"version":1,"guid":")[^"]+/gm);
    expect(guids).toEqual(["of sessions", "packed", "collected"]);
    const items = ["packed", "unheard".repeat(300)].map((guid) => ({ guid }));
    const secret = "https://user:password@e.test/rss?key=secret";
    const feed = save("feed.xml", composeFeed(items, "", `<atom:link rel="self" href="${secret}"/>`));
    const packed = (await table.readAll()).find(({ guid }) => guid === "packed") ?? {};
    await table.put({ ...packed, feeds: new Set([secret]) });
    const curves = await run("export", "--curves", "--feed", feed);
    expect(curves.stdout).toMatch(/"guid":"packed"/);
    expect(curves.stdout).not.toContain("feeds");
    const full = await run("export", "--feed", feed);
    expect(full.stdout).not.toMatch(/password|secret/);
    await table.remove("packed");
    // Its owner takes it back, and no other key does.
    await run("import", save("packed.jsonl", full.stdout));
    const other = save("other.xml", composeFeed(items, "", `<atom:link rel="self" href="${secret}2"/>`));
    expect(await run("export", "--feed", other)).toMatchObject({ code: 1, stdout: "" });
    expect(await run("export", "--feed", feed)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\{"version":1,"guid":"packed",.+\n$/),
      stderr: "Exported 1 chart. Left out: 1 of the feed's episodes that are not in the table.\n",
    });
  });

  it("prints the counts of a chart that nobody heard before its corrected end", async () => {
    const [, , , collected] = makeItems();
    const empty = packChart({ guid: "unheard", duration: 1, data: [] }, DATE);
    await table.put({ ...collected, ...empty, chart: Uint8Array.from(empty.chart) });
    const { code, stdout } = await run("export", "unheard");
    const line = { guid: "unheard", duration: 1, counts: [4, 3, 1, 1], listeners: 7 };
    expect([code, JSON.parse(stdout)]).toMatchObject([0, line]);
    expect(await run("import", "--replace", save("unheard.json", stdout))).toMatchObject({ code: 0 });
  });

  it("names what it can't export, and exports the rest", async () => {
    await table.put({ guid: "registered", duration: 5 });
    await table.put({ guid: "malformed", duration: 5, data: "?" });
    await table.put({ guid: "broken", duration: 5, counts: Uint8Array.of(1), listeners: 1 });
    const { code, stdout, stderr } = await run("export", "malformed", "nobody's", "broken", "registered", "packed");
    expect({ code, lines: stdout.split("\n").length }).toEqual({ code: 1, lines: 3 });
    expect(stderr).toMatch(/^malformed: The chart item of "malformed" is malformed: data is not a list\./m);
    expect(stderr).toMatch(
      /^The chart item of "broken" is malformed: counts can't be unpacked\. Import the chart again\.$/m,
    );
    expect(stderr).toMatch(/^nobody's: The table .+ has no chart of it\.$/m);
    expect(stderr).toMatch(
      "Exported 1 chart, and 1 episode without a drawn chart. Left out: 3 with the problems above.\n",
    );
  });

  it.each([
    [["--all", "x"], "--all can't be combined with GUIDs or --feed. Pass one of them.\n"],
    [["--feed", "f", "x"], "GUIDs and --feed can't be combined. Pass one or the other.\n"],
    [[], 'No episodes are given. Pass their GUIDs, "-" for GUIDs on the standard input, or --feed.\n'],
  ])("refuses %j", async (args, stderr) => {
    expect(await run("export", ...args)).toEqual({ code: 1, stdout: "", stderr });
  });
});

describe("charts -- import, of what is known of a chart", () => {
  const table = useTable();
  const CHART = { guid: "g", duration: 4, data: [{ time: 0, percentage: 100 }] };
  const COUNTS = { listeners: 4, counts: [4, 3, 1] };
  const SOURCE = "must be a string of 1 to 40 characters of a-z, 0-9 and -";

  async function importRecord(...args: (string | object)[]): Promise<Outcome> {
    const record = args.find((arg) => typeof arg === "object");
    const options = args.filter((arg) => typeof arg === "string");
    const file = save("record.json", JSON.stringify({ ...CHART, ...record }));
    return runCommand("charts", ["import", ...options, file], { env: table.env });
  }

  // tests/import/values/member-values.test.ts has all that is refused as a value.
  it.each([
    [{ source: { toString: 1 } }, `source ${SOURCE}, not {"toString":1}.`],
    [{ updatedAt: 7 }, "updatedAt must be a time such as 2026-11-22T00:00:00.000Z, not 7."],
    [{ listeners: 1.5 }, "listeners must be a whole number of 0 or more, not 1.5."],
    [{ ...COUNTS, counts: "4,3" }, 'counts must be an array of the listeners of each second, not "4,3".'],
    [{ ...COUNTS, listeners: 3 }, "listeners must be at least 4, the highest of counts before the end, not 3."],
    [{ counts: [1] }, "listeners is missing. It must be at least 1, the highest of counts before the end."],
    [{ ...COUNTS, drawnListeners: 5 }, "drawnListeners must be at most 4, the listeners, not 5."],
    [
      { ...COUNTS, countedUntil: "zzz" },
      'countedUntil must be the end of a window that is over, such as 2026-11-22T00:00:00Z, not "zzz".',
    ],
    [
      { countedUntil: "2026-01-01T00:00:00Z" },
      "counts is missing. It must be there with drawnListeners or countedUntil, which are of no use without it.",
    ],
    [{ ...COUNTS, data: undefined }, "data is missing. It must be an array of points."],
    [{ feeds: [""] }, 'feeds must be an array of 1 to 100 strings, not [""].'],
    [{ shown: "You Tube" }, `shown ${SOURCE}, not "You Tube".`],
    [{ episodeDuration: "9" }, 'episodeDuration must be a number of seconds of at most 9007199254740991, not "9".'],
    [{ ...COUNTS, source: "youtube" }, "source must be own, sessions or collector for a curve that has counts, not "],
  ])("refuses %j", async (record, message) => {
    const stderr = expect.stringContaining(`record.json:1: ${message}`);
    expect(await importRecord(record)).toMatchObject({ code: 1, stderr });
  });

  it("refuses a member that a record has twice", async () => {
    const record = JSON.stringify({ ...CHART, ...COUNTS });
    const file = save("twice.json", record.replace('"counts":', '"counts":[1],"counts":'));
    const outcome = await runCommand("charts", ["import", file], { env: table.env });
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('It has the member "counts" twice.') });
  });

  it("replaces sessions whose duration was corrected", async () => {
    const corrected = { ...COUNTS, drawnListeners: 4, source: "sessions" };
    const written = { code: 0, stdout: summary("1 chart written, 0 refused") };
    expect(await importRecord("--replace", corrected)).toMatchObject(written);
    expect(await table.readAll()).toMatchObject([{ guid: "g", listeners: 4, drawnListeners: 4 }]);
    await table.remove("g");
  });

  it("leaves out charts of which fewer listeners are known than --min-listeners", async () => {
    const few = { code: 0, stdout: summary("0 charts written, 0 refused, 1 left out with too few listeners") };
    expect(await importRecord("--min-listeners", "10", { listeners: 9 })).toMatchObject(few);
    const lately = { ...COUNTS, listeners: 12, drawnListeners: 9, countedUntil: "2026-01-01T00:00:00Z" };
    expect(await importRecord("--min-listeners", "10", lately)).toMatchObject(few);
    expect(await table.readAll()).toEqual([]);
    const written = { code: 0, stdout: summary("1 chart written, 0 refused") };
    expect(await importRecord("--min-listeners", "10", { listeners: 10 })).toMatchObject(written);
    expect(await importRecord("--min-listeners", "10", {})).toMatchObject(written);
    const sessions = save("sessions.jsonl", composeSession("s").repeat(2));
    const options = ["import", "--duration", "4", "--min-listeners"];
    expect(await runCommand("charts", [...options, "3", sessions], { env: table.env })).toMatchObject(few);
    expect(await runCommand("charts", [...options, "2", sessions], { env: table.env })).toMatchObject(written);
    const half = await runCommand("charts", [...options, "0.5", sessions]);
    expect([half.code, half.stderr]).toEqual([1, expect.stringMatching(/It must be a whole number from 1\.\n$/)]);
  });

  it("stores where each curve is from, and its listeners where they are known", async () => {
    const files = [
      save("own.json", JSON.stringify({ ...CHART, guid: "own" })),
      save("table.csv", "guid,duration,time,listeners\ntable,4,0,40\ntable,4,2,31\n"),
      save("shares.csv", "guid,duration,time,percentage\nshares,4,0,40\n"),
      save("printed.csv", "time,percentage,guid,duration\n0,40,printed,4\n"),
      save("op3.json", '{"showUuid":"0","episodeListens":{"op3":{"minuteMaps":["11","10"]}}}'),
    ];
    await runCommand("charts", ["import", ...files], { env: table.env });
    const stored = (await table.readAll()).flatMap((item) =>
      listCurves(item).map(({ source, listeners }) => [item.guid, source, listeners]),
    );
    expect(stored).toEqual(
      expect.arrayContaining([
        ["own", "own", undefined],
        ["table", "csv", 40],
        ["shares", "csv", undefined],
        ["printed", "own", undefined],
        ["op3", "op3", 2],
      ]),
    );
  });
});
