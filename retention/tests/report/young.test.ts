import { describe, expect, it } from "vitest";
import type { Passage } from "../../report/demo/listeners.ts";
import { computeEpisode } from "../../report/make/measure-episode.ts";
import { compareFigures } from "../../report/show/before-after.ts";
import { computeYouth } from "../../report/usual/measured.ts";
import { findOthers } from "../../report/usual/others.ts";
import { makeChart } from "../support/report.ts";
import { makeChapters } from "./exact.ts";
import { findShow, leave, OTHERS, simulate, tellFindings } from "./measured.ts";

const MADE = new Date("2026-11-23T09:00:00Z");

it.each([
  ["of the day of publication", "2026-11-23", "2026-11-23T08:00:00Z", { days: 0, now: 0 }],
  ["of yesterday's episode", "2026-11-22", "2026-11-23T01:00:00Z", { days: 1, now: 1 }],
  ["of the sixth day, that the report of a month later has", "2026-10-20", "2026-10-26T23:00:00Z", { days: 6 }],
  ["of a week", "2026-11-16", "2026-11-23T01:00:00Z", undefined],
  ["that is older than the date of an episode published again", "2026-11-22", "2026-08-01T00:00:00Z", undefined],
  ["of an unknown date", undefined, "2026-11-23T01:00:00Z", undefined],
  ["of an unknown time", "2026-11-22", undefined, undefined],
])("a curve %s is young or not", (_, date, updatedAt, youth) => {
  expect(computeYouth(date, updatedAt, MADE)).toEqual(youth);
  const curve = { chart: makeChart("g", 100, 60, 400, 1_800), source: "own", ...(updatedAt && { updatedAt }) };
  expect(computeEpisode({ guid: "g", curves: [curve] }, date ? { date } : {}, MADE).youth).toEqual(youth);
});

/** Many listeners are still somewhere in the episode. */
const inProgress: Passage = { kind: "leave", from: 100, to: 2_600, share: 0.45 };
const young = (more: object = {}) => ({ ...simulate(40, [inProgress]), youth: { days: 1, now: 1 }, ...more });

describe("a young episode", () => {
  it("is judged by its opening alone, and its headline says so first", () => {
    const { deviations, usual, summary } = tellFindings(young(), OTHERS);
    expect(tellFindings(young({ youth: undefined }), OTHERS).deviations).not.toEqual([]);
    expect(deviations).toEqual([]);
    expect(Object.keys(usual?.figures ?? {})).toEqual(["after30s", "after1min"]);
    expect(summary).toMatch(/^Published yesterday; many may still be listening\. No moment stands out\. /);
    expect(summary).toMatch(/ Its opening, \d+.%, is within the show's usual range of \d+ to \d+.%\.$/);
  });

  it.each([
    [{ days: 0, now: 0 }, "Published today; "],
    [{ days: 4, now: 4 }, "Published 4 days ago; "],
    [{ days: 2 }, "This curve is of 2 days after publication, "],
    [{ days: 1 }, "This curve is of 1 day after publication, "],
    [{ days: 0 }, "This curve is of the day of publication, "],
  ])("says how old its curve is: %o", (youth, beginning) => {
    expect(tellFindings(young({ youth }), OTHERS).summary.startsWith(beginning)).toBe(true);
  });

  it("differs if its opening does, and has its moments", () => {
    const bad = { ...simulate(41, [leave(10, 0.4), leave(1_200, 0.3)]), youth: { days: 1, now: 1 } };
    const { deviations, loss } = tellFindings(bad, OTHERS);
    expect(deviations.map(({ figure }) => figure)).toEqual(["after1min"]);
    expect(loss?.share).toBeGreaterThan(0.2);
  });

  it("does not differ by few points, since some are still in its first minute", () => {
    const fewer = (youth: object) => ({ ...simulate(42, [leave(10, 0.03)]), ...youth });
    expect(tellFindings(fewer({}), OTHERS).deviations[0]?.figure).toBe("after1min");
    expect(tellFindings(fewer({ youth: { days: 1 } }), OTHERS).deviations).toEqual([]);
  });

  it("is in nobody's usual but for its opening", () => {
    const six = [...OTHERS.slice(0, 5), young()];
    const others = findOthers(OTHERS[6] ?? young(), six);
    expect([others.similar.length, others.any.length]).toEqual([5, 6]);
  });

  it("is in no answer about the show but for its opening", () => {
    const chapters = makeChapters({ Welcome: 0, News: 95, Sponsor: 1_200, Talk: 1_275 });
    const show = Array.from({ length: 12 }, (_, index) => ({
      ...simulate(700 + index, [{ kind: "skip", from: 1_200, to: 1_275, share: 0.25 }], {
        loyalty: index === 11 ? 0.95 : 0.5,
      }),
      ...(index > 8 && { youth: { days: 2 } }),
    }));
    const { compared, places, best } = findShow(show);
    expect([compared, places[0]?.of, best]).toEqual([9, 9, undefined]);
    expect(findShow(show.map((episode) => ({ ...episode, chapters }))).habits).toMatchObject([{ episodes: 9 }]);
    const grown = findShow(show.map(({ youth: _, ...episode }) => ({ ...episode, chapters })));
    expect([grown.compared, grown.habits[0]?.episodes, grown.best?.episode.title]).toEqual([12, 12, "Episode 12"]);
  });

  it("is compared before and after a date by its opening alone", () => {
    const old = OTHERS.map(({ end, figures }) => ({ kind: "peak" as const, insights: { end, figures } }));
    const recent = old.map((episode) => ({ ...episode, youth: { days: 3 } }));
    const shifts = compareFigures({ before: old, after: recent, leftOut: 0 });
    expect(shifts.map(({ figure }) => figure)).toEqual(["after1min"]);
  });
});
