import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Chart, Point } from "../../../lib/chart.ts";
import { answerChart } from "../../../lib/episode/chart-answer.ts";
import { packChart } from "../../../lib/episode/packed-chart.ts";
import { makeAnyText } from "../../support/any-text.ts";

const DATE = new Date("2026-01-02T03:04:05.678Z");

/** Returns a packed chart as it is answered to clients with and without gzip. */
async function unpack(chart: Chart): Promise<unknown[]> {
  const item = { ...packChart(chart, DATE), source: "own" };
  const zipped = await answerChart(item, undefined, true);
  const plain = await answerChart(item, undefined, false);
  const unzipped = gunzipSync(Buffer.from(String(zipped.body), "base64"));
  return [String(unzipped), String(plain.body)].map((text) => JSON.parse(text));
}

function curve(points: number): Chart["data"] {
  return Array.from({ length: points }, (_, time) => ({ time, percentage: ((time * 7_919) % 10_000) / 100 }));
}

const amount = fc.oneof(
  fc.nat(),
  fc.constantFrom(0, 1e-7, 0.1 + 0.2, 123.45678901234567, 5e-324, Number.MAX_VALUE, 2 ** 53),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
);
const guid = makeAnyText({ minLength: 1, maxLength: 200 });

describe("a packed chart", () => {
  it("is served unchanged, number for number, whatever the GUID", async () => {
    const data = fc.array(fc.record({ time: amount, percentage: amount }, { noNullPrototype: true }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(guid, amount, data, async (guid, duration, data) => {
        const chart = { guid, duration, data };
        expect(await unpack(chart)).toEqual([chart, chart]);
      }),
    );
  });

  it("has the number of points and the time of the update beside the curve", () => {
    const item = packChart({ guid: "g", duration: 2, data: curve(2) }, DATE);
    expect(item).toMatchObject({ guid: "g", duration: 2, points: 2, updatedAt: "2026-01-02T03:04:05.678Z" });
  });

  it("holds only guid, duration and data", async () => {
    const chart = { guid: "g", duration: 1, data: curve(1), title: "not ours" };
    expect(await unpack(chart)).toEqual(Array(2).fill({ guid: "g", duration: 1, data: curve(1) }));
  });

  it("is accepted up to the longest JSON", () => {
    const data = Array<Point>(190_000).fill({ time: 0, percentage: 0 });
    const longest = "g".repeat(5_000_000 - JSON.stringify({ guid: "", duration: 1, data }).length);
    expect(packChart({ guid: longest, duration: 1, data }, DATE).points).toBe(data.length);
    expect(() => packChart({ guid: `${longest}g`, duration: 1, data }, DATE)).toThrow(
      "The chart is 5.1 MB of JSON; the limit is 5 MB.",
    );
  });

  it("is accepted up to the largest item, of which names, texts, bytes and 21 bytes for each number count", () => {
    const chart = { guid: "ä guid", duration: 2, data: curve(2) };
    const packed = packChart(chart, DATE);
    const texts = ["guid", "duration", "points", "updatedAt", "chart", packed.guid, packed.updatedAt];
    const others = 409_600 - (Buffer.byteLength(texts.join("")) + packed.chart.length + 2 * 21);
    expect(packChart(chart, DATE, others)).toEqual(packed);
    expect(() => packChart(chart, DATE, others + 1)).toThrow(
      expect.objectContaining({ name: "LimitError", bytes: 409_601, limit: 409_600 }),
    );
  });

  it("is refused if it is larger than a DynamoDB item can be", () => {
    const data = Array.from({ length: 60_000 }, (_, time) => ({ time, percentage: Math.abs(Math.sin(time) * 100) }));
    expect(() => packChart({ guid: "g", duration: 60_000, data }, DATE)).toThrow(
      /^The chart is \d{3} KB packed; the limit is 400 KB\.$/,
    );
  });
});
