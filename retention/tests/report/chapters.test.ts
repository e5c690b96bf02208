import { describe, expect, it } from "vitest";
import { computeChapterRows, findTitle, measurePresent, nameChapters } from "../../report/episode/chapters.ts";
import { computeChapters } from "../../report/make/episode-name.ts";
import { computeEpisode } from "../../report/make/measure-episode.ts";
import type { Chapter } from "../../report/usual/measured.ts";
import { makeChart } from "../support/report.ts";
import { makeChapters, makeCurve, makeSteps } from "./exact.ts";
import { simulate, tellFindings } from "./measured.ts";

const chapters: readonly Chapter[] = makeChapters({ Welcome: 0, "Sponsor #1": 1_000, Talk: 1_600 });

/** An episode of which a part skips the sponsor, and a part is gone after it. */
const makeEpisode = (present: number, skipped: number, left: number) => {
  const after = present * (1 - left);
  return { chapters, curve: makeCurve(makeSteps({ 1200: present, 1500: after * (1 - skipped) }, after)) };
};

/** Tells of which rows the usual is known. */
const listUsual = (...args: Parameters<typeof computeChapterRows>) =>
  computeChapterRows(...args).map(({ usual }) => usual !== undefined);

describe("a chapter in the table", () => {
  const episode = makeEpisode(80, 0.2, 0.25);
  const others = [
    [90, 0.1, 0],
    [70, 0.3, 0.1],
    [60, 0.2, 0.2],
    [50, 0.5, 0.4],
    [40, 0.4, 0.5],
  ].map(([present = 0, skipped = 0, left = 0]) => makeEpisode(present, skipped, left));

  it("has who is present before it, the part of those present on both sides who skip it, and the part that leaves", () => {
    const [, row] = computeChapterRows(episode, []);
    expect(row).toEqual({
      ...{ title: "Sponsor #1", time: 1_000, end: 1_600, present: 80 },
      ...{ skipped: expect.closeTo(0.2, 9), left: expect.closeTo(0.25, 9) },
    });
  });

  it("is skipped by nobody and left by nobody where nobody is present", () => {
    const curve = makeCurve(makeSteps({ 600: 100 }, 0));
    expect(computeChapterRows({ chapters, curve }, [])[2]).toMatchObject({ present: 0, skipped: 0, left: 0 });
  });

  it("has the medians of five others with that title as its usual, and none of four", () => {
    const [, row] = computeChapterRows(episode, others);
    expect(row?.usual).toEqual({ present: 60, skipped: expect.closeTo(0.3, 9), left: expect.closeTo(0.2, 9) });
    expect(computeChapterRows(episode, others.slice(1)).some(({ usual }) => usual)).toBe(false);
  });

  it("has no usual of other titles, nor of one that an episode has twice", () => {
    const rename = (titles: readonly string[]) => (other: typeof episode) => {
      return { ...other, chapters: other.chapters.map(({ time }, index) => ({ time, title: titles[index] ?? "" })) };
    };
    const renamed = others.map(rename(["Welcome", "Letters", "Talk"]));
    expect(listUsual(episode, renamed)).toEqual([true, false, true]);
    const parts = rename(["Part 1", "Part 2", "Talk"]);
    expect(listUsual(parts(episode), others.map(parts))).toEqual([false, false, true]);
  });

  it("has a number where the episode has several of its title, and is compared with those of its number", () => {
    const twice = (episode: ReturnType<typeof makeEpisode>) => {
      const times = { Welcome: 0, sponsor: 1_000, Talk: 1_600, "Sponsor ": 1_800 };
      return { ...episode, chapters: makeChapters(times) };
    };
    const rows = computeChapterRows(twice(episode), others.map(twice));
    expect(rows.map(({ title }) => title)).toEqual(["Welcome", "sponsor (1)", "Talk", "Sponsor (2)"]);
    expect(rows.map(({ usual }) => usual?.left)).toEqual([0, expect.closeTo(0.2, 9), 0, 0]);
    // Those of an episode that has one sponsor are others.
    expect(listUsual(twice(episode), others)).toEqual([true, false, true, false]);
  });

  it("ends where the feed says so, and until the next one there is none", () => {
    const computeRows = (end: number) =>
      computeChapterRows({ ...episode, chapters: chapters.with(1, { time: 1_000, title: "Sponsor #1", end }) }, []);
    const rows = computeRows(1_100);
    expect(rows.map((row) => row.end)).toEqual([1_000, 1_100, 3_600]);
    const titles = [1_099, 1_100, 1_599, 1_600].map((time) => findTitle(rows, time));
    expect(titles).toEqual(["Sponsor #1", undefined, undefined, "Talk"]);
    // An end beyond the next one, or before its start, is none.
    expect([2_000, 900, 1_000].map((end) => computeRows(end)[1]?.end)).toEqual([1_600, 1_600, 1_600]);
  });

  it("has no numbers over what can't be read behind it", () => {
    const open = chapters.with(1, { time: 1_000, title: "Sponsor #1", isOpen: true });
    expect(computeChapterRows({ ...episode, chapters: open }, []).map(({ title }) => title)).toEqual([
      "Welcome",
      "Talk",
    ]);
  });

  it("is measured once, however many episodes it is compared with", () => {
    let count = 0;
    const counted = { chapters, curve: makeCurve(() => 80 + 0 * count++) };
    computeChapterRows(counted, []);
    const first = count;
    computeChapterRows(counted, others);
    expect([first > 0, count]).toEqual([true, first]);
  });

  it("is none of an episode without chapters", () => {
    expect(computeChapterRows({ curve: makeCurve(() => 80) }, others)).toEqual([]);
    expect(tellFindings(simulate(1), [])).not.toHaveProperty("chapters");
  });
});

