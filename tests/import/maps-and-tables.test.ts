import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { summary, useFolder } from "../support/command.ts";
import { composeFeedOf } from "../support/feed.ts";
import { importFiles, readChart } from "../support/import.ts";

const save = useFolder();

const UTF_16 = ": It is in UTF-16. Save it as UTF-8.\n";
const CURVE = '{"samples":[2,1],"sampleRate":1000,"max":2}';

describe("charts -- import, of a map", () => {
  it.each<[string, string | Uint8Array, string]>([
    ["in Latin-1", Buffer.from("key,guid\na,caf\xe9\n", "latin1"), ": It contains invalid UTF-8. Save it as UTF-8.\n"],
    ["in UTF-16", Buffer.from("\uFEFFkey,guid\na,b\n", "utf16le"), UTF_16],
    ["in UTF-16, big-endian", Buffer.from("\uFEFFkey,guid\na,b\n", "utf16le").swap16(), UTF_16],
    ["in UTF-16 without a mark", Buffer.from("key,guid\na,b\n", "utf16le"), UTF_16],
    ["with NUL bytes", "key,guid\na,\0b\n", ": It contains NUL bytes. Save it as"],
    [
      "of JSON in Latin-1",
      Buffer.from('{"a":"caf\xe9"}', "latin1"),
      ": It contains invalid UTF-8. Save it as UTF-8.\n",
    ],
    ["of JSON with a key twice", '{"a":"1","\\u0061":"2"}', ': The key "a" occurs twice. Delete one of the two.\n'],
    ["of CSV with a key twice", "a,1\na,2\n", ':2: "a" has two GUIDs, 1 and 2. Delete one of the two lines.\n'],
  ])("refuses one %s", async (_, content, message) => {
    const map = save("map", content);
    const outcome = await importFiles("--map", map, save("a.json", CURVE));
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining(map + message) });
  });

  it.each([["CSV"], ["JSON"]])(
    "finds the name of a file, however the accents of both are composed, in %s",
    async (kind) => {
      for (const [index, form] of (["NFD", "NFC"] as const).entries()) {
        const key = "café".normalize(form === "NFC" ? "NFD" : "NFC");
        const guid = `accents ${kind} ${index}`;
        const map = save("map", kind === "CSV" ? `${key},${guid}\n` : JSON.stringify({ [key]: guid }));
        const outcome = await importFiles("--map", map, save(`${"café".normalize(form)}.json`, CURVE));
        expect(outcome).toMatchObject({ code: 0, stdout: summary("1 chart written, 0 refused") });
        expect(outcome.stderr).not.toMatch("No curve that needs");
        expect(await readChart(guid)).toBeDefined();
      }
    },
  );
});

describe("charts -- import, of a GUID that somebody typed", () => {
  const feed = composeFeedOf({ typed: undefined });
  const HINT = '"tpyed": The feed has no episode with this GUID. Check its spelling.\n';

  it("says that the feed does not have it, from --map or --guid", async () => {
    const [file, xml] = [save("a.json", CURVE), save("feed.xml", feed)];
    expect((await importFiles("--feed", xml, "--guid", "tpyed", file)).stderr).toMatch(`${file}: ${HINT}`);
    const map = save("map.csv", "a,tpyed\n");
    expect((await importFiles("--feed", xml, "--map", map, file)).stderr).toMatch(`${file}: ${HINT}`);
    expect((await importFiles("--feed", xml, "--guid", "typed", file)).stderr).not.toMatch("The feed has no");
    expect((await importFiles("--guid", "tpyed", file)).stderr).not.toMatch("The feed has no");
  });

  it("trims it in a map of JSON as in one of lines", async () => {
    const map = save("map.json", '{"a":" typed in JSON\\n"}');
    expect(await importFiles("--map", map, save("a.json", CURVE))).toMatchObject({ code: 0 });
    expect(await readChart("typed in JSON")).toBeDefined();
  });
});

