import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { composeFeedOf } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { runScript, summary } from "../support/command.ts";
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
    const unknown = "The feed has no episode with this GUID. Check its spelling.";
    expect(outcome.stderr.split("\n").slice(1, 8)).toEqual([
      `${files[7]}: "mix rest": The file says 6 s, but the feed says 60 s. The file's duration is used.`,
      `${files[8]}: data.episodeByUri, "mix graphql": ${unknown}`,
      `${files[9]}: "mix anchor": ${unknown}`,
      // A video waits for its length.
      `${files[3]}: "mix youtube": ${unknown}`,
      'No session of episode "mix session" is long enough to show at which interval it logs. Each event covers 1 s. If the player logs more rarely, pass --interval.',
      `${files[2]}: The table has GUIDs that the feed lacks: "mix table". A spreadsheet may have changed them.`,
      'No curve that needs a GUID has the key "no\uFFFD" of --map. That is right if you left out its file. If not, check its spelling.',
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
    const lines = [...refused.stderr.matchAll(/\.json: The curve has no GUID\. Pass --guid .* for --map: (.*)\n/g)].map(
      ([, line]) => line,
    );
    expect(lines).toEqual(['"a, 1",', "b,"]);
    expect(refused.stderr).toContain(`${folder}: 1 hidden file in it was skipped. Name it to read it.\n`);
    expect(refused.stderr).toMatch(
      /\n--guid was not used\. .*\nTo print a map of all curves without a GUID: npm run --silent charts -- map /,
    );
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
    const bad: Record<string, readonly [content: string | Uint8Array, reason: RegExp]> = {
      "localised.csv": [
        sample("studio-localised.csv"),
        /^The table has no column of positions, only "Videoposition \(%\)", .* For YouTube Studio, import its zip as it is, or All\.csv\.$/,
      ],
      "Detailed activity.csv": [
        sample("studio-detailed-activity.csv"),
        /^Detailed activity\.csv has no retention\. Import/,
      ],
      "by-segment.csv": [
        sample("studio-by-segment.csv"),
        /^4: Video position \(%\) 0 occurs twice\. .* import All\.csv/,
      ],
      "harborfm.csv": [sample("harborfm-analytics.csv"), /^HarborFM's CSV has no retention\. Use the JSON export\.$/],
      "quartiles.json": [sample("spotify-anchor-quartiles.json"), /^Four quartiles are not a curve\. /],
      "error.json": [sample("youtube-error.json"), /^The answer is an error, not data \("Insufficient permission/],
      "one-bin.json": [
        sample("apple-one-bin.json"),
        /^"urn:example:ep-7": episodePlayHistogram has fewer than 2 bins\. There may be too few listeners yet\. Export/,
      ],
      "beyond.csv": [
        "guid,time,count\nbeyond,100,1\n",
        /^2: .*: Nobody listened before the end of the episode at 100 s/,
      ],
      "nan.json": ['{"samples":[NaN],"max":1}', /^It can't be parsed as JSON \(Unexpected token 'N'.*\)\.$/],
    };
    const files = Object.entries(bad).map(([name, [content]]) => save(name, content));
    const good = [save("good.csv", table("good table")), save("good-charts.jsonl", toChartLine("good chart"))];
    const outcome = await importFiles("--duration", "100", "--same-duration", ...files, ...good);
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toMatch(`2 charts written (1 csv, 1 own): 2 new, ${files.length} refused (`);
    expect(outcome.stderr).not.toMatch(/\n {4}at |node:internal/);
    for (const [name, [, reason]] of Object.entries(bad)) {
      const line = outcome.stderr.split("\n").find((text) => text.includes(`/${name}:`));
      expect(line?.replace(/^.*?\.\w+: ?/, ""), name).toMatch(reason);
    }
    expect(await readChart("good table")).toEqual(chartOf("good table", 100, 50, 100, 66.67));
    expect(await readChart("good chart")).toBeDefined();
  });
});
