import { describe, expect, it } from "vitest";
import { createRandom, type Passage } from "../../report/demo/listeners.ts";
import { findCommonPlaces } from "../../report/show/common-places.ts";
import { computeShowFindings } from "../../report/show/show.ts";
import { describeShow, findFound, findShow, leave, simulate } from "./measured.ts";

/** Simulates episodes of 35 to 55 minutes, each with passages of its own. */
function simulateShow(count: number, plan: (duration: number, index: number) => readonly Passage[]) {
  const random = createRandom(4_711);
  return Array.from({ length: count }, (_, index) => {
    const duration = Math.round(2_100 + 1_200 * random());
    return simulate(500 + index, plan(duration, index), { duration });
  });
}

describe("a place at which many episodes lose", () => {
  it("is said of the show, though it is usual and no episode's headline", () => {
    const episodes = Array.from({ length: 18 }, (_, index) =>
      simulate(600 + index, index % 9 < 5 ? [leave(1_200, 0.15)] : []),
    );
    const found = findFound(episodes);
    expect(found.filter(({ findings }) => findings.loss).length).toBeLessThanOrEqual(4);
    expect(describeShow(findShow(episodes))[0]).toMatch(
      /^In (9|10) of 18 episodes, about 1[3-7].% of those present drop off at about (19:5\d|20:[01]\d): “Episode \d+”, “Episode \d+”, “Episode \d+”, and [67] more\.$/,
    );
  });

  it("is said with the names of those that lose most there, each once", () => {
    const plan = (_: number, index: number) => (index < 6 ? [leave(1_200, index === 3 ? 0.3 : 0.12)] : []);
    const found = findFound(simulateShow(12, plan));
    const [largest] = found[3]?.findings.alone ?? [];
    const again = largest && { ...largest, from: largest.from + 30, to: largest.to + 30, share: 0.29 };
    if (again) Object.assign(found[3]?.findings ?? {}, { alone: [largest, again] });
    expect(describeShow(computeShowFindings(found))[0]).toMatch(
      /^In 6 of 12 episodes, about .* drop off at about 20:\d\d: “Episode 4”, “Episode [12356]”, “Episode [12356]”, and 3 more\.$/,
    );
  });

  it.each([
    ["from the start", "start", () => 1_100, 1_106],
    ["before the end", "end", (duration: number) => duration - 700, 694],
    ["by the part of the length", "part", (duration: number) => 0.45 * duration, 0.45],
  ] as const)("is the same %s, whichever most share", (_, by, place, at) => {
    const [first, ...others] = findCommonPlaces(
      findFound(simulateShow(12, (duration) => [leave(place(duration), 0.2)])),
    );
    expect(first).toMatchObject({ kind: "loss", by, episodes: 12, of: 12 });
    expect(Math.abs((first?.at ?? 0) / at - 1)).toBeLessThan(0.02);
    expect(others).toEqual([]);
  });
});

describe("the place of moments", () => {
  type Placeable = Parameters<typeof findCommonPlaces>[0][number];
  type Moment = Placeable["findings"]["alone"][number];

  const at = (time: number, share = 0.2, kind: Moment["kind"] = "skip"): Moment => {
    return { kind, from: time, to: time + 20, before: 80, within: 60, after: 60, share };
  };

  /** Makes episodes of an hour from the moments of each. */
  const makeEpisodes = (episodes: readonly (readonly Moment[])[], end = 3_600): Placeable[] => {
    return episodes.map((alone, index) => ({ guid: `${index}`, title: `Episode ${index}`, end, findings: { alone } }));
  };

  const repeat = (count: number, ...moments: Moment[]) => Array.from({ length: count }, () => moments);
  const find = (...episodes: Parameters<typeof makeEpisodes>) => findCommonPlaces(makeEpisodes(...episodes));

  it("is where a passage begins that is skipped, and where a loss begins; replays have none", () => {
    expect(find(repeat(8, at(1_000)))).toMatchObject([{ kind: "skip", by: "start", at: 1_000, share: 0.2 }]);
    expect(find(repeat(8, at(1_000, 0.2, "loss")))).toMatchObject([{ kind: "loss", by: "start", at: 1_000 }]);
    expect(find(repeat(8, at(1_000, 0.2, "replay")))).toEqual([]);
    expect(find([...repeat(4, at(1_000)), ...repeat(4, at(1_000, 0.2, "loss"))])).toEqual([]);
  });

  it("comes first if the most listeners of all episodes are lost there", () => {
    const [early, late] = [at(1_000, 0.3), at(2_000, 0.1)];
    const few = [...repeat(6, early, late), ...repeat(2, late)];
    expect(find(few).map((place) => [place.at, place.episodes])).toEqual([
      [1_000, 6],
      [2_000, 8],
    ]);
    const many = [...repeat(8, early), ...repeat(2)].map((moments, index) => {
      return index < 6 ? [...moments, at(2_000, 0.2, "loss")] : moments;
    });
    expect(find(many).map(({ kind, episodes }) => [kind, episodes])).toEqual([
      ["skip", 8],
      ["loss", 6],
    ]);
  });

  it("is that of more than five episodes, and of a third of them at least", () => {
    expect(find([...repeat(6, at(1_000)), ...repeat(1)])).toMatchObject([{ episodes: 6, of: 7 }]);
    expect(find([...repeat(5, at(1_000)), ...repeat(1)])).toEqual([]);
    expect(find([...repeat(6, at(1_000)), ...repeat(12)])).toMatchObject([{ episodes: 6, of: 18 }]);
    expect(find([...repeat(6, at(1_000)), ...repeat(13)])).toEqual([]);
  });

  it("is the same within half a minute on each side", () => {
    const apart = (seconds: number) => [...repeat(3, at(300)), ...repeat(3, at(300 + seconds))];
    expect(find([...apart(60), ...repeat(1)], 600)).toMatchObject([{ episodes: 6 }]);
    expect(find([...apart(61), ...repeat(1)], 600)).toEqual([]);
  });

  it("is more than chance explains, the more moments there are anywhere", () => {
    const findBeside = (count: number) => {
      const elsewhere = Array.from({ length: count }, (_, index) => at((3_600 * (index + 0.5)) / count));
      return find([elsewhere, ...repeat(6, at(1_000)), ...repeat(11)]);
    };
    // Seven of 18 episodes are there. The limit is log(3 * 60 / 0.05) = 8.19, for the three ways in which places are the same
    // and 60 windows of a minute. With p of a moment in each window, it is passed by 18 * (7/18 * log(7/18 / p)
    // + 11/18 * log(11/18 / (1 - p))): 8.4 of 64 moments, with p = 64 / 18 / 60, and 8.1 of 67.
    expect(findBeside(64 - 6)).toMatchObject([{ episodes: 7 }]);
    expect(findBeside(67 - 6)).toEqual([]);
  });

  it("is still clear beside an episode in which moments are everywhere", () => {
    const everywhere = Array.from({ length: 630 }, (_, index) => at((3_600 * index) / 630));
    expect(find([[at(1_000), ...everywhere], ...repeat(17, at(1_000))])).toMatchObject([{ episodes: 18, of: 18 }]);
  });
});
