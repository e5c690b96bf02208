import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type Outcome, runScript, useFolder } from "../support/command.ts";
import { readChartItem } from "../support/tables.ts";

const save = useFolder();

async function importFiles(...args: string[]): Promise<Outcome> {
  return runScript("charts.ts", ["import", ...args]);
}

/** The chart that the table has of a GUID. */
async function readChart(guid: string): Promise<unknown> {
  const item = await readChartItem(guid);
  return item && JSON.parse(gunzipSync(item.chart as Uint8Array).toString());
}

function chart(guid: string, points = 3) {
  const data = Array.from({ length: points }, (_, time) => ({ time, percentage: ((time * 37) % 1_000) / 10 }));
  return { guid, duration: points, data };
}

function session(episodeGUID: string, ...times: number[]): string {
  const data = times.map((time) => ({ time, event: "play" }));
  return JSON.stringify({ session_id: "s", episodeGUID, useragent: "u", data });
}

describe("charts -- import, of charts", () => {
  it.each([
    ["one", (one: object) => JSON.stringify(one)],
    ["one, pretty", (one: object) => JSON.stringify(one, null, 2)],
    ["an array", (one: object) => JSON.stringify([one, chart("another")], null, 2)],
    ["JSON Lines", (one: object) => `${JSON.stringify(one)}\n${JSON.stringify(chart("another"))}\n`],
    ["gzip", (one: object) => gzipSync(JSON.stringify(one))],
    ["gzip in two members", (one: object) => Buffer.concat([gzipSync(JSON.stringify(one)), gzipSync("\n")])],
    ["a byte order mark", (one: object) => `\uFEFF${JSON.stringify(one)}`],
  ])("writes %s as it came in", async (layout, write) => {
    const one = { guid: `import ${layout} é🎧`, duration: 3.5, data: [{ time: 1e-7, percentage: 123.45678901234567 }] };
    const outcome = await importFiles(save("charts.json", write(one)));
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[12] charts? written, 0 refused\n$/) });
    expect(await readChart(one.guid)).toEqual(one);
  });

  it("reads the standard input", async () => {
    const outcome = await runScript("charts.ts", ["import", "-"], { input: JSON.stringify(chart("from input")) });
    expect(outcome).toMatchObject({ code: 0, stdout: "1 chart written, 0 refused\n" });
    expect(await readChart("from input")).toEqual(chart("from input"));
  });

  it("replaces the chart of an episode, also within one import, and writes more than a batch", async () => {
    const charts = Array.from({ length: 60 }, (_, index) => chart(`batch ${index % 50}`, index + 1));
    const outcome = await importFiles(save("batches.json", JSON.stringify(charts)));
    expect(outcome.stdout).toBe("60 charts written, 0 refused\n");
    expect(await readChart("batch 9")).toEqual(chart("batch 9", 60));
    expect(await readChart("batch 10")).toEqual(chart("batch 10", 11));
  });

  it("puts points into ascending time", async () => {
    const { data, ...rest } = chart("unsorted");
    await importFiles(save("unsorted.json", JSON.stringify({ ...rest, data: data.toReversed() })));
    expect(await readChart("unsorted")).toEqual(chart("unsorted"));
  });

  it("writes a curve of 18 hours at a point a second", async () => {
    const long = chart("18 hours", 64_800);
    expect(await importFiles(save("long.json", JSON.stringify(long)))).toMatchObject({ code: 0 });
    expect(await readChart("18 hours")).toEqual(long);
  });

  it("refuses a curve that is too long by the limit's name, and takes it with the step that it names", async () => {
    const file = save("too-long.json", JSON.stringify(chart("too long", 200_000)));
    const refused = await importFiles(file);
    expect(refused).toMatchObject({ code: 1, stdout: "0 charts written, 1 refused (1 over a limit)\n" });
    const step = /too-long\.json:1: .* 5 MB: thin it, such as with --step (\d+)\n/.exec(refused.stderr)?.[1];
    expect(await readChart("too long")).toBeUndefined();
    expect(await importFiles("--step", String(step), file)).toMatchObject({ code: 0 });
  });

  it("thins a curve to the mean of each step", async () => {
    const data = [10, 20, 40, 0, 7].map((percentage, index) => ({ time: index * 5, percentage }));
    await importFiles("--step", "10", save("thin.json", JSON.stringify({ guid: "thin", duration: 25, data })));
    const thinned = [15, 20, 7].map((percentage, index) => ({ time: index * 10, percentage }));
    expect(await readChart("thin")).toEqual({ guid: "thin", duration: 25, data: thinned });
  });

  it("checks everything and writes nothing with --dry-run", async () => {
    const outcome = await importFiles("--dry-run", save("dry.jsonl", `${JSON.stringify(chart("dry"))}\nno\n`));
    expect(outcome).toMatchObject({ code: 1, stdout: "1 chart would be written, 1 refused (1 not JSON)\n" });
    expect(outcome.stderr).toMatch(/dry\.jsonl:2: /);
    expect(await readChart("dry")).toBeUndefined();
  });

  it("names file, line and reason of a bad record, and takes the rest", async () => {
    const bad = [
      "{",
      "7",
      '{"guid":"","duration":1,"data":[]}',
      '{"guid":"b","duration":"1","data":[]}',
      '{"guid":"b","duration":1}',
      '{"guid":"b","duration":1,"data":[{"time":0,"percentage":1},{"time":1,"percentage":null}]}',
      '{"guid":"b","duration":1,"data":[{"time":-1,"percentage":1}]}',
      '{"guid":"b","duration":1,"data":[4]}',
      '{"guid":"\\ud800","duration":1,"data":[]}',
    ];
    const lines = [JSON.stringify(chart("first")), ...bad, JSON.stringify(chart("last"))];
    const outcome = await importFiles(save("bad.jsonl", lines.join("\n")));
    expect(outcome).toMatchObject({
      code: 1,
      stdout: "2 charts written, 9 refused (1 not JSON, 1 not an object, 7 not a chart)\n",
    });
    const places = [...outcome.stderr.matchAll(/bad\.jsonl:(\d+): (.*)/g)].map(([, line, reason]) => [line, reason]);
    expect(places.map(([line]) => line)).toEqual(["2", "3", "4", "5", "6", "7", "8", "9", "10"]);
    expect(places[5]?.[1]).toBe("data[1].percentage must be a number from 0, not null");
    expect(await readChart("last")).toEqual(chart("last"));
  });
});

