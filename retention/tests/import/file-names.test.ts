import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { readChartItem } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";
import { importFiles } from "../support/import.ts";

const save = useFolder();

const ID = "4rOoJ6Egrf8K2IrywzwOMk";

/** Composes an answer of Spotify with so many listeners at its beginning. */
const compose = (listeners: number) => ({ samples: [listeners, 1], sampleRate: 1_000, max: listeners, seconds: 2 });

/** Saves answers by their names in a folder of their own, and returns it. */
function saveFolder(answers: Readonly<Record<string, object>>): string {
  const folder = join(dirname(save("beside.txt", "")), crypto.randomUUID());
  mkdirSync(folder);
  for (const [name, answer] of Object.entries(answers)) {
    const json = JSON.stringify(answer);
    writeFileSync(join(folder, name), name.endsWith(".gz") ? gzipSync(json) : json);
  }
  return folder;
}

async function printKeys(folder: string): Promise<string[]> {
  const { stdout } = await runCommand("charts", ["map", folder]);
  return stdout.split("\n").flatMap((line) => (line.startsWith("#") || !line.endsWith(",") ? [] : line.slice(0, -1)));
}

describe("the name of a file", () => {
  it.each([
    [ID, `${ID}-2026-11-02 13:48:19.406718.json`],
    [ID, `${ID}-2026-11-02 13:48:19.json.gz`],
    [ID, `${ID}-2026-11-02T13:48:19Z.json`],
    [ID, `${ID}-2026-11-02 13_48_19.406718.json`],
    [ID, `${ID}_2026-11-02_134819.json`],
    [ID, `${ID}-2026-11-02.json`],
    ["1000700000001", "1000700000001-2026-11-02.json"],
    ["dQw4w9-gXcQ", "dQw4w9-gXcQ-2026-11-02 06:00:01.json"],
    ["Morning news-2026-11-02", "Morning news-2026-11-02.json"],
    ["Morning news-2026-11-02 06:00:00", "Morning news-2026-11-02 06:00:00.json"],
    ["news-2026-11-02", "news-2026-11-02.json"],
    ["Harbour_2026-09-02_18-30-00", "Harbour_2026-09-02_18-30-00.json"],
    ["YouTubeData-2026-11-02 06:00:01", "YouTubeData-2026-11-02 06:00:01.json"],
    ["Lighthouses-2026-09-02 18:30:00", "Lighthouses-2026-09-02 18:30:00.json"],
    ["2026-11-02 06:00:00", "2026-11-02 06:00:00.json"],
  ])("has the key %s: %s", async (key, name) => {
    expect(await printKeys(saveFolder({ [name]: compose(9) }))).toEqual([key]);
  });

  it("has one key for all days of an episode, of which the newest counts, whatever their order", async () => {
    const folder = saveFolder({
      [`${ID}-2026-11-03 13:48:20.000718.json`]: compose(30),
      [`${ID}-2026-11-02 13:48:19.406718.json`]: compose(20),
      [`${ID}-2026-11-03 09:00:00.json`]: compose(25),
      [`${ID}-2026-10-31.json`]: compose(10),
      "5rOoJ6Egrf8K2IrywzwOMk-2026-11-02 13:49:19.406718.json": compose(7),
    });
    expect(await printKeys(folder)).toEqual([ID, "5rOoJ6Egrf8K2IrywzwOMk"]);
    const map = save("map.csv", `${ID},newest\n5rOoJ6Egrf8K2IrywzwOMk,other\n`);
    const outcome = await importFiles("--map", map, folder);
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringMatching(/^2 charts written/) });
    expect(outcome.stderr.match(/1 curve left out: another file has a fuller or later one\./g)).toHaveLength(3);
    expect(outcome.stderr).not.toMatch(/--map/);
    expect(await readChartItem("newest")).toMatchObject({
      "curve:spotify": { listeners: 30, updatedAt: "2026-11-03T13:48:20.000Z" },
    });
  });

  it("still is a key as a whole", async () => {
    const name = `${ID}-2026-11-02 13:48:19.406718`;
    const map = save("map.csv", `key,guid\n${name},whole name\n`);
    expect(await importFiles("--map", map, saveFolder({ [`${name}.json`]: compose(5) }))).toMatchObject({ code: 0 });
    expect(await readChartItem("whole name")).toBeDefined();
  });

  it.each([
    ["a day in the future", `${ID}-2999-01-01 00:00:00.json`],
    ["no day of the calendar", `${ID}-2026-13-45 00:00:00.json`],
    ["no day", `${ID}.json`],
  ])("says nothing of which is newer if it has %s: both are refused", async (_, name) => {
    const folder = saveFolder({ [name]: compose(2), [`${ID}-2026-11-02.json`]: compose(3) });
    const outcome = await importFiles("--dry-run", "--map", save("map.csv", `${ID},undated\n`), folder);
    expect(outcome.stdout).toMatch(/^0 charts would be written, 2 refused \(2 found twice\)/);
  });
});

describe("the envelope of Open Podcast", () => {
  const wrap = (listeners: number, retrieved: unknown) => {
    const meta = { episode: ID, endpoint: "performance" };
    return { provider: "spotify", version: 1, retrieved, meta, data: compose(listeners) };
  };

  it.each([
    ["as Python prints it", "2026-11-02T13:48:19.406718", "2026-11-03T13:48:19.406718"],
    ["in other zones", "2026-11-03T00:30:00+02:00", "2026-11-02T23:00:00Z"],
  ])("says when it was saved, and the newest counts: %s", async (_, earlier, later) => {
    const folder = saveFolder({ "b.json": wrap(8, earlier), "a.json": wrap(9, later) });
    const outcome = await importFiles("--map", save("map.csv", `${ID},enveloped\n`), folder);
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 chart written/) });
    expect(await readChartItem("enveloped")).toMatchObject({ "curve:spotify": { listeners: 9 } });
  });

  it("leaves two of unknown days refused", async () => {
    const folder = saveFolder({ "a.json": wrap(8, "yesterday"), "b.json": wrap(9, 7) });
    const outcome = await importFiles("--dry-run", "--map", save("map.csv", `${ID},undated\n`), folder);
    expect(outcome.stdout).toMatch(/2 refused \(2 found twice\)/);
  });
});
