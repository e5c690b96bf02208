import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { composeFeedOf } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import type { Code } from "../../sources/base/codes.ts";
import { runScript, summary } from "../support/command.ts";
import { fact } from "../support/facts.ts";
import { composeSession, importFiles, readChart } from "../support/import.ts";

const save = useFolder();

function sample(name: string): string {
  return readFileSync(new URL(`formats/${name}`, import.meta.url), "utf8");
}

/** A table of three listeners, two of whom stay for the second half. */
function table(guid: string): string {
  return `guid,position,listeners\n${guid},0,3\n${guid},50,2\n`;
}

/** A chart with a point at the beginning of each step. */
function chartOf(guid: string, duration: number, step: number, ...percentages: readonly number[]) {
  return { guid, duration, data: percentages.map((percentage, index) => ({ time: index * step, percentage })) };
}

function toChartLine(guid: string): string {
  return `${JSON.stringify(chartOf(guid, 4, 2, 100, 50))}\n`;
}

describe("charts -- import, of documents", () => {
  it("imports all formats at once, with GUIDs and durations from file, feed, map and options", async () => {
    const files = [
      save("charts.jsonl", toChartLine("mix chart")),
      save("sessions.json", `[${composeSession("mix session")}]`),
      save("table.csv.gz", gzipSync(table("mix table"))),
      save("dQw4w9WgXcQ.json", sample("youtube.json")),
      save("harborfm.json", sample("harborfm.json")),
      save("op3.json", sample("op3.json").replace("urn:example:ep-7", "mix op3")),
      save("apple.json", sample("apple.json").replace("urn:example:ep-7", "mix apple")),
      save("4rOoJ6Egrf8K2IrywzwOMk.json", sample("spotify.json")),
      save("graphql.json", sample("spotify-graphql.json").replaceAll("4rOoJ6Egrf8K2IrywzwOMk", "byUri")),
      save("anchor.json", sample("spotify-anchor.json")),
    ];
    const map = save(
      "map.csv",
      "key,guid\ndQw4w9WgXcQ,mix youtube\n4rOoJ6Egrf8K2IrywzwOMk,mix rest\nbyUri,mix graphql\n123,mix anchor\nno\u009b,x\n",
    );
    const durations = { "mix:episode:Ab3_xYz": 1_000, "mix apple": 46, "mix rest": 60, "mix op3": 360 };
    const feed = save("feed.xml", composeFeedOf({ ...durations, "mix session": 120 }));
    const outcome = await importFiles("--map", map, "--feed", feed, "--duration", "2:00", "--same-duration", ...files);
    expect(outcome).toMatchObject({ code: 0, stdout: summary("10 charts written, 0 refused") });
    const unknown = (guid: string) => fact("unknown-guid", "", { of: expect.objectContaining({ guid }) });
    expect(outcome.hints).toEqual([
      fact("other-duration", " 6 s", { known: 60, isOfFeed: true }),
      unknown("mix graphql"),
      unknown("mix anchor"),
      // A video waits for its length.
      unknown("mix youtube"),
      fact("unknown-interval", '"mix session"'),
      fact("guids-not-in-feed", '"mix table"'),
      fact("unused-keys", "", { keys: 1, key: '"no\u009b"' }),
    ]);
    const charts = [
      chartOf("mix chart", 4, 2, 100, 50),
      chartOf("mix session", 120, 1, 100, ...Array<number>(119).fill(0)),
      chartOf("mix table", 120, 60, 100, 66.67),
      chartOf("mix youtube", 120, 1.2, 106.2, 91.4),
      chartOf("mix:episode:Ab3_xYz", 120, 12, 100, 77.5),
      chartOf("mix op3", 360, 60, 100, 100, 50, 50, 50, 0),
      chartOf("mix apple", 45, 15, 100, 88.89, 66.67),
      chartOf("mix rest", 6, 1, 92.31, 100, 100, 84.62, 69.23, 69.23),
      chartOf("mix graphql", 120, 4, 100, 93.08),
      chartOf("mix anchor", 120, 1, 100, 100),
    ];
    expect(await Promise.all(charts.map(({ guid }) => readChart(guid)))).toEqual(charts);
  });

  it("imports the standard input with a forced format and a step, and writes nothing with --dry-run", async () => {
    const args = ["import", "--format", "csv", "--guid", "standard input", "--duration", "200", "--step", "4", "-"];
    const input = sample("studio.csv");
    const dry = await runScript("charts", [...args, "--dry-run"], { input });
    expect(dry).toEqual({ code: 0, stdout: summary("1 chart would be written, 0 refused"), stderr: "" });
    expect(await readChart("standard input")).toBeUndefined();
    expect(await runScript("charts", args, { input })).toMatchObject({ code: 0 });
    const data = [{ time: 0, percentage: Math.round((10_420 + 9_137) / 2) / 100 }];
    expect(await readChart("standard input")).toEqual({ guid: "standard input", duration: 200, data });
  });

  it("refuses curves without a GUID with a line for --map, and imports them once the lines are completed", async () => {
    const folder = join(dirname(save("x", "")), "spotify");
    mkdirSync(folder);
    const keys = ["a, 1", "b"];
    for (const key of keys) save(`spotify/${key}.json`, sample("spotify.json"));
    save("spotify/.DS_Store", "\0");
    const refused = await importFiles("--guid", "one for two", folder);
    expect(refused).toMatchObject({ code: 1, stdout: summary("0 charts written, 2 refused (2 without a GUID)") });
    const lines = ['"a, 1",', "b,"];
    expect(refused.refusals).toEqual(lines.map((mapLine) => fact("no-guid", "", { mapLine })));
    expect(refused.stderr).toContain(`${folder}: 1 hidden file in it was skipped. Name it to read it.\n`);
    expect(refused.stderr).toMatch(/\nTo print a map of all curves without a GUID: npm run --silent charts -- map /);
    const map = save("completed.csv", lines.map((line, index) => `${line}folder ${index}`).join("\n"));
    expect(await importFiles("--map", map, folder)).toMatchObject({ stdout: summary("2 charts written, 0 refused") });
    expect(await readChart("folder 0")).toMatchObject({ duration: 6 });
  });

  it("ignores --guid if the file has another curve, even a bad one", async () => {
    const good = { episodeId: "a", buckets: [{ bucket: 0, pct: 100 }] };
    const retentionByEpisode = [good, { episodeId: "b", buckets: [] }];
    const file = save("two-curves.json", JSON.stringify({ retentionByEpisode }));
    const outcome = await importFiles("--dry-run", "--guid", "whose?", "--duration", "9", file);
    expect(outcome.stdout).toBe("0 charts would be written, 2 refused (1 no data, 1 without a GUID)\n");
  });
});

