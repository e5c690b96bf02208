import { describe, expect, it } from "vitest";
import { describeFigures, describeHeadline, describeMoment, describeMoments } from "../../report/curve/sentences.ts";
import type { Kind } from "../../sources/base/kinds.ts";
import { makeChapters } from "./exact.ts";
import { describeShow, findShow, leave, OTHERS, simulate, tellFindings } from "./measured.ts";

const SPACE = "\u00a0";

describe("the summary of an episode", () => {
  it("names the first figure in time that differs", () => {
    const { summary, deviations } = tellFindings(simulate(32, [leave(10, 0.35)]), OTHERS);
    expect(deviations[0]?.figure).toBe("after1min");
    expect(summary).toMatch(
      new RegExp(`This episode differs from the others: after 1 min \\d\\d${SPACE}%, usual \\d\\d${SPACE}%\\.$`),
    );
  });

  it("compares nothing of a curve that proves little, and says what it can't name", () => {
    const few = { ...simulate(34, [leave(1_200, 0.2)], { listeners: 20 }), doubt: "20 listeners" };
    const { usual, deviations, chapters, summary } = tellFindings(
      { ...few, chapters: makeChapters({ Welcome: 0, News: 95, Letters: 1_600 }) },
      OTHERS,
    );
    expect([usual, deviations, chapters?.some((row) => row.usual)]).toEqual([undefined, [], false]);
    expect(summary).toMatch(
      /^This curve has only 20 listeners, so it proves little\. Fewer than 30 listeners or plays: too few to name moments below 30\u00a0%\. [^(]*$/,
    );
  });
});

describe("the figures in words", () => {
  const figures = { after30s: 104, after1min: 103, average: 60, last5percent: 31 };

  it.each([
    ["listener", "103 % are still there after 1 min (usual 98), 31 % reach the last 5 % (usual 35)."],
    ["view", "At 1 min, 103 % of the views (usual 98), in the last 5 %, 31 % (usual 35). Replays count."],
    ["play", "At 1 min, 103 % of the plays at the peak (usual 98), in the last 5 %, 31 % (usual 35). Replays count."],
  ] as const)("are those of %ss", (unit, sentence) => {
    const usual = { after1min: 98, last5percent: 35 };
    expect(describeFigures({ figures, unit }, usual)).toBe(sentence.replaceAll(" %", `${SPACE}%`));
  });

  it("of a curve that is too short for a minute are those that it has", () => {
    const short = { average: 60, last5percent: 31 };
    expect(describeFigures({ figures: short, unit: "view" })).toBe(
      `In the last 5${SPACE}%, 31${SPACE}%. Replays count.`,
    );
    expect(describeFigures({ figures: short, unit: "listener" })).toBe(`31${SPACE}% reach the last 5${SPACE}%.`);
  });
});

describe("a moment in words", () => {
  const moment = { kind: "loss", from: 1_195, to: 1_210, before: 84, within: 71, after: 71, share: 0.15 } as const;

  it.each([
    [moment, 500, "15 % of those present drop off between 19:55 and 20:10 (63 of 420)."],
    [moment, undefined, "15 % of those present drop off between 19:55 and 20:10."],
    [
      { ...moment, usual: 0.08 },
      500,
      "15 % of those present drop off between 19:55 and 20:10 (63 of 420; usual there: 8 %).",
    ],
    [{ ...moment, usual: 0.01 }, undefined, "15 % of those present drop off between 19:55 and 20:10."],
    [{ ...moment, kind: "skip", to: 1_275 }, 500, "15 % of those present skip 19:55 to 21:15 (63 of 420)."],
    [{ ...moment, kind: "replay", to: 3_661 }, undefined, "15 % of those present replay 19:55 to 1:01:01."],
  ] as const)("is a sentence: %o, %o", (told, whole, sentence) => {
    expect(describeMoment(told, { unit: "listener", ...(whole !== undefined && { whole }) })).toBe(
      sentence.replaceAll(" %", `${SPACE}%`),
    );
  });

  it("counts plays where these are counted", () => {
    expect(describeMoment(moment, { whole: 500, unit: "play" })).toMatch(/\(63 of 420 plays\)\.$/);
    expect(describeMoment(moment, { whole: 500_000, unit: "play" })).toMatch(/\(63,000 of 420,000 plays\)\.$/);
  });

  it("is in the headline if it is the largest loss", () => {
    const small = { ...moment, from: 600, to: 615, share: 0.05 };
    const skip = { ...moment, kind: "skip", share: 0.4 } as const;
    expect(describeHeadline({ unit: "listener", moments: [small, moment, skip] })).toMatch(/ drop off between 19:55 /);
    expect(describeHeadline({ unit: "listener", moments: [skip] })).toBe(
      `No drop-off stands out, but 40${SPACE}% of those present skip 19:55 to 20:10.`,
    );
    expect(describeHeadline({ unit: "listener", moments: [] })).toBe("No moment stands out.");
    expect(describeMoments({ unit: "listener", moments: [skip] })).toEqual([
      `1. 40${SPACE}% of those present skip 19:55 to 20:10: 84 → 71 → 71${SPACE}%`,
    ]);
    expect(describeMoments({ unit: "listener", moments: [], isOfFew: true, whole: 12 })[0]).toMatch(
      /^Fewer than 30 listeners or plays: too few/,
    );
  });
});

it("the answers about a show compare only curves of one kind of 100 %, and none that proves little", () => {
  const kinds: readonly Kind[] = ["peak", "views"];
  const mixed = OTHERS.map((episode, index) => ({ ...episode, kind: kinds[index % 2] ?? "peak" }));
  expect(findShow(mixed)).toMatchObject({ compared: 4, judged: 0, differing: [] });
  expect(describeShow(findShow(mixed))).toEqual([]);
  expect(findShow(OTHERS.map((episode) => ({ ...episode, doubt: "few listeners" }))).compared).toBe(0);
});
