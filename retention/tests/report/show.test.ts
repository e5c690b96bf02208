import { describe, expect, it } from "vitest";
import type { Moment } from "../../report/curve/moments/moment.ts";
import { computeShowFindings } from "../../report/show/show.ts";
import type { Chapter } from "../../report/usual/measured.ts";
import type { Deviation } from "../../report/usual/typicality.ts";
import { makeChapters, makeLoss, repeat } from "./exact.ts";
import { findFound, measureChart } from "./measured.ts";

const SPONSOR = makeChapters({ Welcome: 0, Sponsor: 1_000, Talk: 1_600 });

/** Makes an episode of an hour in which nobody leaves, and a quarter skips the middle of the sponsor. */
function measure(guid: string, chapters: readonly Chapter[]) {
  const data = Array.from({ length: 720 }, (_, index) => ({
    time: 5 * index,
    percentage: index > 240 && index < 280 ? 75 : 100,
  }));
  return { ...measureChart({ guid, duration: 3_600, data }, 1_000), chapters };
}

/** What is found in an episode: moments of its curve alone, and its largest loss beside the others. */
interface Told {
  readonly alone?: readonly Moment[];
  readonly loss?: Moment;
  readonly deviations?: readonly Deviation[];
  readonly chapters?: readonly Chapter[];
}

/** Makes a show from what is found in each of its episodes. */
function tell(told: readonly Told[]) {
  const episodes = findFound(told.map(({ chapters = [] }, index) => measure(`${index}`, chapters)));
  return computeShowFindings(
    episodes.map((episode, index) => {
      const { alone = [], loss, deviations = [] } = told[index] ?? {};
      const { loss: _, ...findings } = episode.findings;
      return { ...episode, findings: { ...findings, alone, deviations, ...(loss && { loss }) } };
    }),
  );
}

/** Makes a moment at which a quarter leaves around a time, or skips what is from there on. */
function makeMoment(kind: "loss" | "skip", time: number): Moment {
  const [from, to] = [time, time + (kind === "loss" ? 20 : 60)];
  return { kind, from, to, before: 100, within: 75, after: 75, share: 0.25 };
}

const lose = (from: number, to: number, share = 0.2) => makeLoss(from, to, share);

describe("a place at which many episodes lose or skip", () => {
  /** Finds the places of a show that skips its sponsor from 1,000 to 1,600, and has moments of its own. */
  const findPlaces = (time: number, kind: "loss" | "skip" = "skip") => {
    const { habits, places } = tell(repeat(6, { chapters: SPONSOR, alone: [makeMoment(kind, time)] }));
    expect(habits).toMatchObject([{ title: "Sponsor", kind: "skip", share: expect.closeTo(0.25, 9) }]);
    return places.map(({ kind, at }) => [kind, at]);
  };

  it("is not said again of a chapter that they skip, whose times are right within half a minute", () => {
    expect([1_200, 970, 1_630].map((time) => findPlaces(time))).toEqual([[], [], []]);
    expect(findPlaces(969)).toEqual([["skip", 969]]);
    expect(findPlaces(1_631)).toEqual([["skip", 1_631]]);
  });

  it("is said beside that chapter, if listeners leave there", () => {
    expect(findPlaces(1_200, "loss")).toEqual([["loss", 1_200]]);
  });

  it("is said beside that chapter, unless it is in that chapter in most of the episodes", () => {
    const alone = [makeMoment("skip", 1_200)];
    const find = (count: number) => tell([...repeat(count, { chapters: SPONSOR, alone }), ...repeat(6, { alone })]);
    expect(find(6)).toMatchObject({ habits: [{ episodes: 6 }], places: [{ episodes: 12, of: 12 }] });
    expect(find(7)).toMatchObject({ habits: [{ episodes: 7 }], places: [] });
  });
});

describe("an episode's loss", () => {
  /** Finds which episodes are named for a loss, in a show of which some have a moment at 1,200. */
  const findLosing = (kind: "loss" | "skip", first: Told, ...others: Told[]) => {
    const { places, losses } = tell([first, ...others, ...repeat(8, { alone: [makeMoment(kind, 1_200)] })]);
    expect(places).toMatchObject([{ kind, at: 1_200 }]);
    return losses.map(({ guid }) => guid);
  };
  const alone = [makeMoment("loss", 1_200)];

  it("is not said of an episode whose loss is at a place of many, within half a minute", () => {
    expect(findLosing("loss", { alone, loss: lose(1_190, 1_210) })).toEqual([]);
    expect(findLosing("loss", { alone, loss: lose(1_230, 1_242) })).toEqual([]);
    expect(findLosing("loss", { alone, loss: lose(1_231, 1_243) })).toEqual(["0"]);
    expect(findLosing("loss", { alone, loss: lose(1_158, 1_170) })).toEqual([]);
    expect(findLosing("loss", { alone, loss: lose(1_157, 1_169) })).toEqual(["0"]);
  });

  it("is said of an episode that is none of the many", () => {
    expect(findLosing("loss", { loss: lose(1_190, 1_210) })).toEqual(["0"]);
  });

  it("is said where many skip a passage", () => {
    expect(findLosing("skip", { alone: [makeMoment("skip", 1_200)], loss: lose(1_190, 1_210) })).toEqual(["0"]);
  });

  it("is said of the episodes that lose most first", () => {
    const [small, large, middle] = [0.1, 0.3, 0.2].map((share) => ({ loss: lose(2_400, 2_412, share) }));
    const { losses } = tell([{ ...small }, { ...large }, { ...middle }, ...repeat(5, {})]);
    expect(losses.map(({ guid }) => guid)).toEqual(["1", "2", "0"]);
  });
});

it("the episode comes first that differs most certainly, not by the most points", () => {
  const differ = (value: number, p: number): Told => ({ deviations: [{ figure: "average", value, usual: 50, p }] });
  const { differing } = tell([differ(90, 0.01), differ(60, 1e-6), ...repeat(5, {})]);
  expect(differing.map(({ guid }) => guid)).toEqual(["1", "0"]);
});

it("chance brings more losses and differing episodes to a show of more episodes", () => {
  const count = (episodes: number) => {
    const { judged, lossesByChance, byChance } = tell(repeat(episodes, {}));
    return { judged, lossesByChance, byChance };
  };
  // Three of a hundred headlines name a loss at most, and five of a hundred episodes are said to differ.
  expect(count(20)).toEqual({ judged: 20, lossesByChance: 1, byChance: 1 });
  expect(count(50)).toEqual({ judged: 50, lossesByChance: 2, byChance: 3 });
});
