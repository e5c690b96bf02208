import { describe, expect, it } from "vitest";
import type { SourceComparison } from "../../report/episode/source-comparison.ts";
import type { FigureShift } from "../../report/show/before-after.ts";
import { describeLengthChange, describeShift, describeSources } from "../../report/show/comparison-sentences.ts";

describe("a shift in words", () => {
  const figure = { figure: "average", before: 60, after: 60, verdict: "chance" } as const;
  const tell = (size: number, low: number, high: number, more: Partial<FigureShift> = {}) => {
    return describeShift({ ...figure, shift: { size, low, high }, ...more }, "2030-01-21");
  };

  it.each([
    [2, -1, 5, "2 points more (−1 to 5)"],
    [-2, -5, 1, "2 points less (−1 to 5)"],
    [-4, -6, -2, "4 points less (2 to 6)"],
    [0, -1, 2, "0 points more (−1 to 2)"],
    [1, 0, 2, "1 point more (0 to 2)"],
    [-1, -2, 0, "1 point less (0 to 2)"],
  ])("of %d, from %d to %d, has its interval in its own direction", (size, low, high, text) => {
    expect(tell(size, low, high)).toBe(`Average: ${text} from 2030-01-21 on, which may be chance.`);
  });

  it("of too few episodes has neither interval nor explanation", () => {
    expect(describeShift({ ...figure, after: 52, verdict: "too few" }, "2030-01-21")).toBe(
      "Average: 60\u00a0% before 2030-01-21, 52\u00a0% from then on. Too few episodes to tell more.",
    );
  });

  it("says what may explain it", () => {
    expect(tell(4, 2, 6, { verdict: "drift" })).toBe(
      "Average: 4 points more (2 to 6); a steady change over all episodes explains it as well.",
    );
    expect(tell(4, 2, 6, { verdict: "step" })).toBe(
      "Average: 4 points more (2 to 6) from 2030-01-21 on, more than a steady change explains.",
    );
  });
});

it.each([
  ["longer", { before: 1_500, after: 3_000 }, "50:00 at the median, before 25:00"],
  ["shorter", { before: 3_720, after: 1_560 }, "26:00 at the median, before 1:02:00"],
])("says that episodes are %s from a date on", (change, lengths, medians) => {
  expect(describeLengthChange(lengths, "2030-01-21")).toBe(
    `Episodes are ${change} from 2030-01-21 on: ${medians}. The average is compared at equal lengths, the rest at equal times.`,
  );
});

describe("sources in words", () => {
  const compare = (other: string, more: Partial<SourceComparison>) => {
    return { one: "Spotify", other, base: 60, uncounted: [], ...more };
  };
  const different = compare("YouTube", { difference: { from: 720, at: 1_800, shares: [0.58, 0.41] } });
  const apple = { name: "Apple Podcasts", kind: "plays" } as const;
  const alike = compare("Apple Podcasts", { power: { points: 25, fewer: apple, listeners: 12 } });
  const told = [
    "Of those present at 1:00, still there at 30:00: YouTube 41\u00a0%, Spotify 58\u00a0%; they differ from 12:00 on.",
    "Of those present at 1:00, Apple Podcasts and Spotify show no difference beyond chance. The 12\u00a0plays behind the curve of Apple Podcasts are too few to tell less than 25 points apart.",
  ];

  it("are each compared in a sentence", () => {
    expect(describeSources([different, alike])).toBe(told.join(" "));
    expect(describeSources([])).toBe("");
  });

  it("are named together where nobody knows how many are behind them", () => {
    const uncounted = (name: string) => compare(name, { uncounted: [name] });
    expect(describeSources([different, uncounted("Apple Podcasts")])).toBe(
      `${told[0]} How many people or plays are behind the curve of Apple Podcasts is not known, so a difference may be chance.`,
    );
    expect(describeSources([uncounted("Apple Podcasts"), uncounted("Overcast")])).toBe(
      "How many people or plays are behind the curves of Apple Podcasts and Overcast is not known, so a difference may be chance.",
    );
  });
});
