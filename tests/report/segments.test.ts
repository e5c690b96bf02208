import { expect, it } from "vitest";
import { findSegments } from "../../report/segments.ts";
import { makeChapters, makeCurve, repeat } from "../support/exact.ts";
import { describeShow } from "../support/measured.ts";

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

/** Episodes are told apart by being other objects. */
const copy = (episode: ReturnType<typeof skip>) => ({ ...episode });

it("a segment keeps worst that is below each other, and best that is above each other", () => {
  const worst = { title: "Sponsor", kept: expect.closeTo(0.88, 1) };
  expect(findSegments(repeat(6, skip({ Sponsor: 0.25 })).map(copy))).toEqual({ worst, of: 3 });
  const best = { title: "Letters", kept: expect.closeTo(1, 1) };
  expect(findSegments(repeat(6, skip({ Sponsor: 0.4, News: 0.2, Tips: 0.2 }, FOUR)).map(copy))).toMatchObject({
    best,
    worst: { title: "Sponsor" },
  });
  expect(findSegments(repeat(6, skip({ Sponsor: 0.2, News: 0.2 })).map(copy))).toMatchObject({ best });
  expect(findSegments(repeat(6, skip({ Sponsor: 0.2, News: 0.2 })).map(copy))).not.toHaveProperty("worst");
});

it("a segment is best beside a worst one only of three others: of two, chance and the decline make one better", () => {
  const worst = { title: "Sponsor", kept: expect.any(Number) };
  expect(findSegments(repeat(6, skip({ Sponsor: 0.4, News: 0.2 })).map(copy))).toEqual({ worst, of: 3 });
});

it("a segment is no better because many leave before it and after it", () => {
  const computeStayed = (time: number, from: number) => 1 - 0.25 * Math.min(1, Math.max(0, (time - from) / 500));
  const curve = makeCurve((time) => 80 * computeStayed(time, FOUR.News) * computeStayed(time, FOUR.Letters));
  const episode = { curve, chapters: makeChapters(FOUR) };
  expect(findSegments(repeat(6, episode).map((one) => ({ ...one })))).toBeUndefined();
});

it("segments are compared from six episodes on, of three at least, if half of the episodes have them", () => {
  const episode = skip({ Sponsor: 0.25 });
  const two = skip({ Sponsor: 0.25 }, { Welcome: 0, News: 800, Sponsor: 1_400, Farewell: 2_700 });
  expect(findSegments(repeat(5, episode).map(copy))).toBeUndefined();
  expect(
    findSegments([...repeat(6, episode).map(copy), ...repeat(7, skip({}, { Welcome: 0 })).map(copy)]),
  ).toBeUndefined();
  expect(findSegments(repeat(6, two).map(copy))).toBeUndefined();
});

it("a segment is named only beyond chance, and three of a hundred apart", () => {
  expect(findSegments(repeat(6, skip({ Sponsor: 0.04 })).map(copy))).toBeUndefined();
  // On average as many skip it, in half of the episodes none.
  const parts = [0, 0.5, 0, 0.5, 0, 0.5];
  expect(findSegments(parts.map((part) => skip({ Sponsor: part })))).toBeUndefined();
  expect(findSegments(parts.map((part) => skip({ Sponsor: 0.25 + part / 50 })))).toHaveProperty("worst");
});

it("a show says so in one sentence, besides its five", () => {
  const tell = (segments: object) => {
    const findings = { compared: 8, habits: [], places: [], losses: [], lossesByChance: 1, change: {}, differing: [] };
    return describeShow({ ...findings, judged: 0, byChance: 0, segments: { of: 4, ...segments } });
  };
  const [best, worst] = [
    { title: "Letters", kept: 1.01 },
    { title: "Sponsor", kept: 0.784 },
  ];
  expect(tell({ best, worst }).map((line) => line.replaceAll("\u00a0", " "))).toEqual([
    "Of 4 recurring segments, “Letters” keeps its listeners best (100 % of those present at its start are there in it), and “Sponsor” worst (78 %), beyond the usual decline.",
  ]);
  expect(tell({ worst })[0]).toMatch(/^Of 4 recurring segments, “Sponsor” keeps its listeners worst \(78/);
});
