import { expect, it } from "vitest";
import { isAmount, tryParseChart } from "../../../lib/chart.ts";
import { listCurves } from "../../../lib/episode/curves.ts";

it.each([0, 0.5, Number.MAX_VALUE])("%d is an amount", (value) => {
  expect(isAmount(value)).toBe(true);
});

it.each([-0.5, Number.NaN, Number.POSITIVE_INFINITY, "1", 1n, true, null, undefined, [1]])(
  "%s is not an amount",
  (value) => {
    expect(isAmount(value)).toBe(false);
  },
);

const point = (time: number) => ({ time, percentage: 100 - time });
const answer = { guid: "g", duration: 4, data: [point(2), point(0), point(1)] };

it("an answer's chart has its points in order of time, and nothing but what a chart has", () => {
  const chart = { guid: "g", duration: 4, data: [point(0), point(1), point(2)] };
  expect(tryParseChart({ ...answer, title: "T" })).toEqual(chart);
});

it.each([
  undefined,
  "chart",
  [],
  {},
  { guid: "g", duration: 4 },
  { ...answer, guid: 7 },
  { ...answer, duration: "4" },
  { ...answer, duration: -1 },
  { ...answer, data: { length: 0 } },
  { ...answer, data: [point(0), { time: 1 }] },
])("%j has no chart", (answer) => {
  expect(tryParseChart(answer)).toBeUndefined();
});

it("the curves of an episode come in order of their platforms, without those that have no points", () => {
  const curve = (points: number) => ({ chart: new Uint8Array(1), points });
  const item = { guid: "g", "curve:youtube": curve(2), "curve:apple": curve(2), "curve:op3": curve(0) };
  expect(listCurves(item).map(({ source }) => source)).toEqual(["apple", "youtube"]);
  const reversed = { guid: "g", "curve:apple": curve(2), "curve:youtube": curve(2) };
  expect(listCurves(reversed).map(({ source }) => source)).toEqual(["apple", "youtube"]);
});