describe("charts -- import, of a table", () => {
  it("trims GUIDs as it trims everything else", async () => {
    const table = save("spaces.csv", "guid, time, count\n trimmed , 0, 2\ntrimmed,1,1\n");
    const outcome = await importFiles("--duration", "2", table);
    expect(outcome).toMatchObject({ code: 0, stdout: summary("1 chart written, 0 refused") });
    expect(await readChart("trimmed")).toMatchObject({ data: { length: 2 } });
  });

  it("keeps a GUID with spaces that a chart of this service has", async () => {
    const table = save("chart.csv", "time,percentage,guid,duration\n0,100, spaces ,1\n");
    expect(await importFiles(table)).toMatchObject({ code: 0 });
    expect(await readChart(" spaces ")).toBeDefined();
  });

  it.each([
    ["time,percentage,percentage\n0,1,2\n", "percentage"],
    ["Time,time,count\n0,1,2\n", "Time"],
    ["guid,time,count,GUID\na,1,2,b\n", "guid"],
    ["guid,time,count,duration,duration\na,0,2,1,1\n", "duration"],
  ])("refuses a column that occurs twice: %j", async (table, column) => {
    const outcome = await importFiles("--duration", "9", "--guid", "x", save("twice.csv", table));
    expect(outcome.stdout).toEqual(summary("0 charts written, 1 refused (1 not a curve)"));
    expect(outcome.stderr).toMatch(
      `twice.csv: The table has the column "${column}" twice. Delete or rename one of them.\n`,
    );
  });

  it.each([["\t"], [";"], [","]])("reads quoted headers separated by %j", async (separator) => {
    const table = ["time,count", "0,2"].map((row) => `"${row.replace(",", `"${separator}"`)}"`);
    const args = ["--duration", "9", "--guid", "quoted", save("quoted.tsv", `\r\n${table.join("\r\n")}`)];
    expect(await importFiles(...args)).toMatchObject({ code: 0, stdout: summary("1 chart written, 0 refused") });
  });
});

describe("charts -- import, of a table that tells Excel its separator", () => {
  it.each([
    ["sep=;\r\n", ";"],
    ["SEP=,\n", ","],
    ['"sep=\t"\n', "\t"],
    ["\uFEFFsep=|\n", "|"],
  ])("reads it: %j", async (line, separator) => {
    const rows = ["time,count", "0,4", "1,1"].map((row) => row.replace(",", separator));
    const args = ["--guid", "excel", "--duration", "2"];
    const file = save("excel.csv", line + rows.join("\r\n"));
    expect(await importFiles(...args, file)).toMatchObject({ code: 0 });
    expect(await readChart("excel")).toMatchObject({ data: { 1: { time: 1, percentage: 25 } } });

    const bad = save("excel.csv", `${line}${rows.join("\n")}\n2${separator}x\n`);
    expect((await importFiles(...args, bad)).stderr).toMatch(/excel\.csv:5: count must be/);
  });

  it("reads it in a map, too", async () => {
    const map = save("map.csv", "sep=;\nkey;guid\na;excel map\n");
    expect(await importFiles("--map", map, save("a.json", CURVE))).toMatchObject({ code: 0 });
    expect(await readChart("excel map")).toBeDefined();
  });
});

describe("charts -- import, of files that it refuses", () => {
  it.each([
    ["no data", '{"samples":[0,0],"max":0}'],
    ["a bad value", '{"samples":[1,-1],"max":0}'],
    ["not JSON", '{"samples":[1,'],
    ["nothing", ""],
  ])("does not say that --guid or their key in --map is not used: %s", async (_, content) => {
    const file = save("key.json", content);
    expect((await importFiles("--duration", "2", "--guid", "g", file)).stderr).not.toMatch("--guid");
    const map = save("map.csv", "key,g\nother,x\n");
    const { stderr } = await importFiles("--duration", "2", "--map", map, file);
    expect(stderr).not.toMatch('has the key "key"');
    expect(stderr).toMatch('No curve that needs a GUID has the key "other"');
  });

  it("does not say that the key of a curve is not used if that is refused for another reason", async () => {
    const buckets = [{ bucket: 0, pct: 0 }];
    const file = save("harborfm.json", JSON.stringify({ retentionByEpisode: [{ episodeId: "zeros", buckets }] }));
    const { stderr } = await importFiles("--duration", "2", "--map", save("map.csv", "zeros,g\n"), file);
    expect(stderr).toMatch("All values");
    expect(stderr).not.toMatch("No curve");
  });

  it("says what it skips in a folder", async () => {
    const folder = join(dirname(save("x", "")), "skipping");
    mkdirSync(join(folder, "inner"), { recursive: true });
    save("skipping/.hidden.json", CURVE);
    save("skipping/.DS_Store", "");
    save("skipping/a.json", CURVE);
    const outcome = await importFiles("--guid", "in a folder", folder);
    expect(outcome).toMatchObject({ code: 0, stdout: summary("1 chart written, 0 refused") });
    expect(outcome.stderr).toMatch(
      `${folder}: 2 hidden files and 1 folder in it were skipped. Name them to read them.\n`,
    );
  });
});