describe("charts -- import, of a document that it refuses", () => {
  it("gives a reason for each, and writes everything else", async () => {
    const bad: readonly (readonly [content: string | Uint8Array, code: Code, has?: string])[] = [
      [sample("studio-localised.csv"), "no-positions", '"Videoposition (%)"'],
      [sample("studio-detailed-activity.csv"), "detailed-activity"],
      [sample("studio-by-segment.csv"), "row-twice", "Video position (%) 0 "],
      [sample("harborfm-analytics.csv"), "harborfm-table"],
      [sample("spotify-anchor-quartiles.json"), "quartiles"],
      [sample("youtube-error.json"), "api-error", '("Insufficient permission'],
      [sample("apple-one-bin.json"), "no-data", "fewer than 2 bins"],
      ["guid,time,count\nbeyond,100,1\n", "nobody-before-end", "100 s"],
      ['{"samples":[NaN],"max":1}', "not-json", "(Unexpected token 'N'"],
    ];
    const files = bad.map(([content], index) => save(`bad-${index}`, content));
    const good = [save("good.csv", table("good table")), save("good-charts.jsonl", toChartLine("good chart"))];
    const outcome = await importFiles("--duration", "100", "--same-duration", ...files, ...good);
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toMatch(`2 charts written (1 csv, 1 own): 2 new, ${files.length} refused (`);
    expect(outcome.stderr).not.toMatch(/\n {4}at |node:internal/);
    const expected = bad.map(([, code, has], index) => fact(code, has, { file: files[index] }));
    expect(outcome.refusals).toHaveLength(expected.length);
    for (const refusal of expected) expect(outcome.refusals).toContainEqual(refusal);
    expect(await readChart("good table")).toEqual(chartOf("good table", 100, 50, 100, 66.67));
    expect(await readChart("good chart")).toBeDefined();
  });
});
