import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { gunzipSync } from "node:zlib";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadChart } from "../../cli/charts/load-chart.ts";
import { readEpisodes } from "../../cli/charts/read-episodes.ts";
import { drawTerminal } from "../../cli/charts/terminal.ts";
import type { Unit } from "../../lib/chart.ts";
import { isOwnSource } from "../../lib/source.ts";
import { drawSvg } from "../../report/curve/svg.ts";
import { runCommand, useFolder } from "../support/command.ts";
import {
  type EarlierCurve,
  listEarlierCurves,
  putEarlierItems,
  readEarlierItems,
  type Version,
} from "../support/earlier-items.ts";
import { createOwnTables, readRawItem } from "../support/fold/tables.ts";
import { type Routes, startRoutes } from "../support/routes.ts";
import { useConfiguredService } from "../support/service.ts";

useConfiguredService();
const save = useFolder();
const picture = save("chart.svg", "");

const client = DynamoDBDocumentClient.from(new DynamoDBClient());

let routes: Routes;
let deleteTables: () => Promise<void>;

beforeEach(async () => {
  deleteTables = await createOwnTables();
  // What the service logs in this process is not the command's output.
  vi.stubEnv("AWS_LAMBDA_LOG_LEVEL", "WARN");
  routes = await startRoutes();
});

afterEach(async () => {
  process.stdout.isTTY = false;
  routes.stop();
  await deleteTables();
});

const get = (...args: string[]) => runCommand("charts", ["get", ...args, "--url", routes.url]);

/** Reads the table directly, as get and report do where no service runs. */
function readTable() {
  return { client, name: `${process.env.CHARTS_TABLE}` };
}

/** Names what a curve counts. Only views can pass 100 %. */
function nameCounted({ source, chart }: EarlierCurve): Unit {
  if (source === "apple") return "play";
  return source === "youtube" || chart.data.some(({ percentage }) => percentage > 100) ? "view" : "listener";
}

function readCsv(stdout: string): object[] {
  const [header, ...rows] = stdout.trimEnd().split("\r\n");
  expect(header).toMatch(/^time,percentage,guid,duration(,source)?$/);
  return rows.map((row) => row.split(",").slice(0, 2).map(Number)).map(([time, percentage]) => ({ time, percentage }));
}

/** Gets a curve in each form. */
async function getForms(curve: EarlierCurve): Promise<void> {
  const { guid, source, chart, listeners } = curve;
  const platform = isOwnSource(source) ? {} : { source, ...(listeners !== undefined && { listeners }) };
  const expected = { code: 0, value: { ...chart, ...platform } };
  for (const args of [[], ["--print", "json"]]) {
    const { code, stdout } = await get(guid, "--source", source, ...args);
    expect({ code, value: JSON.parse(stdout) }).toEqual(expected);
  }
  expect(readCsv((await get(guid, "--source", source, "--print", "csv")).stdout)).toEqual(chart.data);
  const caption = { listeners, unit: nameCounted(curve) };
  await get(guid, "--source", source, "--draw", picture);
  expect(readFileSync(picture, "utf8")).toBe(drawSvg(chart, caption));
  process.stdout.isTTY = true;
  const { stdout } = await get(guid, "--source", source);
  process.stdout.isTTY = false;
  const terminal = drawTerminal(chart, { columns: 80, rows: 24 }, caption);
  expect(stripVTControlCharacters(stdout)).toBe(`${stripVTControlCharacters(terminal)}\n`);
}

/** Reads the points of the curves in a report, by GUID; of an episode with several, as many as there are. */
function readReported(file: string): Map<string, string[]> {
  const [, json = ""] = /id="data">(.*?)<\/script>/s.exec(readFileSync(file, "utf8")) ?? [];
  const episodes: { guid: string; curve: string; sources?: { curve: string }[] }[] = JSON.parse(json);
  return new Map(
    episodes.map(({ guid, curve, sources = [{ curve }] }) => [guid, sources.map((each) => unpack(each.curve)).sort()]),
  );
}

