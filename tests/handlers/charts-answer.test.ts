import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { packChart } from "../../lib/packed-chart.ts";
import { useLog } from "../support/log.ts";
import { callCharts, getAdminToken, invokeCharts, readEvent, useConfiguredService } from "../support/service.ts";
import { writeChartItem } from "../support/tables.ts";

useConfiguredService();
const log = useLog();

const HEADERS = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };
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
  it("is served with exactly guid, duration and data", async () => {
    await writeChartItem({
      guid: "plain",
      duration: 2,
      data: [{ time: 0, percentage: 100, listeners: 7 }],
      title: "Episode",
    });
    expect(await call("plain")).toEqual({
      status: 200,
      headers: HEADERS,
      body: { guid: "plain", duration: 2, data: [{ time: 0, percentage: 100 }] },
    });
  });

  it("is served number for number, in ascending time, above 100 percent if it says so", async () => {
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
  it("is served as it lies to a client that accepts gzip", async () => {
    const item = packChart(CHART, new Date());
    await writeChartItem(item);
    const event = readEvent("charts-gzip", { adminToken: await getAdminToken(), body: '{"guid":"packed"}' });
    const answer = await invokeCharts(event);
    expect(answer).toEqual({
      statusCode: 200,
      headers: { ...HEADERS, "Content-Encoding": "gzip", Vary: "Accept-Encoding" },
      body: Buffer.from(item.chart).toString("base64"),
      isBase64Encoded: true,
    });
    expect(JSON.parse(gunzipSync(item.chart).toString())).toEqual(CHART);
  });

  it("is unpacked for a client that does not", async () => {
    await writeChartItem(packChart(CHART, new Date()));
    expect(await call("packed")).toEqual({
      status: 200,
      headers: { ...HEADERS, Vary: "Accept-Encoding" },
      body: CHART,
    });
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
  ])("takes Accept-Encoding: %s for gzip: %s", async (acceptEncoding, gzip) => {
    await writeChartItem(packChart(CHART, new Date()));
    const answer = await invokeCharts(await readChartsEvent("packed", { "accept-encoding": acceptEncoding }));
    expect(answer.isBase64Encoded === true).toBe(gzip);
  });

  it("tells what a listing shows without unpacking", () => {
    const item = packChart(CHART, new Date(0));
    expect(item).toMatchObject({ guid: "packed", duration: 3, points: 2, updatedAt: "1970-01-01T00:00:00.000Z" });
  });
});

describe("an episode", () => {
  it("without an item is not found", async () => {
    const answer = await callCharts(readEvent("charts-unknown-episode", { adminToken: await getAdminToken() }));
    expect(answer).toEqual({ status: 404, headers: HEADERS, body: { error: "Episode not found" } });
  });

  it.each([
    ["an empty list", { data: [] }],
    ["no list", {}],
    ["no points in its packed curve", packChart({ ...CHART, data: [] }, new Date())],
  ])("with %s has no data", async (_, item) => {
    await writeChartItem({ duration: 2, ...item, guid: "empty" });
    expect(await call("empty")).toEqual({
      status: 404,
      headers: HEADERS,
      body: { error: "No data found for the episode" },
    });
  });
});

describe("a malformed item", () => {
  const data = [{ time: 0, percentage: 100 }];
  const POINT = 'Malformed chart item of "malformed": a point of data';
  const DURATION = 'Malformed chart item of "malformed": guid or duration';
  const CHART_BYTES = 'Malformed chart item of "malformed": chart is not gzip';
  const CUT_OFF = packChart(CHART, new Date()).chart.subarray(0, 30);
  const bytesOf = (length: number, ...first: number[]) => Buffer.concat([Buffer.from(first)], length);
  /** 100 KB that are valid JSON of 100 MB. */
  const BOMB = gzipSync(JSON.stringify({ guid: "malformed", padding: "x".repeat(100_000_000) }));

  it.each([
    ["data that is no list", { duration: 2, data: "x" }, 'Malformed chart item of "malformed": data is not a list'],
    ["a point that is none", { duration: 2, data: [null] }, POINT],
    ["a bad point among good ones", { duration: 2, data: [...data, { time: 1 }] }, POINT],
    ["a time that is text", { duration: 2, data: [{ time: "0", percentage: 100 }] }, POINT],
    ["a negative time", { duration: 2, data: [{ time: -1, percentage: 100 }] }, POINT],
    ["a point without percentage", { duration: 2, data: [{ time: 0 }] }, POINT],
    ["a negative percentage", { duration: 2, data: [{ time: 0, percentage: -1 }] }, POINT],
    ["no duration", { data }, DURATION],
    ["a duration that is text", { duration: "2", data }, DURATION],
    ["a number that no JavaScript number holds", { duration: 2n ** 64n, data }, DURATION],
    ["a chart that is text", { duration: 2, points: 1, chart: "\x1f\x8b" }, CHART_BYTES],
    ["a chart that is a list", { duration: 2, points: 1, chart: [0x1f, 0x8b] }, CHART_BYTES],
    ["a chart that is not gzip", { duration: 2, points: 1, chart: Buffer.from("{}") }, CHART_BYTES],
    ["a chart that begins as gzip does", { duration: 2, points: 1, chart: bytesOf(30, 0x1f) }, CHART_BYTES],
    ["a chart that goes on as gzip does", { duration: 2, points: 1, chart: bytesOf(30, 0, 0x8b) }, CHART_BYTES],
    ["a chart too short for gzip", { duration: 2, points: 1, chart: bytesOf(17, 0x1f, 0x8b) }, CHART_BYTES],
    ["a chart that breaks off", { duration: 2, points: 1, chart: CUT_OFF }, CHART_BYTES],
    ["a chart that says it is more than an answer can hold", { duration: 2, points: 1, chart: BOMB }, CHART_BYTES],
  ])("with %s is a 500 that says nothing, and a line in the log; others are served", async (_, item, message) => {
    await writeChartItem({ guid: "malformed", ...item });
    await expectFault("identity", message);
    await expectFault("gzip", message);
    await writeChartItem(packChart(CHART, new Date()));
    expect((await call("packed")).status).toBe(200);
  });

  it("with a chart that is more than it says is a 500 where it has to be unpacked", async () => {
    const chart = Buffer.from(BOMB);
    chart.writeUInt32LE(100, chart.length - 4);
    await writeChartItem({ guid: "malformed", duration: 2, points: 1, chart });
    await expectFault("identity", 'Malformed chart item of "malformed": chart can\'t be unpacked', {
      cause: expect.objectContaining({ name: "RangeError" }),
    });
  });

  async function expectFault(encoding: string, message: string, reason = {}): Promise<void> {
    const event = await readChartsEvent("malformed", { "accept-encoding": encoding });
    expect(await callCharts(event)).toEqual({
      status: 500,
      headers: HEADERS,
      body: { error: "Internal server error" },
    });
    const error = { name: expect.any(String), message, stack: expect.any(String), ...reason };
    expect(log.errors.splice(0)).toEqual([{ level: "ERROR", requestId: "request-1", error }]);
  }
});