describe("chapters that can't be read are counted, and no other takes their place", () => {
  const USUAL = ["0:00", "10:00", "33:20", "35:00", "1:10:00"];
  const read = (starts: readonly string[], titles: readonly string[] = []) => {
    const listed = starts.map((start, index) => ({ start, title: titles[index] ?? `Chapter ${index + 1}` }));
    const curve = { chart: makeChart("bad", 100, 100, 0, 4_500), updatedAt: "2026-01-01T00:00:00Z" };
    const { chapters = [], badChapters } = computeEpisode({ guid: "bad", curves: [curve] }, computeChapters(listed));
    return { chapters: chapters.map(({ time, end, isOpen }) => [time, isOpen ? "?" : end]), badChapters };
  };
  const all = [600, 2_000, 2_100, 4_200].map((time) => [time, undefined]);

  it.each([
    ["none", USUAL, [], [[0, undefined], ...all], undefined],
    [
      "a comma",
      USUAL.with(3, "00:35:00,000"),
      [],
      [
        [0, undefined],
        [600, undefined],
        [2_000, "?"],
        [4_200, undefined],
      ],
      [1, "00:35:00,000"],
    ],
    ["the first", USUAL.with(0, "soon"), [], all, [1, "soon"]],
    [
      "no title",
      USUAL,
      ["a", "b", "c", " ", "e"],
      [
        [0, undefined],
        [600, undefined],
        [2_000, 2_100],
        [4_200, undefined],
      ],
      [1, "35:00"],
    ],
    [
      "one beyond the end",
      USUAL.with(4, "1:20:00"),
      [],
      [
        [0, undefined],
        [600, undefined],
        [2_000, undefined],
        [2_100, "?"],
      ],
      [1, "1:20:00"],
    ],
    ["the mark of the end", [...USUAL, "1:15:05"], [], [[0, undefined], ...all], undefined],
    ["frames", USUAL.map((start) => `${start}:12:00:00`), [], [], [5, "0:00:12:00:00"]],
  ])("%s", (_, starts, titles, chapters, bad) => {
    const [count, first] = bad ?? [];
    expect(read(starts, titles)).toEqual({ chapters, badChapters: bad && { count, of: starts.length, first } });
  });

  it.each([
    ["minutes as hours", ["0:00:00", "10:00:00", "33:20:00", "35:00:00", "70:00:00"], "10:00:00", 4, "beyond"],
    ["milliseconds", ["0", "600000", "2000000", "2100000", "4200000"], "166:40:00", 4, "beyond"],
    ["minutes", ["0", "10", "33.3", "35", "70"], "0:00", 5, "early"],
    ["fractions", ["0", "0.13", "0.44", "0.47", "0.93"], "0:00", 5, "early"],
  ])("and none is used of a list in another unit: %s", (_, starts, first, count, unused) => {
    expect(read(starts)).toEqual({ chapters: [], badChapters: { count, of: 5, first, unused } });
  });

  it("and those of an opening are used, also if nothing follows them", () => {
    expect(read(["0", "10", "33.3", "35", "80"]).chapters).toHaveLength(5);
    expect(read(["0", "10", "33.3", "70"]).chapters).toHaveLength(4);
  });
});

describe("who is present at a time", () => {
  const peakAt = (peak: number, seconds: number) => {
    return measurePresent(
      makeCurve((time) => (Math.abs(time - peak) < 1 ? 90 : 50), { seconds }),
      1_000,
    );
  };

  it.each([
    ["10 seconds before it to two minutes after it", 5, 990, 1_120],
    ["a bin before it, in coarse curves", 25, 975, 1_100],
    ["a bin before it to a bin after it, in the coarsest", 150, 850, 1_150],
  ])("is read from %s", (_, seconds, first, last) => {
    const places = [first - seconds, first, last, last + seconds];
    expect(places.map((place) => peakAt(place, seconds))).toEqual([50, 90, 90, 50]);
  });
});

it("titles are the same in lower case, without digits, up to a colon, and name nothing without anything else", () => {
  const name = (...titles: string[]) =>
    nameChapters(titles.map((title) => ({ time: 0, title }))).map((chapter) => chapter.name);
  expect(name("Quiz #3: Tides", "NEWS of 2026")).toEqual(["quiz", "news of"]);
  expect(name("12", "Letters 1", "letters: 2")).toEqual([undefined, undefined, undefined]);
});
