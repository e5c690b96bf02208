import { describe, expect, it } from "vitest";
import { addCredits } from "../../report/credits.ts";
import type { Measured } from "../../report/findings.ts";
import { makeChapters, makeCurve, spreadAround } from "../support/exact.ts";

const END = 3_600;

/** Where the credits of these episodes begin, in seconds before the end. */
const CREDITS = 150;

let made = 0;

/** Makes an episode of an hour from its exact levels by seconds before the end, in bins of some seconds. */
function makeEpisode(getRest: (rest: number) => number, seconds = 5, more: Partial<Measured> = {}): Measured {
  const getLevel = (time: number) => getRest(END - time);
  const profile = { end: END, getLevel, places: [], opening: [], ending: [] };
  const curve = makeCurve(getLevel, { seconds });
  const figures = { average: 60, last5percent: 30 };
  return { guid: `${made++}`, kind: "peak", end: END, step: 1e-9, curve, profile, figures, ...more };
}

/** Makes an episode of which a part of the 80 % who are present leaves at a time before the end. */
const fall = (part: number, rest = CREDITS, seconds = 5) => {
  return makeEpisode((left) => (left >= rest ? 80 : 80 * (1 - part)), seconds);
};

const five = (make: () => Measured) => Array.from({ length: 5 }, make);

/** Finds how many seconds before the end the credits of the first of several episodes begin. */
function find(...episodes: Measured[]): number | undefined {
  const [first] = addCredits(episodes);
  return first?.credits === undefined ? undefined : END - first.credits;
}

/** Finds the same in a show of six equal episodes. */
const findInAll = (make: () => Measured) => find(make(), ...five(make));

describe("credits that listeners leave at", () => {
  it("begin where a quarter of those present leave in five others, and half of that in the episode", () => {
    expect(findInAll(() => fall(0.25))).toBe(CREDITS);
    expect(findInAll(() => fall(0.24))).toBeUndefined();
    const others = five(() => fall(0.5));
    expect(find(fall(0.25), ...others)).toBe(CREDITS);
    expect(find(fall(0.24), ...others)).toBeUndefined();
    expect(find(fall(0.5), ...others.slice(1))).toBeUndefined();
  });

  it("leave an episode that has none as it is", () => {
    const [first, ...others] = [fall(0), ...five(() => fall(0.5))];
    expect(addCredits([first, ...others])[0]).toBe(first);
  });

  it("are where a tenth of those present hears the end: otherwise, the file ends there", () => {
    const hear = (last: number) => findInAll(() => makeEpisode((rest) => (rest >= CREDITS ? 80 : last)));
    expect([hear(8), hear(8.1)]).toEqual([undefined, CREDITS]);
    const others = five(() => fall(0.5)).with(0, fall(1));
    expect(find(fall(0.5), ...others)).toBeUndefined();
  });

  it("begin in the last five minutes, and before the last 20 seconds or two bins", () => {
    expect([300, 305].map((rest) => findInAll(() => fall(0.5, rest)))).toEqual([300, undefined]);
    expect([25, 20].map((rest) => findInAll(() => fall(0.5, rest)) !== undefined)).toEqual([true, false]);
    expect([65, 60].map((rest) => findInAll(() => fall(0.5, rest, 27)) !== undefined)).toEqual([true, false]);
  });

  it("may begin half a minute sooner or later than in the others", () => {
    const others = five(() => fall(0.5));
    expect([180, 120].map((rest) => find(fall(0.5, rest), ...others))).toEqual([180, 120]);
    expect(find(fall(0.5, 185), ...others)).toBeUndefined();
    const twice = makeEpisode((rest) => (rest >= CREDITS ? 80 : rest >= 60 ? 40 : 10));
    expect(find(twice, ...others)).toBe(CREDITS);
  });

  it("are left within half a minute, or two bins", () => {
    const slow = (seconds: number) => {
      return findInAll(() => makeEpisode((rest) => 50 + 30 * Math.min(1, Math.max(0, (rest - 146) / 54)), seconds));
    };
    expect(slow(5)).toBeUndefined();
    expect(slow(27)).toBeGreaterThan(CREDITS);
  });

  it("are none where as many leave all along", () => {
    // A quarter leaves in half a minute, two and a half minutes before the end, and nearly as many before that.
    expect(findInAll(() => makeEpisode((rest) => 10 + rest ** 2 / 1_000))).toBeUndefined();
    // Three tenths leave in each half a minute, and nobody in the last four and a half minutes.
    expect(findInAll(() => makeEpisode((rest) => 40 * 0.7 ** ((270 - Math.max(rest, 270)) / 30)))).toBeUndefined();
  });

  it("are clear by Student's t over the others", () => {
    // A mean of 0.4 with a standard deviation of a spread times the root of two is t = 0.4 * root(6) / root(2) / spread.
    const of = (t: number) => spreadAround(0.4, (0.4 * Math.sqrt(3)) / t).map((part) => fall(part));
    // At 5 % for 61 places and five degrees, t is 6.161.
    expect(find(fall(0.5), ...of(5.9))).toBeUndefined();
    expect(find(fall(0.5), ...of(6.4))).toBe(CREDITS);
    const leave = Array.from({ length: 13 }, () => fall(0.5));
    const come = Array.from({ length: 11 }, () => makeEpisode((rest) => (rest >= CREDITS ? 2 : 80)));
    expect(find(fall(0.5), ...leave)).toBe(CREDITS);
    expect(find(fall(0.5), ...leave, ...come)).toBeUndefined();
  });
});

describe("the chapters beside credits", () => {
  const others = five(() => fall(0.5));
  const findBeside = (title: string, rest: number) => {
    return find({ ...fall(0.5), chapters: makeChapters({ Talk: 400, [title]: END - rest }) }, ...others);
  };

  it("are content if one of another name begins within half a minute", () => {
    expect([180, 120].map((rest) => findBeside("Letters", rest))).toEqual([undefined, undefined]);
    expect([181, 119].map((rest) => findBeside("Letters", rest))).toEqual([CREDITS, CREDITS]);
    expect(findBeside("Outro", CREDITS)).toBe(CREDITS);
  });

  it("say where they begin, in the last five minutes and if five others have such a title", () => {
    const make = (rest: number, title = "Credits") => {
      return { ...fall(0), chapters: makeChapters({ Talk: 400, [title]: END - rest }) };
    };
    expect(findInAll(() => make(300))).toBe(300);
    expect(findInAll(() => make(301))).toBeUndefined();
    expect(find(make(100), ...five(() => make(100)).with(0, make(100, "Letters")), fall(0))).toBeUndefined();
  });
});
