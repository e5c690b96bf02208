import { describe, expect, it } from "vitest";
import { findChapterLoss } from "../../report/episode/chapter-loss.ts";
import { makeChapters, makeCurve, makeSteps, spreadAround } from "./exact.ts";

const TIMES = { Welcome: 0, Letters: 1_000, Talk: 1_600, News: 2_000 };

/** An episode of which 80 % are there until a part leaves during "Letters", and a part of the rest during "News". */
function lose(letters: number, news = 0, { step = 1e-9, times = TIMES }: { step?: number; times?: object } = {}) {
  const rest = 80 * (1 - letters);
  const getLevel = makeSteps({ 1300: 80, 2500: rest }, rest * (1 - news));
  return { chapters: makeChapters({ ...times }), curve: makeCurve(getLevel, { step }) };
}

/** Others that lose a tenth during "Letters", more or less. Only this chapter is between their opening and ending. */
const VARIED = spreadAround(0.1, 0.01).map((part) => lose(part));
const EQUAL = Array.from({ length: 5 }, () => lose(0.1));

describe("the loss of a chapter", () => {
  const only = { times: { Welcome: 0, Letters: 1_000, Talk: 1_600 } };

  it("has who is gone at its end, beside the usual", () => {
    expect(findChapterLoss(lose(0.3), VARIED, 1)).toEqual({
      ...{ kind: "loss", chapter: "Letters", from: 1_000, to: 1_600, isCertain: true },
      ...{ before: 80, within: expect.closeTo(56, 9), after: expect.closeTo(56, 9) },
      ...{ share: expect.closeTo(0.3, 9), usual: expect.closeTo(0.1, 9) },
    });
  });

  it("is beyond the prediction interval of the others", () => {
    // Student's t is 4.032 at 0.5 % and five degrees, the deviation the root of 0.001 / 5 * (1 + 1 / 6): 0.0616 in all.
    const others = spreadAround(0.1, 0.01).map((part) => lose(part, 0, only));
    expect(findChapterLoss(lose(0.161, 0, only), others, 1)).toBeUndefined();
    expect(findChapterLoss(lose(0.162, 0, only), others, 1)).toBeDefined();
  });

  it("is certain beyond the chance of all episodes together", () => {
    expect(findChapterLoss(lose(0.19), VARIED, 1)?.isCertain).toBe(true);
    expect(findChapterLoss(lose(0.19), VARIED, 100)).toMatchObject({ chapter: "Letters" });
    expect(findChapterLoss(lose(0.19), VARIED, 100)?.isCertain).toBeUndefined();
  });

  it("is farther beyond it where several chapters share the chance of being wrong", () => {
    // At 0.5 % / 2, it is 4.773: 0.0729 in all.
    expect(findChapterLoss(lose(0.172), VARIED, 1)).toBeUndefined();
    expect(findChapterLoss(lose(0.174), VARIED, 1)).toBeDefined();
  });

  it("is five points more than the usual at least", () => {
    expect(findChapterLoss(lose(0.149), EQUAL, 1)).toBeUndefined();
    expect(findChapterLoss(lose(0.151), EQUAL, 1)).toBeDefined();
    expect(findChapterLoss(lose(0.01), EQUAL, 1)).toBeUndefined();
  });

  it("is told from five others on that have its title", () => {
    expect(findChapterLoss(lose(0.5), EQUAL, 1)).toBeDefined();
    expect(findChapterLoss(lose(0.5), EQUAL.slice(1), 1)).toBeUndefined();
    const twice = { times: { Welcome: 0, "Part 1": 1_000, "Part 2": 1_600, News: 2_000 } };
    const others = Array.from({ length: 5 }, () => lose(0.1, 0, twice));
    expect(findChapterLoss(lose(0.5, 0, twice), others, 1)).toBeUndefined();
  });

  it("is the largest beyond the usual, not the largest of all", () => {
    const times = { ...TIMES, Farewell: 3_000 };
    const others = Array.from({ length: 5 }, () => lose(0, 0.4, { times }));
    expect(findChapterLoss(lose(0.3, 0.6, { times }), others, 1)?.chapter).toBe("Letters");
    expect(findChapterLoss(lose(0.15, 0.6, { times }), others, 1)?.chapter).toBe("News");
  });

  it.each([
    [300, 3_300, true],
    [299, 3_300, false],
    [300, 3_301, false],
  ])("is of a chapter between opening and ending: from %i to %i seconds is %s", (from, to, isInner) => {
    const times = { Welcome: 0, Letters: from, Talk: to };
    const others = Array.from({ length: 5 }, () => lose(0.1, 0, { times }));
    expect(findChapterLoss(lose(0.5, 0, { times }), others, 1) !== undefined).toBe(isInner);
  });

  it("is more than chance explains in an episode of few listeners", () => {
    // Of 100 listeners, 80 are present: 4.604 times the root of 0.33 * 0.67 / 80 is 0.242, that of 0.36 * 0.64 / 80 is 0.247.
    const of = (left: number, step = 1) => lose(left, 0, { ...only, step });
    const others = Array.from({ length: 5 }, () => lose(0.1, 0, only));
    expect(findChapterLoss(of(0.33), others, 1)).toBeUndefined();
    expect(findChapterLoss(of(0.36), others, 1)).toBeDefined();
    // The others have as much chance of 0.1 * 0.9 / 80 in their own spread: 0.159 of 0.25, and 0.166 of 0.29.
    const few = Array.from({ length: 5 }, () => of(0.1));
    expect(findChapterLoss(of(0.25), few, 1)).toBeUndefined();
    expect(findChapterLoss(of(0.29), few, 1)).toBeDefined();
    expect(findChapterLoss(of(0.16, 1e-9), few, 1)).toBeDefined();
  });
});
