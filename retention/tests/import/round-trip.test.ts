import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { Chart } from "../../../lib/chart.ts";
import { isKey } from "../../../lib/item.ts";
import { makeAnyText } from "../../../tests/support/any-text.ts";
import { formatCsv } from "../../cli/commands/get.ts";
import { computePoints } from "../../sources/curve/chart-points.ts";
import { errorOf } from "../support/facts.ts";
import { onlyCurve, parse } from "./formats.ts";

/** Imports the chart in a CSV. */
function importCsv(csv: string): Chart {
  const curve = onlyCurve(parse(csv));
  const { guid = "", duration = -1 } = curve;
  return { guid, duration, data: computePoints(curve, duration) };
}

const amount = fc
  .oneof(
    fc.nat(9_000),
    fc.double({ min: 0, max: 1e9, noNaN: true }),
    fc.constantFrom(0, 1e-7, 1e21, 123.45678901234567, 5e-324),
  )
  .map(Math.abs);
const guid = fc
  .oneof(
    fc.webUrl(),
    makeAnyText(),
    fc.string({ unit: fc.constantFrom('"', ",", ";", "\r", "\n", "x", " ", "=", "'") }),
  )
  .filter((text) => isKey(text) && text.trim() !== "");
const points = fc.array(fc.record({ time: amount, percentage: amount }, { noNullPrototype: true }), { minLength: 1 });
const chart = fc.tuple(guid, points, fc.boolean()).map(([guid, points, endsWithPoint]): Chart => {
  const data = points.toSorted((one, other) => one.time - other.time);
  const end = data.at(-1)?.time ?? 0;
  return { guid, duration: endsWithPoint ? end : end + 1, data };
});

afterEach(() => {
  process.stdout.isTTY = false;
});

describe("the CSV of a chart", () => {
  it("is imported again point for point, with GUID, duration and source, even with a point at the end", () => {
    fc.assert(
      fc.property(chart, fc.constantFrom("own", "youtube", "some-platform-7"), (one, source) => {
        const csv = formatCsv({ chart: one, source });
        expect(importCsv(csv)).toEqual(one);
        expect(onlyCurve(parse(csv)).source ?? "own").toBe(source);
      }),
      { numRuns: 500 },
    );
  });

  it("has no GUID that a spreadsheet runs", () => {
    const chart = { guid: '=HYPERLINK("https://example.com")', duration: 9, data: [{ time: 0, percentage: 100 }] };
    const csv = formatCsv({ chart, source: "own" });
    expect(csv).toContain(`0,100,"'=HYPERLINK(""https://example.com"")",9\r\n`);
    expect(importCsv(csv)).toEqual(chart);
  });

  it("of a platform has its source, so that it is never imported in place of the own chart", () => {
    const data = [{ time: 0, percentage: 104.2 }];
    const csv = formatCsv({ chart: { guid: "g", duration: 9, data }, source: "youtube" });
    expect(csv).toBe("time,percentage,guid,duration,source\r\n0,104.2,g,9,youtube\r\n");
    expect(parse(csv).curves).toEqual([expect.objectContaining({ source: "youtube" })]);
  });

  it("is refused with a point beyond the duration, as a chart is", () => {
    const { refusals, curves } = parse("time,percentage,guid,duration\r\n0,1,g,5\r\n6,1,g,5\r\n");
    expect(refusals).toEqual([]);
    expect(() => curves.map((curve) => computePoints(curve, 5))).toThrow(errorOf("point-beyond-duration", /6 s .*5 s/));
  });

  it("has no control characters on a terminal", () => {
    process.stdout.isTTY = true;
    const chart = { guid: "\u001b[2Jx", duration: 1, data: [{ time: 0, percentage: 1 }] };
    expect(formatCsv({ chart, source: "own" })).toMatch("0,1,\uFFFD[2Jx,1");
  });
});
