import { mkdtempSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { parseUrl } from "../../../operate/shell/service.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { SpoolOnDisk } from "../../sources/base/spool-on-disk.ts";
import { CsvRows } from "../../sources/formats/csv.ts";
import { parseColumns } from "../../sources/formats/csv-table.ts";
import { parseAmount } from "../../sources/formats/fields.ts";
import { SeenSessions } from "../../sources/sessions/seen.ts";
import { SessionCounts } from "../../sources/sessions/session-counts.ts";
import { runScript, summary } from "../support/command.ts";
import { fact } from "../support/facts.ts";
import { createHar, toSpotifyUrl } from "../support/har.ts";
import { importFiles } from "../support/import.ts";
import { onlyCurve, parse } from "./formats.ts";

const save = useFolder();

const MB = 1_048_576;

/** Imports in a process of its own, and measures its greatest memory. */
async function measure(...args: string[]) {
  const report = save(
    "report.mjs",
    `process.on("exit", () => {
      console.error("peak", process.resourceUsage().maxRSS, "KB");
    });`,
  );
  const outcome = await runScript("charts", ["import", ...args], { env: { NODE_OPTIONS: `--import ${report}` } });
  const [, peak] = /peak (\d+) KB/.exec(outcome.stderr) ?? [];
  return { ...outcome, peak: Number(peak) * 1_024 };
}

/** Measures the memory that is in use, without garbage. */
async function measureMemory(): Promise<number> {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  // Buffers are freed in another thread.
  await setTimeout(500);
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe("charts -- import", () => {
  it("refuses a curve of more than a million points", () => {
    const samples = Array<number>(1_000_000).fill(1);
    expect(onlyCurve(parse({ samples, max: 1 })).points).toHaveLength(1_000_000);
    samples.push(1);
    const refusals = [
      parse({ samples, max: 1 }),
      parse({ showUuid: "s", episodeListens: { g: { minuteMaps: ["1".repeat(1_000_001)] } } }),
    ].flatMap((parsed) => parsed.refusals);
    const rows = new CsvRows(parseColumns(["time", "count"]), (refusal) => refusals.push(refusal));
    for (const second of samples.keys()) rows.add([`${second}`, "1"], second + 2);
    expect(refusals).toEqual([
      fact("not-a-curve", /^samples .* 1000000 entries, not 1000001/),
      fact("not-a-curve", 'episodeListens["g"].minuteMaps[0] must be a string of 0 and 1'),
      fact("no-data"),
      fact("too-many-points", "1000000", { line: 1_000_002 }),
    ]);
  });

  it.each([
    ["many objects", `{"x":[${"{},".repeat(7_000_000)}{}]}`],
    ["many objects with a name of Spotify's in them", `{"data":[${'{"samples":{}},'.repeat(1_000_000)}{}]}`],
  ])("refuses a large JSON of something else in bounded memory: %s", async (_, content) => {
    const { stderr, peak } = await measure("--dry-run", save("large.json", content));
    expect(stderr).toMatch("It is a JSON object of an unknown format");
    expect(peak).toBeLessThan(400 * MB);
  });

  it("refuses Spotify's answer with more objects than it searches, instead of ignoring some of its episodes", async () => {
    const performance = { analyticsValue: { analyticsValue: { points: [{ second: 0, sampleCount: 1 }] } } };
    const episode = { episodePerformanceTotalAllTime: performance };
    const items = Array.from({ length: 20_000 }, (_, index) => ({ uri: `${index}`, ...episode }));
    const { refusals } = await importFiles("--dry-run", save("many.json", JSON.stringify({ data: { items } })));
    expect(refusals).toEqual([fact("too-many-objects", "10000")]);
  });

  it("refuses a record of 50 MB, and writes those around it", async () => {
    const [one, long, other] = ["one", "x".repeat(50_000_000), "other"].map((guid) =>
      JSON.stringify({ guid, duration: 1, data: [{ time: 1, percentage: 100 }] }),
    );
    for (const text of [`${one}\n${long}\n${other}\n`, `[${one},\n${long},\n${other}]`]) {
      const outcome = await importFiles(save("long.json", text));
      expect(outcome).toMatchObject({ code: 1, stdout: summary("2 charts written, 1 refused (1 too long)") });
      expect(outcome.refusals).toEqual([fact("too-long", "16 MB", { line: 2 })]);
    }
  });

  it("counts sessions of 20,000 episodes of an hour in the memory of what was heard", async () => {
    const counts = new SessionCounts({ durations: { fallback: 3_600 }, interval: 1 });
    const before = await measureMemory();
    for (let index = 0; index < 20_000; index++)
      counts.add({ id: "s", guid: `episode ${index}`, events: [{ time: 9, event: "play" }] }, { file: "f", line: 1 });
    expect((await measureMemory()) - before).toBeLessThan(40 * MB);
    expect([...counts.episodes.values()].at(-1)?.computeCounts().subarray(8)).toEqual(Uint32Array.of(0, 1));
  });

  it("imports a table of 25,000 episodes in bounded memory", async () => {
    const rows = Array.from({ length: 25_000 }, (_, index) => `ep-${index},0,1,1\n`).join("");
    const outcome = await measure("--dry-run", save("episodes.csv", `guid,time,count,duration\n${rows}`));
    expect(outcome.stdout).toEqual(summary("25,000 charts would be written, 0 refused"));
    expect(outcome.peak).toBeLessThan(400 * MB);
  });

  it("reads a HAR file of 200 MB in bounded memory", async () => {
    const id = (index: number) => `${index}`.padStart(22, "0");
    const content = { samples: [2, 1], max: 2 };
    const curves = Array.from({ length: 100 }, (_, index) => ({ url: toSpotifyUrl(id(index)), content }));
    const picture = { url: "https://dashboard.example/p", content: "A".repeat(2 * MB), mimeType: "image/png" };
    const [log = "", rest = ""] = createHar(...curves).split(/(?<=\])(?=,"comment":"[^"]*"\}\}$)/);
    const entry = JSON.stringify(JSON.parse(createHar({ ...picture, encoding: "base64" })).log.entries[0]);
    const file = save("large.har", `${log.slice(0, -1)}${`,${entry}`.repeat(100)}]${rest}`);
    const { stderr, peak } = await measure("--dry-run", file);
    expect(stderr).toMatch(`${file}: 100 curves, 100 other answers\n`);
    expect(peak).toBeLessThan(300 * MB);
  });

  it("remembers a session in at most 100 bytes", async () => {
    const seen = new SeenSessions();
    const before = await measureMemory();
    const look = (index: number) =>
      seen.look({ id: `${index}`, guid: "g", events: [{ time: index, event: "play" }] }, { file: "f", line: index });
    for (let index = 1; index <= 200_000; index++) look(index);
    expect((await measureMemory()) - before).toBeLessThan(200_000 * 100);
    for (let index = 1; index <= 200_000; index += 1_000) expect(look(index)).toBe("same");
    expect(seen.look({ id: "7", guid: "g", events: [] }, { file: "g", line: 1 })).toEqual({
      differsFrom: { file: "f", line: 7 },
    });
  });

  it.each([0, 1_000, 1_000_000])(
    "keeps charts in order until they are read, beyond %d bytes in a file",
    async (memory) => {
      const spool = new SpoolOnDisk(memory);
      const entries = Array.from({ length: 300 }, (_, index) => ({
        json: JSON.stringify({ index, text: "é".repeat(index) }),
        bytes: Buffer.alloc(index * 10, index),
      }));
      const temporary = mkdtempSync(join(dirname(save("folder", "")), "temporary-"));
      vi.stubEnv("TMPDIR", temporary);
      for (const entry of entries) await spool.add(entry);
      expect(readdirSync(temporary)).toEqual([]);
      const read: object[] = [];
      for await (const entry of spool.read()) read.push(entry);
      expect(read).toEqual(entries);
      await spool.close();
      expect((await spool.read().next()).done).toBe(true);
    },
  );

  it("says what to do if the temporary file can't be written", async () => {
    vi.stubEnv("TMPDIR", "/no/such/folder");
    const { SpoolOnDisk: Spool } = await import("../../sources/base/spool-on-disk.ts");
    const [full, { add }] = [new Spool(0), Spool.prototype];
    using _ = vi.spyOn(Spool.prototype, "add").mockImplementation((entry) => add.call(full, entry));
    const chart = save("chart.json", '{"guid":"g","duration":9,"data":[{"time":0,"percentage":100}]}');
    const { code, stderr } = await importFiles(chart);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /\nCan't write to the folder for temporary files, \/no\/such\/folder \(.*\)\. Make room there, or set TMPDIR to/,
    );
  });

  // Work that grows with the square of the length would take hours, here and below.
  it("refuses long texts that are almost numbers at once", () => {
    expect(() => parseAmount(`${"1".repeat(5_000_000)}x`, "count")).toThrow("count must be a number of 0 or more, not");
  });

  it("takes a URL with very many slashes at once", () => {
    const slashes = "/".repeat(2_000_000);
    expect(parseUrl(`http://localhost:1/x${slashes}`)).toBe("http://localhost:1/x");
    expect(parseUrl(`http://localhost:1/${slashes}x`)).toBe(`http://localhost:1/${slashes}x`);
  });
});
