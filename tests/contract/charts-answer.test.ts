import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { packChart } from "../../lib/episode/packed-chart.ts";
import { useLog } from "../support/log.ts";
import {
  callCharts,
  getAdminToken,
  HEADERS,
  invokeCharts,
  NOT_FOUND,
  readEvent,
  useConfiguredService,
} from "../support/service.ts";
import { writeChartItem } from "../support/tables.ts";

useConfiguredService();
const log = useLog();

const SOURCES = { "Chart-Source": "own", "Chart-Sources": "own" };
const CHART = {
  guid: "packed",
  duration: 3,
  data: [
    { time: 0, percentage: 100 },
    { time: 1.5, percentage: 66.67 },
  ],
};

async function readChartsEvent(guid: string, headers: Record<string, string> = {}) {
  return readEvent("charts", { adminToken: await getAdminToken(), body: JSON.stringify({ guid }), headers });
}

async function call(guid: string) {
  return callCharts(await readChartsEvent(guid));
}

describe("a plain item", () => {
  it("is answered with exactly guid, duration and data", async () => {
    const data = [{ time: 0, percentage: 100, listeners: 7 }];
    await writeChartItem({ guid: "plain", duration: 2, data, title: "Episode" });
    expect(await call("plain")).toEqual({
      status: 200,
      headers: { ...HEADERS, ...SOURCES },
      body: { guid: "plain", duration: 2, data: [{ time: 0, percentage: 100 }] },
    });
  });

  it("keeps every number, even above 100 percent, and is sorted by time", async () => {
    const data = [
      { time: 2, percentage: 130.5 },
      { time: 0.25, percentage: 1e-7 },
      { time: 1, percentage: 0 },
    ];
    await writeChartItem({ guid: "numbers", duration: 0.1234567890123456, data });
    const ascending = [data[1], data[2], data[0]];
    expect((await call("numbers")).body).toEqual({ guid: "numbers", duration: 0.1234567890123456, data: ascending });
  });

  it("is not compressed", async () => {
    await writeChartItem({ guid: "plain", duration: 2, data: [{ time: 0, percentage: 100 }] });
    const answer = await invokeCharts(await readChartsEvent("plain", { "accept-encoding": "gzip" }));
    expect(answer).toMatchObject({ headers: HEADERS, body: expect.stringContaining('"guid":"plain"') });
  });
});

describe("a packed item", () => {
  const headersOf = ({ updatedAt }: { readonly updatedAt: string }) => {
    const dated = { Vary: "Accept-Encoding", "Last-Modified": new Date(updatedAt).toUTCString() };
    return { ...HEADERS, ...dated, ...SOURCES };
  };

  it("is passed on unchanged to a client that accepts gzip", async () => {
    const item = packChart(CHART, new Date());
    await writeChartItem(item);
    const event = readEvent("charts-gzip", { adminToken: await getAdminToken(), body: '{"guid":"packed"}' });
    expect(await invokeCharts(event)).toEqual({
      statusCode: 200,
      headers: { ...headersOf(item), "Content-Encoding": "gzip" },
      body: Buffer.from(item.chart).toString("base64"),
      isBase64Encoded: true,
    });
    expect(JSON.parse(gunzipSync(item.chart).toString())).toEqual(CHART);
  });

  it("is decompressed for a client that does not accept gzip", async () => {
    const item = packChart(CHART, new Date());
    await writeChartItem(item);
    expect(await call("packed")).toEqual({ status: 200, headers: headersOf(item), body: CHART });
  });

  it.each([
    ["gzip", true],
    ["GZIP", true],
    ["gzip, deflate, br, zstd", true],
    ["br;q=1.0, gzip;q=0.8, *;q=0.1", true],
    ["*", true],
    ["gzip;q=0.5", true],
    ["gzip;q=0", false],
    ["gzip;q=0, *", false],
    ["*;q=0, identity", false],
    ["identity", false],
    ["br", false],
    ["", false],
    ["identity, gzip;q=0.5", false],
    ["gzipped", false],
    ["gzip;q=", true],
    ["gzip;q=x", false],
    ["gzip;q=-1", false],
    ["q=1;gzip", false],
    [";;;", false],
    [",".repeat(10_000), false],
    ["\0", false],
  ])("with Accept-Encoding: $0, uses gzip: $1", async (acceptEncoding, gzip) => {
    await writeChartItem(packChart(CHART, new Date()));
    const answer = await invokeCharts(await readChartsEvent("packed", { "accept-encoding": acceptEncoding }));
    expect([answer.statusCode, answer.isBase64Encoded === true]).toEqual([200, gzip]);
  });
});