describe("charts -- import, of sessions", () => {
  const FEED = `<?xml version="1.0"?><rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
    <item><guid isPermaLink="false">sessions &amp; feed</guid><itunes:duration>0:05</itunes:duration></item>
    <item><guid><![CDATA[hours]]></guid><itunes:duration>00:00:02</itunes:duration></item>
    <item><guid>seconds</guid><itunes:duration>3</itunes:duration></item>
    <item><guid>without</guid></item></channel></rss>`;

  it("counts those of several files, with durations of a feed", async () => {
    const feed = save("feed.xml", FEED);
    const one = save("one.jsonl", `${session("sessions & feed", 0, 1, 2)}\n${session("hours", 0)}\n`);
    const other = save("other.json.gz", gzipSync(`[${session("sessions & feed", 1.5, 9)},${session("seconds", 2)}]`));
    expect(await importFiles("--feed", feed, one, other)).toMatchObject({
      code: 0,
      stdout: "3 charts written, 0 refused\n",
    });
    const data = [50, 100, 50, 0, 0].map((percentage, time) => ({ time, percentage }));
    expect(await readChart("sessions & feed")).toEqual({ guid: "sessions & feed", duration: 5, data });
    expect(await readChart("hours")).toMatchObject({ duration: 2 });
    expect(await readChart("seconds")).toMatchObject({ duration: 3 });
  });

  it("counts those of many batches as those of one", async () => {
    const longest = Array.from({ length: 4_000 }, (_, second) => second);
    const lines = longest.filter((time) => time % 40 === 0).map((end) => session("batches", ...longest.slice(0, end)));
    const file = save("many.jsonl.gz", gzipSync(lines.join("\n")));
    expect(await importFiles("--duration", "4000", file)).toMatchObject({ code: 0 });
    const data = longest.map((time) => ({
      time,
      percentage: Math.round(1e4 * ((99 - Math.floor(time / 40)) / 99)) / 100,
    }));
    expect(await readChart("batches")).toEqual({ guid: "batches", duration: 4_000, data });
  });

  it("refuses an episode that the feed has no duration for, and takes the rest", async () => {
    const feed = save("feed.xml", FEED);
    const file = save("without.jsonl", [session("without", 1), session("seconds", 1)].join("\n"));
    const outcome = await importFiles("--feed", feed, file);
    expect(outcome).toMatchObject({ code: 1, stdout: "1 chart written, 1 refused (1 without a duration)\n" });
    expect(outcome.stderr).toMatch("episode without: no duration, for 1 session");
    expect(await importFiles("--feed", feed, "--duration", "10", file)).toMatchObject({ code: 0 });
    expect(await readChart("without")).toMatchObject({ duration: 10 });
  });

  it("leaves an episode that nobody heard without data", async () => {
    await importFiles("--duration", "1:00", save("unheard.jsonl", session("unheard")));
    expect(await readChart("unheard")).toEqual({ guid: "unheard", duration: 60, data: [] });
  });

  it("names the line of a bad session, and counts the rest", async () => {
    const lines = [session("partly bad", 1), '{"episodeGUID":"partly bad","data":{}}', session("partly bad", 1)];
    const outcome = await importFiles("--duration", "3", save("partly.jsonl", lines.join("\n")));
    expect(outcome).toMatchObject({ code: 1, stdout: "1 chart written, 1 refused (1 not a session)\n" });
    expect(outcome.stderr).toMatch("partly.jsonl:2: data must be a list of events, not {}");
  });

  it("writes none where a file of sessions ends in the middle: their counts would be wrong", async () => {
    const whole = save("whole.jsonl", session("cut off", 1));
    const packed = gzipSync(`${session("cut off", 2)}\n`.repeat(2_000));
    const outcome = await importFiles("--duration", "3", whole, save("cut.jsonl.gz", packed.subarray(0, -20)));
    expect(outcome).toMatchObject({ code: 1, stdout: "0 charts written, 1 refused (1 unreadable)\n" });
    expect(outcome.stderr).toMatch(/cut\.jsonl\.gz: its gzip ends in the middle: .*; no chart of sessions is written/);
    expect(await readChart("cut off")).toBeUndefined();
  });
});
