import { expect, it } from "vitest";
import { findSegments } from "../../report/show/segments.ts";
import { makeChapters, makeCurve } from "./exact.ts";

const TIMES = { Welcome: 0, News: 800, Sponsor: 1_400, Letters: 2_000, Farewell: 2_700 };
const FOUR = { Welcome: 0, News: 700, Sponsor: 1_200, Letters: 1_700, Tips: 2_200, Farewell: 2_700 };

/** An episode of which parts skip the middle of a segment, and nobody leaves. */
const skip = (parts: Readonly<Record<string, number>>, times: Readonly<Record<string, number>> = TIMES) => {
  const segments = Object.entries(times);
  const curve = makeCurve((time) => {
    const index = segments.findLastIndex(([, start]) => start <= time);
    const [title = "", start = 0] = segments[index] ?? [];
    const end = segments[index + 1]?.[1] ?? 3_600;
    return time > start + 150 && time < end - 150 ? 80 * (1 - (parts[title] ?? 0)) : 80;
  });
  return { curve, chapters: makeChapters(times) };
};

/** Makes such episodes, which are told apart by being other objects. */
const skipAll = (count: number, ...plan: Parameters<typeof skip>) => Array.from({ length: count }, () => skip(...plan));

it("a segment keeps worst that is below each other, and best that is above each other", () => {
  const worst = { title: "Sponsor", kept: expect.closeTo(0.88, 1) };
  expect(findSegments(skipAll(6, { Sponsor: 0.25 }))).toEqual({ worst, of: 3 });
  const best = { title: "Letters", kept: expect.closeTo(1, 1) };
  const four = findSegments(skipAll(6, { Sponsor: 0.4, News: 0.2, Tips: 0.2 }, FOUR));
  expect(four).toMatchObject({ best, worst: { title: "Sponsor" } });
  expect(findSegments(skipAll(6, { Sponsor: 0.2, News: 0.2 }))).toEqual({ best, of: 3 });
});

it("a segment is best beside a worst one only of three others: of two, chance and the decline make one better", () => {
  const worst = { title: "Sponsor", kept: expect.any(Number) };
  expect(findSegments(skipAll(6, { Sponsor: 0.4, News: 0.2 }))).toEqual({ worst, of: 3 });
});

it("a segment is no better because many leave before it and after it", () => {
  const computeStayed = (time: number, from: number) => 1 - 0.25 * Math.min(1, Math.max(0, (time - from) / 500));
  const curve = makeCurve((time) => 80 * computeStayed(time, FOUR.News) * computeStayed(time, FOUR.Letters));
  const episodes = Array.from({ length: 6 }, () => ({ curve, chapters: makeChapters(FOUR) }));
  expect(findSegments(episodes)).toBeUndefined();
});

it("segments are compared from six episodes on, of three at least, if half of the episodes have them", () => {
  const sponsor = { Sponsor: 0.25 };
  expect(findSegments(skipAll(5, sponsor))).toBeUndefined();
  expect(findSegments([...skipAll(6, sponsor), ...skipAll(7, {}, { Welcome: 0 })])).toBeUndefined();
  const two = { Welcome: 0, News: 800, Sponsor: 1_400, Farewell: 2_700 };
  expect(findSegments(skipAll(6, sponsor, two))).toBeUndefined();
});

it("a segment is named only beyond chance, and three of a hundred apart", () => {
  expect(findSegments(skipAll(6, { Sponsor: 0.04 }))).toBeUndefined();
  // On average as many skip it, in half of the episodes none.
  const parts = [0, 0.5, 0, 0.5, 0, 0.5];
  expect(findSegments(parts.map((part) => skip({ Sponsor: part })))).toBeUndefined();
  expect(findSegments(parts.map((part) => skip({ Sponsor: 0.25 + part / 50 })))).toHaveProperty("worst");
});
