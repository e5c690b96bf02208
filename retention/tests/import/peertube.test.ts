import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { deleteChartItem, readChartItem } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";
import { fact } from "../support/facts.ts";
import { createHar, type HarEntry, SECRET } from "../support/har.ts";
import { importFiles } from "../support/import.ts";
import { compose, parse } from "./formats.ts";

const save = useFolder();

const UUID = "9c9de5e8-0a1e-484a-b099-e80766180a6d";
const SHORT = "kkGMgK9ZtnKfYAgnEtQxbv";

const RETENTION = compose.peertube([
  [0, 96.5],
  [6, 91.2],
  [12, 0],
  [18, 40],
]);
const OVERALL = { averageWatchTime: 9, totalWatchTime: 1_080, viewersPeak: 7, totalViewers: 120, countries: [] };
const VIDEO = { id: 42, uuid: UUID, shortUUID: SHORT, name: "On tides", duration: 18, channel: { name: "tides" } };

/** Composes an answer of a server. */
const answer = (path: string, content: unknown): HarEntry => ({
  url: `https://tube.example/api/v1/videos/${path}`,
  content,
});

const FEED = save(
  "feed.xml",
  "<rss><channel><item><title>On Tides</title><guid>urn:tides</guid></item></channel></rss>",
);

function importWithMap(key: string, ...args: string[]) {
  return importFiles("--map", save("map.csv", `${key},peertube\n`), ...args);
}

describe("PeerTube's answers in a HAR file", () => {
  it.each([
    ["UUIDs", UUID, UUID, UUID, UUID],
    ["short UUIDs, in other order", SHORT, SHORT, SHORT, UUID],
    ["its number, and a map of short ones", "42", UUID, SHORT, SHORT],
  ])("give a curve with the video's length, title and viewers: %s", async (_, ofVideo, ofCurve, ofViewers, key) => {
    const entries = [answer(ofVideo, VIDEO), answer(`${ofCurve}/stats/retention`, RETENTION)];
    const file = save("tube.har", createHar(answer(`${ofViewers}/stats/overall`, OVERALL), ...entries));
    const outcome = await importWithMap(key, file);
    expect(outcome).toMatchObject({ code: 0, stdout: "1 chart written (1 peertube): 1 new, 0 refused\n" });
    expect(outcome.stderr).toContain("tube.har: 1 curve, 2 other answers\n");
    expect(await readChartItem("peertube")).toMatchObject({
      "curve:peertube": { duration: 18, points: 3, listeners: 120 },
    });
    await deleteChartItem("peertube");
    const { stdout } = await runCommand("charts", ["map", "--feed", FEED, file]);
    expect(stdout).toContain(`${ofCurve},urn:tides\n`);
    expect(stdout).toContain(": On tides\n");
  });

  it.each(["startDate=2026-01-01", "endDate=2026-02-01"])("have no total of a range of dates: %s", async (query) => {
    const overall = answer(`${UUID}/stats/overall?${query}`, OVERALL);
    const file = save("range.har", createHar(answer(`${UUID}/stats/retention`, RETENTION), overall));
    expect(await importWithMap(UUID, "--duration", "18", file)).toMatchObject({ code: 0 });
    const item = await readChartItem("peertube");
    expect(item?.["curve:peertube"]).not.toHaveProperty("listeners");
    await deleteChartItem("peertube");
  });

  it("are named by video, and take nothing of another one", async () => {
    const other = { ...VIDEO, id: 43, uuid: UUID.replace("9", "8"), shortUUID: SHORT.replace("k", "m"), duration: 600 };
    const entries = [answer("43", other), answer("43/stats/overall", OVERALL), answer("categories", { 1: "Music" })];
    const file = save("others.har", createHar(...entries, answer("42/stats/retention", RETENTION)));
    const outcome = await importWithMap("42", file);
    expect(outcome.stderr).toMatch(/others\.har: 42: The file does not have the episode's duration/);
  });

  it("say nothing of another platform's episode with the same number, and no id that is none", async () => {
    const anchor = {
      ...compose.anchor([
        [0, 9],
        [1, 8],
      ]),
      episodeId: 42,
    };
    const video = answer("42", { ...VIDEO, uuid: `${SECRET} of the server` });
    const entries = [video, { url: "https://anchor.example/episodePerformance", content: anchor }];
    const file = save("mixed.har", createHar(...entries, answer("42/stats/retention", RETENTION)));
    const outcome = await importWithMap("42", "--duration", "2", "--same-duration", "--dry-run", file);
    expect(outcome.stdout).toMatch(/^2 charts would be written \(1 peertube, 1 spotify\)/);
    const { stdout } = await runCommand("charts", ["map", file]);
    expect(stdout).not.toContain(SECRET);
    expect(stdout.match(/On tides/g)).toHaveLength(1);
  });

  it("are asked for again if the browser did not save them", async () => {
    const outcome = await importWithMap(
      UUID,
      save("empty.har", createHar(answer(`${UUID}/stats/retention`, undefined))),
    );
    expect(outcome.stderr).toContain("1 answer without content");
  });
});

describe("PeerTube's answers, saved", () => {
  it.each([[["retention.json", "overall.json"]], [["overall.json", "retention.json"]]])(
    "give a curve and its viewers: %j",
    async (names) => {
      const contents: Readonly<Record<string, object>> = { "retention.json": RETENTION, "overall.json": OVERALL };
      const files = names.map((name) => save(name, JSON.stringify(contents[name])));
      const map = save("map.csv", "retention,peertube\noverall,peertube\n");
      const outcome = await importFiles("--map", map, "--duration", "18", ...files);
      expect(outcome).toMatchObject({ code: 0, stdout: "1 chart written (1 peertube): 1 new, 0 refused\n" });
      expect(outcome.stderr).not.toMatch(/was not imported/);
      expect(await readChartItem("peertube")).toMatchObject({ "curve:peertube": { points: 3, listeners: 120 } });
      await deleteChartItem("peertube");
    },
  );

  it("say so if there are viewers of no curve", async () => {
    const outcome = await importWithMap("overall", save("overall.json", JSON.stringify(OVERALL)));
    expect(outcome).toMatchObject({ stdout: "0 charts written, 0 refused\n", hints: [fact("unused-count")] });
  });

  it("are refused if nobody watched", () => {
    expect(parse({ data: [{ second: 0, retentionPercent: 0 }] })).toMatchObject({
      curves: [],
      refusals: [fact("no-data")],
    });
  });

  it.each([
    ["a position is missing", { data: [{ retentionPercent: 4 }] }, /position of data\[0\]/],
    ["a position is text", compose.peertube([["a", 4]]), /position of data\[0\] .*"a"/],
    ["a value is below 0", compose.peertube([[0, -1]]), /value of data\[0\] .*-1/],
    ["an entry is none", { data: [{ second: 0, retentionPercent: 4 }, 7] }, /data\[1\] .*7/],
    ["viewers are text", { totalViewers: "many" }, /totalViewers .*"many"/],
  ])("are refused if %s", (_, content, has) => {
    expect(parse(content)).toMatchObject({ curves: [], refusals: [fact("not-a-curve", has)] });
  });
});
