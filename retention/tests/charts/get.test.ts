import { readFileSync } from "node:fs";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "vitest";
import { DEVELOPMENT_KEYS } from "../../../deploy/development-keys.ts";
import { packCounts } from "../../../lib/episode/counts.ts";
import { packChart } from "../../../lib/episode/packed-chart.ts";
import { computeSampleChart } from "../../../local/sample-chart.ts";
import { HOSTILE } from "../../../tests/support/hostile-text.ts";
import { type Outcome, useFolder } from "../../../tests/support/process.ts";
import { getService } from "../../../tests/support/shared.ts";
import { serve, startStandIn } from "../../../tests/support/stand-in.ts";
import { readChartItem, writeChartItem } from "../../../tests/support/tables.ts";
import { fetchEpisode } from "../../cli/charts/fetch-episodes.ts";
import { fetchAdminToken, fetchChart } from "../../cli/charts/service-client.ts";
import { loadChart } from "../../cli/charts/stored-charts.ts";
import { sayForCommand } from "../../cli/ways-out.ts";
import { readEpisode } from "../../sources/item/loaded-episode.ts";
import { runCommand } from "../support/command.ts";
import { importFiles } from "../support/import.ts";
import { requireXml } from "../support/xml.ts";

const service = { url: await getService() };
const save = useFolder();
const sample = { ...computeSampleChart(), guid: "drawn <chart>" };

async function get(args: readonly string[]): Promise<Outcome> {
  return runCommand("charts", ["get", ...args, "--url", service.url]);
}

