import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { packCounts } from "../../lib/episode/counts.ts";
import { packChart } from "../../lib/episode/packed-chart.ts";
import { runCommand, useFolder } from "../support/command.ts";
import { useTable } from "../support/tables.ts";

const save = useFolder();
const table = useTable();
const run = (...args: string[]) => runCommand("charts", args, { env: table.env });

function pack(guid: string, percentage = 100) {
  const { chart, ...item } = packChart({ guid, duration: 4, data: [{ time: 0, percentage }] }, new Date(0));
  return { ...item, chart: Uint8Array.from(chart) };
}

const COUNTED = {
  counts: Uint8Array.from(packCounts(Uint32Array.of(4))),
  listeners: 4,
  drawnListeners: 4,
  source: "collector",
};

const NONE = ", 0 restated, 0 missing, 0 older, 0 different\n";

let file: string;

beforeEach(async () => {
  for (const { guid } of await table.readAll()) await table.remove(String(guid));
  await table.put({ ...pack("collected"), ...COUNTED, countedUntil: "2026-01-01T00:00:00Z" });
  await table.put({
    ...pack("own"),
    "curve:youtube": pack("own", 102),
    shown: "youtube",
    sources: new Set(["youtube"]),
  });
  await table.put({ guid: "registered", duration: 9, feeds: new Set(["https://example.com/feed"]) });
  file = save("export.jsonl", (await run("export", "--all")).stdout);
});

describe("charts -- verify", () => {
  it("says that the table has what was exported", async () => {
    expect(await run("verify", file)).toEqual({
      code: 0,
      stdout: "4 equal, 0 restated, 0 missing, 0 older, 0 different\n",
      stderr: "",
    });
  });

  it("tells what is missing, what is older than the table, and what is different", async () => {
    await table.put({ ...pack("collected"), ...COUNTED, listeners: 5, countedUntil: "2026-01-02T00:00:00Z" });
    await table.put(pack("own", 50));
    const { code, stdout, stderr } = await run("verify", file);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "1 equal, 0 restated, 1 missing, 1 older, 1 different\n" });
    expect(stderr).toMatch(/export\.jsonl:\d: older: collected, collector\n/);
    expect(stderr).toMatch(/export\.jsonl:\d: different: own, own\n/);
    expect(stderr).toMatch(/export\.jsonl:\d: missing: own, youtube\n/);
  });

  it("misses an episode that is gone, and one that is registered no longer without a curve", async () => {
    await table.remove("collected");
    await table.put({ ...pack("registered") });
    expect((await run("verify", file)).stdout).toBe("2 equal, 0 restated, 2 missing, 0 older, 0 different\n");
  });

  it("tells no difference of curves that are the same: imported again, without a source, in the form of an older version", async () => {
    const again = pack("own");
    await table.put({
      ...again,
      updatedAt: "2026-01-01T00:00:00.000Z",
      source: "own",
      "curve:youtube": pack("own", 102),
      sources: new Set(["youtube"]),
    });
    expect(await run("verify", file)).toMatchObject({ code: 0, stdout: `4 equal${NONE}` });
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    const older = lines.map((line) => {
      const { version, updatedAt, shown, feeds, ...rest } = JSON.parse(line);
      expect(version).toBe(1);
      const { source, ...own } = rest;
      return source === "own" ? own : rest;
    });
    const toFile = (all: object[]) => save("older.jsonl", all.map((line) => `${JSON.stringify(line)}\n`).join(""));
    expect(await run("verify", toFile(older))).toMatchObject({ code: 0, stdout: `4 equal${NONE}` });
    const named = older.map((line) => ({ source: "Radio App", ...line }));
    expect(await run("verify", toFile(named))).toMatchObject({ code: 0, stdout: `4 equal${NONE}` });
  });

  it("does not fail for what has changed of the episode alone", async () => {
    await table.put({ guid: "registered", duration: 10, feeds: new Set(["https://example.com/other"]) });
    await table.put({
      ...pack("own"),
      duration: 7,
      "curve:youtube": pack("own", 102),
      "curve:apple": pack("own"),
      shown: "apple",
    });
    expect(await run("verify", file)).toEqual({
      code: 0,
      stdout: "1 equal, 3 restated, 0 missing, 0 older, 0 different\n",
      stderr: "",
    });
  });

  it("names at most a hundred lines", async () => {
    const lines = Array.from({ length: 102 }, (_, index) => `{"guid":"gone ${index}","duration":1}\n`).join("");
    const { stdout, stderr } = await run("verify", save("many.jsonl", lines));
    expect(stdout).toBe("0 equal, 0 restated, 102 missing, 0 older, 0 different\n");
    expect(stderr.match(/: missing: gone \d+\b/g)).toHaveLength(100);
    expect(stderr).toMatch(/… and 2 more\n$/);
  });

  it.each([
    ["7\n", /bad\.jsonl: .*neither JSON nor JSON Lines/],
    ['{"guid":"a"}\n{"gu', /bad\.jsonl:2: The last line is not a whole record/],
    ['{"guid":"a"}\n{a}\n', /bad\.jsonl:2: It can't be parsed as JSON/],
  ])("refuses %j", async (content, message) => {
    const { code, stderr } = await run("verify", save("bad.jsonl", content));
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
  });
});