describe("an episode", () => {
  it("without an item is not found", async () => {
    const answer = await callCharts(readEvent("charts-unknown-episode", { adminToken: await getAdminToken() }));
    expect(answer).toEqual(NOT_FOUND);
  });

  it.each([
    ["an empty list", { data: [] }],
    ["no list", {}],
    ["no points in its packed curve", packChart({ ...CHART, data: [] }, new Date())],
  ])("with %s has no data", async (_, item) => {
    await writeChartItem({ duration: 2, ...item, guid: "empty" });
    const body = { error: "No data found for the episode" };
    expect(await call("empty")).toEqual({ status: 404, headers: HEADERS, body });
  });
});

describe("a malformed item", () => {
  const data = [{ time: 0, percentage: 100 }];
  const describeItem = (problem: string) => `The chart item of "malformed" is malformed: ${problem}.`;
  const POINT = describeItem("data has an element that is not a point");
  const DURATION = describeItem("guid is not a string, or duration is not a number of seconds");
  const CHART_BYTES = describeItem("chart is not gzip");
  /** 10 KB that decompress to 10 MB of valid JSON. */
  const BOMB = gzipSync(JSON.stringify({ guid: "malformed", padding: "x".repeat(10_000_000) }));

  it.each([
    ["data that is not a list", { duration: 2, data: "x" }, describeItem("data is not a list")],
    ["data with an element that is not a point", { duration: 2, data: [null] }, POINT],
    ["a bad point among good ones", { duration: 2, data: [...data, { time: 1 }] }, POINT],
    ["a time that is text", { duration: 2, data: [{ time: "0", percentage: 100 }] }, POINT],
    ["a point without percentage", { duration: 2, data: [{ time: 0 }] }, POINT],
    ["no duration", { data }, DURATION],
    ["a duration that is text", { duration: "2", data }, DURATION],
    ["a duration beyond JavaScript's numbers", { duration: 2n ** 64n, data }, DURATION],
    ["a chart that is text", { duration: 2, points: 1, chart: "\x1f\x8b" }, CHART_BYTES],
    ["a chart that is a list", { duration: 2, points: 1, chart: [0x1f, 0x8b] }, CHART_BYTES],
    ["a chart that is not gzip", { duration: 2, points: 1, chart: Buffer.from("{}") }, CHART_BYTES],
    ["a chart with gzip's first byte", { duration: 2, points: 1, chart: Buffer.from([0x1f, 0]) }, CHART_BYTES],
    ["a chart with gzip's second byte", { duration: 2, points: 1, chart: Buffer.from([0, 0x8b]) }, CHART_BYTES],
  ])("with %s is a 500 without details and a line in the log, and other items are served", async (_, item, message) => {
    await writeChartItem({ guid: "malformed", ...item });
    await expectFault("identity", message);
    await expectFault("gzip", message);
    await writeChartItem(packChart(CHART, new Date()));
    expect((await call("packed")).status).toBe(200);
  });

  it.each([
    ["truncated", packChart(CHART, new Date()).chart.subarray(0, 30), "Error"],
    ["larger than an answer can be", BOMB, "RangeError"],
  ])("with a chart that is %s is a 500 for a client without gzip", async (_, chart, name) => {
    await writeChartItem({ guid: "malformed", duration: 2, points: 1, chart });
    const cause = expect.objectContaining({ name });
    await expectFault("identity", describeItem("chart can't be decompressed"), { cause });
  });

  async function expectFault(encoding: string, message: string, reason = {}): Promise<void> {
    const event = await readChartsEvent("malformed", { "accept-encoding": encoding });
    const body = { error: "Internal server error" };
    expect(await callCharts(event)).toEqual({ status: 500, headers: HEADERS, body });
    const error = { name: expect.any(String), message, stack: expect.any(String), ...reason };
    expect(log.errors.splice(0)).toEqual([{ level: "ERROR", code: "malformed-chart", requestId: "request-1", error }]);
  }
});

describe("Last-Modified", () => {
  it("is the time of the item's last update, packed or plain", async () => {
    await writeChartItem(packChart(CHART, new Date("2026-11-21T23:59:59.999Z")));
    expect((await call("packed")).headers).toHaveProperty("Last-Modified", "Sat, 21 Nov 2026 23:59:59 GMT");
    await writeChartItem({ ...CHART, guid: "dated", updatedAt: "2026-01-02T03:04:05Z" });
    expect((await call("dated")).headers).toHaveProperty("Last-Modified", "Fri, 02 Jan 2026 03:04:05 GMT");
  });

  it.each([undefined, "yesterday", 5, ""])("is left out if the item says %s", async (updatedAt) => {
    await writeChartItem({ ...CHART, guid: "undated", ...(updatedAt !== undefined && { updatedAt }) });
    expect((await call("undated")).headers).not.toHaveProperty("Last-Modified");
  });
});
