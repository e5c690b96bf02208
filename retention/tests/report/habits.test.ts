import { describe, expect, it } from "vitest";
import { findHabits } from "../../report/show/habits.ts";
import { makeChapters, makeCurve, makeSteps, repeat, spreadAround } from "./exact.ts";

const TIMES = { Welcome: 0, Sponsor: 1_000, Talk: 1_600 };

/** An episode that nobody leaves, of which a part skips the middle of the sponsor; a negative part hears it again. */
const skip = (part: number, times: Readonly<Record<string, number>> = TIMES) => {
  const curve = makeCurve((time) => (time > 1_200 && time < 1_400 ? 80 * (1 - part) : 80));
  return { curve, chapters: makeChapters(times) };
};

/** An episode of which a part leaves within a chapter, and nobody before and after it. */
const lose = (part: number, from: number, to: number) => {
  const curve = makeCurve((time) => (time < (from + to) / 2 ? 80 : 80 * (1 - part)));
  return { curve, chapters: makeChapters({ Welcome: 0, Letters: from, Talk: to }) };
};

describe("a habit", () => {
  it("is of a chapter in more than five episodes, and in half of them at least", () => {
    const without = skip(0, { Welcome: 0 });
    const found = { title: "Sponsor", name: "sponsor", kind: "skip", share: expect.closeTo(0.25, 9), episodes: 6 };
    expect(findHabits(repeat(6, skip(0.25)))).toEqual([found]);
    expect(findHabits(repeat(5, skip(0.25)))).toEqual([]);
    expect(findHabits([...repeat(6, skip(0.25)), ...repeat(6, without)])).toEqual([found]);
    expect(findHabits([...repeat(6, skip(0.25)), ...repeat(7, without)])).toEqual([]);
  });

  it("is of no title that an episode has twice, or that is only a number: which one is meant is not known", () => {
    const ofTitles = (sponsor: string, talk: string) => skip(0.25, { Welcome: 0, [sponsor]: 1_000, [talk]: 1_600 });
    expect(findHabits(repeat(6, ofTitles("Sponsor", "Part 2")))).toHaveLength(1);
    expect(findHabits(repeat(6, ofTitles("Part 1", "Part 2")))).toEqual([]);
    expect(findHabits(repeat(6, ofTitles("1: Sponsor", "Talk")))).toEqual([]);
  });

  it("is three of a hundred at least, and no passage that is heard again", () => {
    expect(findHabits(repeat(6, skip(0.031)))).toHaveLength(1);
    expect(findHabits(repeat(6, skip(0.029)))).toEqual([]);
    expect(findHabits([...repeat(7, skip(0.05)), ...repeat(5, skip(-1))])).toEqual([]);
  });

  it("is clear by Student's t over the episodes", () => {
    // A mean of 0.1, with a standard deviation of a spread times the root of two, is t = 0.1 * root(6) / root(2) / spread.
    const of = (t: number, times: Readonly<Record<string, number>> = TIMES) =>
      spreadAround(0.1, (0.1 * Math.sqrt(3)) / t).map((part) => skip(part, times));
    // At 5 % for skipping and leaving together, t is 2.571 with five degrees.
    expect(findHabits(of(2.5))).toEqual([]);
    expect(findHabits(of(2.65))).toHaveLength(1);
    // At 5 % for two chapters, it is 3.163. A chapter of too few episodes is not looked at.
    const more = { ...TIMES, News: 2_200 };
    expect(findHabits(of(2.65, { ...more, Farewell: 2_800 }))).toEqual([]);
    const five = of(2.65).map((episode, index) =>
      index === 0 ? episode : { ...episode, chapters: makeChapters(more) },
    );
    expect(findHabits(five)).toHaveLength(1);
  });

  it("is none where nobody is present", () => {
    const curve = makeCurve(makeSteps({ 600: 80 }, 0));
    expect(findHabits(repeat(6, { curve, chapters: makeChapters(TIMES) }))).toEqual([]);
  });

  it("is of a chapter between opening and ending", () => {
    const isInner = (from: number, to: number) => {
      const curve = makeCurve((time) => (Math.abs(time - (from + to) / 2) < 100 ? 60 : 80));
      return (
        findHabits(repeat(6, { curve, chapters: makeChapters({ Welcome: 0, Sponsor: from, Talk: to }) })).length > 0
      );
    };
    expect([isInner(300, 1_000), isInner(299, 1_000)]).toEqual([true, false]);
    expect([isInner(2_600, 3_300), isInner(2_600, 3_301)]).toEqual([true, false]);
  });
});

describe("a chapter that listeners leave", () => {
  it("is told if two minutes before it and after it are neither opening nor ending", () => {
    const find = (from: number, to: number) => findHabits(repeat(6, lose(0.2, from, to))).map(({ kind }) => kind);
    expect(find(420, 1_000)).toEqual(["loss"]);
    expect(find(419, 1_000)).toEqual([]);
    expect(find(2_600, 3_180)).toEqual(["loss"]);
    expect(find(2_600, 3_181)).toEqual([]);
  });

  it("is told from six episodes on in which that is so", () => {
    const [known, unknown] = [lose(0.2, 1_000, 1_600), lose(0.2, 2_600, 3_181)];
    expect(findHabits([...repeat(5, known), unknown])).toEqual([]);
    expect(findHabits([...repeat(6, known), unknown])).toMatchObject([{ title: "Letters", kind: "loss", episodes: 7 }]);
  });

  it("may be skipped, too, where nothing is known of the decline beside it", () => {
    const curve = makeCurve((time) => (time > 2_800 && time < 3_000 ? 60 : 80));
    const chapters = makeChapters({ Welcome: 0, Sponsor: 2_600, Farewell: 3_200 });
    expect(findHabits(repeat(6, { curve, chapters }))).toMatchObject([{ kind: "skip", share: 0.25, episodes: 6 }]);
  });

  it("loses more than its own rate on both sides, which is read ten minutes before and after", () => {
    // Listeners and one more halve in each ten minutes beside the chapter, but from 39 to 9 in it.
    const levels = makeSteps({ 700: 79, 1300: 39, 1900: 9 }, 4);
    const episode = { curve: makeCurve(levels), chapters: makeChapters({ Welcome: 0, Letters: 1_000, Talk: 1_600 }) };
    expect(findHabits(repeat(6, episode))).toMatchObject([{ kind: "loss", share: expect.closeTo(1 / 2 - 9 / 39, 9) }]);
  });

  it.each([
    ["after", makeSteps({ 1300: 80, 1900: 44 }, 20)],
    ["before", makeSteps({ 700: 100, 1300: 40 }, 20)],
  ])("does not lose more than the side %s it, alone", (_, levels) => {
    const episode = { curve: makeCurve(levels), chapters: makeChapters({ Welcome: 0, Letters: 1_000, Talk: 1_600 }) };
    expect(findHabits(repeat(6, episode))).toEqual([]);
  });
});