describe("charts -- export", () => {
  const records = async (...args: string[]) =>
    (await run("export", "--all", ...args)).stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));

  const LINE = { version: 1, updatedAt: new Date(0).toISOString() };

  it("prints a line a curve, with what is known of the episode, and one without points for an episode without a curve", async () => {
    expect(await records()).toEqual(
      expect.arrayContaining([
        { ...LINE, guid: "own", duration: 4, source: "own", data: [{ time: 0, percentage: 100 }] },
        {
          ...LINE,
          guid: "own",
          duration: 4,
          source: "youtube",
          shown: "youtube",
          data: [{ time: 0, percentage: 102 }],
        },
        { version: 1, guid: "registered", duration: 9, feeds: ["https://example.com/feed"] },
      ]),
    );
  });

  it("is taken back with feeds, and with a duration of the episode that is not the drawing's", async () => {
    await table.put({ ...pack("own"), duration: 7 });
    const { stdout } = await run("export", "own", "registered");
    expect(stdout).toMatch('{"version":1,"guid":"own","duration":4,"episodeDuration":7,');
    for (const guid of ["own", "registered"]) await table.remove(guid);
    const imported = await run("import", save("two.jsonl", stdout));
    expect(imported.stdout).toBe("1 chart written (1 own): 1 new, 1 episode without a chart, 0 refused\n");
    expect((await run("export", "own", "registered")).stdout).toBe(stdout);
    const found = (await table.readAll()).find(({ guid }) => guid === "registered");
    expect(found).toEqual({ guid: "registered", duration: 9, feeds: new Set(["https://example.com/feed"]) });
  });

  it("leaves out counts, and what is not drawn, with --curves", async () => {
    await table.put({ guid: "not drawn", duration: 4, ...COUNTED, drawnListeners: 0 });
    await table.put({ ...pack("collected"), ...COUNTED, drawnListeners: 3, countedUntil: "2026-01-01T00:00:00Z" });
    const lines = await records("--curves");
    expect(lines.map(({ guid }) => guid).sort()).toEqual(["collected", "own", "own"]);
    expect(lines.find(({ guid }) => guid === "collected")).toEqual({
      ...LINE,
      guid: "collected",
      duration: 4,
      source: "collector",
      listeners: 3,
      data: [{ time: 0, percentage: 100 }],
    });
  });

  it("names an item without a duration", async () => {
    await table.put({ guid: "without", feeds: new Set(["x"]) });
    expect(await run("export", "without")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The chart item of "without" is malformed: duration is not a number of seconds\./),
    });
  });

  it.each([
    ['"feeds":[]', "feeds must be an array of 1 to 100 strings, not []."],
    ['"feeds":[7]', "feeds must be an array of 1 to 100 strings, not [7]."],
    ['"feeds":[""]', 'feeds must be an array of 1 to 100 strings, not [""].'],
    ['"shown":"You Tube"', 'shown must be a string of 1 to 40 characters of a-z, 0-9 and -, not "You Tube".'],
    ['"episodeDuration":"9"', 'episodeDuration must be a number of seconds of at most 9007199254740991, not "9".'],
    [
      '"source":"youtube","listeners":1,"counts":[1]',
      'source must be own, sessions or collector for a curve that has counts, not "youtube".',
    ],
  ])("is not taken back with %s", async (members, message) => {
    const record = `{"guid":"bad","duration":4,${members},"data":[{"time":0,"percentage":1}]}`;
    const { code, stderr } = await run("import", save("bad.jsonl", record));
    expect(code).toBe(1);
    expect(stderr).toContain(`bad.jsonl:1: ${message}`);
  });
});
