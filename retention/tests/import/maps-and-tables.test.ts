import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { composeFeedOf } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { summary } from "../support/command.ts";
import { fact } from "../support/facts.ts";
import { composeSession, importFiles, readChart } from "../support/import.ts";

const save = useFolder();

const CURVE = '{"samples":[2,1],"sampleRate":1000,"max":2}';

describe("charts -- import, of a map", () => {
  it.each([
    ["NFC", "NFD"],
    ["NFD", "NFC"],
  ])("finds the name of a file with accents, composed in %s, by a key in %s", async (ofFile, ofKey) => {
    const guid = `accents in ${ofFile}`;
    const map = save("map", `${"café".normalize(ofKey)},${guid}\n`);
    const outcome = await importFiles("--map", map, save(`${"café".normalize(ofFile)}.json`, CURVE));
    expect(outcome).toMatchObject({ code: 0, stdout: summary("1 chart written, 0 refused") });
    expect(outcome.stderr).not.toMatch("No curve that needs");
    expect(await readChart(guid)).toBeDefined();
  });

  it.each([",", ";", "\t"])("reads one that a spreadsheet has padded to its widest row, with %j", async (separator) => {
    const rows = [
      ["key", "guid"],
      ["# a.json", " name of the file"],
      ["a", `padded by ${separator.charCodeAt(0)}`],
      ["# 1  Salt", " rope", " tar"],
    ];
    const lines = rows.map((cells) =>
      [...cells, "", ""]
        .slice(0, 4)
        .map((cell) => (cell[0] === "#" ? `"${cell}"` : cell))
        .join(separator),
    );
    const map = save("map.csv", `\uFEFF${lines.join("\r\n")}\r\n`);
    expect(await importFiles("--map", map, save("a.json", CURVE))).toMatchObject({ code: 0 });
    expect(await readChart(`padded by ${separator.charCodeAt(0)}`)).toBeDefined();
  });
});

it("an import says of a GUID that somebody typed that the feed does not have it", async () => {
  const [file, feed] = [save("a.json", CURVE), save("feed.xml", composeFeedOf({ typed: undefined }))];
  const unknown = fact("unknown-guid", "", { of: expect.objectContaining({ guid: "tpyed" }) });
  expect((await importFiles("--feed", feed, "--guid", "tpyed", file)).hints).toEqual([unknown]);
  expect((await importFiles("--feed", feed, "--guid", "typed", file)).hints).toEqual([]);
  expect((await importFiles("--guid", "tpyed", file)).hints).toEqual([]);
});

it("an import names the first GUIDs of a table that the feed does not have", async () => {
  const feed = save("feed.xml", composeFeedOf({ "0042": 1, "2026-03-01": 1, same: 1 }));
  const table = (...guids: string[]) =>
    save("table.csv", ["guid,duration,time,count", ...guids.map((guid) => `${guid},1,0,9`), ""].join("\n"));
  const changed = await importFiles("--dry-run", "--feed", feed, table("same", "42", "01/03/2026", "1E+10", "TRUE"));
  expect(changed).toMatchObject({ code: 0, stdout: summary("5 charts would be written, 0 refused") });
  expect(changed.hints).toEqual([fact("guids-not-in-feed", '"42", "01/03/2026", "1E+10", and 1 more')]);
  expect((await importFiles("--dry-run", "--feed", feed, table("0042", "same"))).hints).toEqual([]);
  expect((await importFiles("--dry-run", table("42"))).hints).toEqual([]);
});

it("an import says so if --duration was not used, because the feed has others", async () => {
  const feed = save("feed.xml", composeFeedOf({ a: 2_400, b: 2_400, none: undefined }));
  const table = (guid: string) => save(`${guid}.csv`, `guid,time,count\n${guid},0,9\n${guid},2300,9\n`);
  const said = async (duration: string, ...files: string[]) =>
    (await importFiles("--dry-run", "--missing", "zero", "--feed", feed, "--duration", duration, ...files)).stderr;
  const unused = '--duration was not used: the feed has 2400 s for "a".\n';
  expect(await said("50:00", table("a"), table("b"))).toContain(unused);
  expect(await said("50:00", save("a.jsonl", composeSession("a")))).toContain(unused);
  expect(
    await said("50:00", save("a.json", JSON.stringify({ ...JSON.parse(CURVE), seconds: 2_400 })), "--guid", "a"),
  ).toContain(unused);
  expect(await said("41:00", table("a"))).not.toContain("--duration");
  expect(await said("50:00", table("a"), table("none"))).not.toContain("--duration");
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
});

describe("charts -- import, of files that it refuses", () => {
  it.each([
    ["no data", '{"samples":[0,0],"max":0}'],
    ["a bad value", '{"samples":[1,-1],"max":0}'],
    ["not JSON", '{"samples":[1,'],
    ["nothing", ""],
  ])("does not say that --guid or their key in --map is not used: %s", async (_, content) => {
    const file = save("key.json", content);
    expect((await importFiles("--duration", "2", "--guid", "g", file)).hints).toEqual([]);
    const map = save("map.csv", "key,g\nother,x\n");
    const { hints } = await importFiles("--duration", "2", "--map", map, file);
    expect(hints).toEqual([fact("unused-keys", "", { keys: 1, key: '"other"' })]);
  });

  it("does not say that the key of a curve is not used if that is refused for another reason", async () => {
    const buckets = [{ bucket: 0, pct: 0 }];
    const file = save("harborfm.json", JSON.stringify({ retentionByEpisode: [{ episodeId: "zeros", buckets }] }));
    const outcome = await importFiles("--duration", "2", "--map", save("map.csv", "zeros,g\n"), file);
    expect(outcome).toMatchObject({ refusals: [fact("no-data")], hints: [] });
  });

  it("says what it skips in a folder: not only pipes, for which it would wait for ever, but also links to them", async () => {
    const folder = join(dirname(save("x", "")), "skipping");
    mkdirSync(join(folder, "inner"), { recursive: true });
    execFileSync("mkfifo", [join(folder, "pipe")]);
    for (const target of ["inner", "pipe"]) symlinkSync(target, join(folder, `link to ${target}`));
    save("skipping/inner/b.json", CURVE);
    save("skipping/.hidden.json", CURVE);
    save("skipping/.DS_Store", "");
    save("skipping/a.json", CURVE);
    const outcome = await importFiles("--guid", "in a folder", folder);
    expect(outcome).toMatchObject({ code: 0, stdout: summary("1 chart written, 0 refused") });
    expect(outcome.stderr).toMatch(
      `${folder}: 2 hidden files, 2 folders, and 2 pipes or devices in it were skipped. Name them to read them.\n`,
    );
  });
});