describe("charts -- get", () => {
  beforeAll(() => writeChartItem(packChart(sample, new Date())));

  it.each([[[]], [["--print", "json"]]])("prints the chart as JSON (%j)", async (args) => {
    const { code, stdout, stderr } = await get([sample.guid, ...args]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual(sample);
  });

  it("prints the points as CSV, each with the GUID and the duration", async () => {
    const { stdout } = await get([sample.guid, "--print", "csv"]);
    const lines = stdout.split("\r\n");
    expect(lines.slice(0, 2)).toEqual(["time,percentage,guid,duration", "0,100,drawn <chart>,3600"]);
    expect(lines).toHaveLength(sample.data.length + 2);
  });

  it.each([
    [[], "drawn &lt;chart&gt;"],
    [["--title", "Episode 1"], "Episode 1"],
  ])("writes a drawing with the options %j under the title of %s", async (options, title) => {
    const file = save("chart.svg", "");
    const written = { code: 0, stdout: "", stderr: `Wrote ${file}\n` };
    expect(await get([sample.guid, "--draw", file, ...options])).toEqual(written);
    const svg = readFileSync(file, "utf8");
    requireXml(svg);
    expect(svg).toContain(`<title id="title">Listeners of ${title}</title>`);
  });

  it("imports and gets four hours at a point a second, whole", async () => {
    const data = Array.from({ length: 14_400 }, (_, time) => ({ time, percentage: (time * 0.7) % 100 }));
    const chart = { guid: "four hours", duration: 14_400, data };
    await importFiles(save("four-hours.json", JSON.stringify(chart)));
    expect(JSON.parse((await get([chart.guid])).stdout)).toEqual(chart);
  });

  it("says what to do about a chart without points", async () => {
    await writeChartItem({ guid: "shown empty", duration: 1, data: [] });
    const { stderr } = await get(["shown empty"]);
    expect(stderr).toBe(
      'The chart of "shown empty" has no points. If the episode is registered, it appears with the next update after its first listeners, which is half a minute locally. If not, import a chart with points.\n',
    );
  });

  it("says what to do if the service does not know the episode", async () => {
    expect(await get(["nobody's"])).toEqual({
      code: 1,
      stdout: "",
      stderr: `${service.url} has no chart of "nobody's". To see its charts, run "list" with its --stage and --region.\n`,
    });
  });

  it("sorts points by time", async () => {
    const data = [5, 0].map((time) => ({ time, percentage: 40 }));
    const answer = JSON.stringify({ token: "t", guid: "g", duration: 10, data });
    const url = await serve((_, response) => response.end(answer));
    const { stdout } = await runCommand("charts", ["get", "g", "--url", url]);
    expect(JSON.parse(stdout).data).toEqual(data.toReversed());
  });

  it("says that a file can't be written", async () => {
    const stderr =
      "/no/such/folder/x.svg can't be written: ENOENT: no such file or directory, access '/no/such/folder'. Its folder must exist and be writable.\n";
    expect(await get([sample.guid, "--draw", "/no/such/folder/x.svg"])).toEqual({ code: 1, stdout: "", stderr });
  });
});

describe("the commands", () => {
  it.each([
    ["charts", ["import", "map", "get", "report", "list", "export", "delete", "register"]],
    ["tokens", ["revoke", "list"]],
  ] as const)("of %s have help with an example: %j", async (script, commands) => {
    for (const command of commands) {
      const stdout = expect.stringMatching(`\\$ .*npm run .*${script} -- ${command}`);
      expect(await runCommand(script, [command, "--help"])).toMatchObject({ code: 0, stdout });
    }
  });
});

describe("charts -- get, of an episode with several curves", () => {
  const guid = "several to get";
  const one = (percentage: number) => {
    const { guid: _, ...curve } = packChart({ guid, duration: 2, data: [{ time: 0, percentage }] }, new Date());
    return curve;
  };

  beforeAll(async () => {
    const youtube = { ...one(102), listeners: 300 };
    await writeChartItem({ guid, ...one(100), source: "sessions", "curve:youtube": youtube, "curve:apple": one(80) });
  });

  it("gets the own one, and says which ones there are", async () => {
    const { code, stdout, stderr } = await get([guid]);
    expect({ code, data: JSON.parse(stdout).data }).toEqual({ code: 0, data: [{ time: 0, percentage: 100 }] });
    expect(stderr).toBe("This is the curve from sessions. The episode has: sessions, apple, youtube (--source).\n");
  });

  it("gets that of a platform, as JSON that import takes back as that platform's", async () => {
    const picture = save("youtube.svg", "");
    await get([guid, "--source", "youtube", "--draw", picture]);
    expect(readFileSync(picture, "utf8")).toMatch(/>Average: 102.%\. Views: [^<]*102.% in the last 5.%</);
    const { stdout } = await get([guid, "--source", "youtube"]);
    expect(JSON.parse(stdout)).toMatchObject({ source: "youtube", data: [{ time: 0, percentage: 102 }] });
    const imported = await importFiles(save("youtube.json", stdout));
    expect(imported.stdout).toMatch(/^1 chart written \(1 youtube\)/);
  });

  it("says so if the episode has none of a source, or if it can't be one", async () => {
    const none = await get([guid, "--source", "spotify"]);
    expect(none).toMatchObject({ code: 1, stdout: "" });
    expect(none.stderr).toMatch(
      `"${guid}" has no curve from spotify. Leave out --source to see which curves it has.\n`,
    );
    const { stderr } = await get([guid, "--source", "You Tube"]);
    expect(stderr).toMatch("It must be 1 to 40 characters of a-z, 0-9 and -, such as youtube.");
  });

  const table = { client: DynamoDBDocumentClient.from(new DynamoDBClient()), name: `${process.env.CHARTS_TABLE}` };
  const load = (guid: string, source?: string) => loadChart(table, { stage: "dev" }, guid, source);
  const publicKey = DEVELOPMENT_KEYS.PERFORMANCE_PUBLIC_KEY;
  const target = { url: service.url, publicKey, keyName: "the key", keyAdvice: "" };

  /** The time in an HTTP header has no fractions of a second. */
  const dropFractions = (time: string) => time.replace(/\.\d+Z$/, ".000Z");

  it.each([undefined, "own", "sessions", "apple", "youtube"])(
    "loads the one from %s from the table as from the service",
    async (source) => {
      const fetched = await fetchChart(target, await fetchAdminToken(target), guid, source);
      const { updatedAt = "", ...loaded } = await load(guid, source);
      expect({ ...loaded, updatedAt: dropFractions(updatedAt) }).toEqual(fetched);
    },
  );

  it("says what is wrong with one in the table", async () => {
    await writeChartItem({ guid: "broken", duration: 1, chart: "broken" });
    const refusal = /^broken: own: The chart item of "broken" is malformed: chart is not gzip\. Import the chart again/;
    await expect(load("broken")).rejects.toThrow(refusal);
  });

  it("loads them all, from the service as from the table", async () => {
    const served = await fetchEpisode(target, await fetchAdminToken(target), guid);
    expect(served.curves.map(({ source, listeners }) => [source, listeners])).toEqual([
      ["sessions", undefined],
      ["apple", undefined],
      ["youtube", 300],
    ]);
    const { feeds, ...stored } = readEpisode((await readChartItem(guid)) ?? {});
    expect([served.feeds, feeds]).toEqual([undefined, new Set()]);
    const times = stored.curves.map(({ updatedAt = "" }) => dropFractions(updatedAt));
    expect(served.curves.map(({ updatedAt }) => updatedAt)).toEqual(times);
    const withTimes = stored.curves.map((curve, index) => ({ ...curve, updatedAt: times[index] }));
    expect({ ...stored, curves: withTimes }).toEqual(served);
    const counted = { counts: packCounts(Uint32Array.of(2, 1, 9)), listeners: 2, "curve:youtube": { chart: "broken" } };
    const { curves, problems } = readEpisode({ ...(await readChartItem(guid)), ...counted });
    expect(curves[0]).toMatchObject({ source: "sessions", listeners: 2, heard: 1.5 });
    expect(problems.map(sayForCommand)).toEqual([
      expect.stringMatching(/^youtube: The chart item of .* is malformed: chart is not gzip\./),
    ]);
  });

  it("loads their owner from the service, whatever another tool has noted", async () => {
    const feeds = new Set(["https://e.test/a,%20b", HOSTILE, "ＵＴＦ-８ \u{1f30a}", "%E0%A4%A", "+ ;=\"'"]);
    await writeChartItem({ ...(await readChartItem(guid)), feeds });
    const served = await fetchEpisode(target, await fetchAdminToken(target), guid);
    expect(served.feeds).toEqual(feeds);
    // Another implementation may encode nothing.
    const url = await startStandIn(target.url, async (request, ask) => {
      const { body, headers } = await ask(request);
      return new Response(body, { headers: { ...Object.fromEntries(headers), "chart-feeds": "100% https://e.test/" } });
    });
    const other = await fetchEpisode({ ...target, url }, await fetchAdminToken(target), guid);
    expect(other.feeds).toEqual(new Set(["100%", "https://e.test/"]));
  });
});