/** Unpacks a curve of a report: differences of tenths of a second and of hundredths of a percent. */
function unpack(curve: string): string {
  const numbers: number[] = JSON.parse(gunzipSync(Buffer.from(curve, "base64")).toString());
  let [time, percentage] = [0, 0];
  const points = Array.from({ length: numbers.length / 2 }, (_, index) => {
    time += numbers[2 * index] ?? 0;
    percentage += numbers[2 * index + 1] ?? 0;
    return { time: time / 10, percentage: percentage / 100 };
  });
  return JSON.stringify(points);
}

/** A report's curve goes on to the end of the episode, in tenths of a second. */
function extend({ chart: { data, duration } }: EarlierCurve): string {
  const last = data.at(-1);
  const points = last && last.time < duration ? [...data, { ...last, time: duration }] : data;
  return JSON.stringify(points.map((point) => ({ ...point, time: Math.round(10 * point.time) / 10 })));
}

describe.each<Version>(["bc3e72f", "4d949cd", "07b86c5"])("of items that %s wrote", (version) => {
  const items = readEarlierItems(version);
  const curves = listEarlierCurves(version);
  const guids = [...new Set(curves.map(({ guid }) => guid))];

  beforeEach(() => putEarlierItems(items.values()));

  it("get has each curve's points in each form, and changes none", async () => {
    const before = await Promise.all([...items.keys()].map(readRawItem));
    for (const curve of curves) await getForms(curve);
    expect(await Promise.all([...items.keys()].map(readRawItem))).toEqual(before);
  }, 60_000);

  it("get has them from the table, too", async () => {
    for (const { guid, source, chart, listeners } of curves) {
      const sources = curves.filter((curve) => curve.guid === guid).map((curve) => curve.source);
      const loaded = await loadChart({ charts: readTable(), target: { stage: "dev" } }, guid, source);
      expect({ ...loaded, sources: loaded.sources.toSorted() }).toMatchObject({
        ...{ chart, source, sources: sources.sort() },
        ...(listeners !== undefined && { listeners }),
      });
    }
  });

  it("report has them, given GUIDs or --all, and from the table", async () => {
    const expected = new Map(
      guids.map((guid) => [
        guid,
        curves
          .filter((curve) => curve.guid === guid)
          .map(extend)
          .sort(),
      ]),
    );
    for (const args of [[...guids, "--url", routes.url], ["--all"]]) {
      const file = save("report.html", "");
      expect(await runCommand("charts", ["report", ...args, "--out", file])).toMatchObject({ code: 0 });
      expect(readReported(file)).toEqual(expected);
    }
    const points: unknown[] = [];
    for await (const read of readEpisodes(readTable(), guids))
      points.push(...read.curves.map(({ chart, source }) => [chart.guid, source, chart.data]));
    expect(points.sort()).toEqual(curves.map(({ guid, source, chart }) => [guid, source, chart.data]).sort());
  });

  it("import takes what get prints, and keeps the points", async () => {
    let lines = "";
    for (const { guid, source } of curves)
      lines += `${JSON.stringify(JSON.parse((await get(guid, "--source", source)).stdout))}\n`;
    const file = save("got.jsonl", lines);
    expect(await runCommand("charts", ["import", "--replace", file])).toMatchObject({ code: 0 });
    for (const curve of curves) {
      const { chart } = await loadChart(
        { charts: readTable(), target: { stage: "dev" } },
        curve.guid,
        isOwnSource(curve.source) ? "own" : curve.source,
      );
      expect(chart).toEqual(curve.chart);
    }
  });
});

it.each(["few", "registered"])("get says that an episode without a curve has none (%s)", async (guid) => {
  await putEarlierItems(readEarlierItems("4d949cd").values());
  expect(await get(guid)).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining(`"${guid}" has no points`),
  });
});
