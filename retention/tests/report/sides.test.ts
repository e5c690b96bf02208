import { describe, expect, it } from "vitest";
import { formatPart } from "../../report/curve/sentences.ts";
import { subtractShown } from "../../report/curve/text.ts";
import { compareEpisodes } from "../../report/make/compare-episodes.ts";
import type { EpisodeName } from "../../report/make/episode-name.ts";
import { computeEpisode } from "../../report/make/measure-episode.ts";

const MADE_AT = new Date("2026-11-28T12:00:00Z");

/** An episode of so many weeks ago, of whose 1,000 listeners so many percent hear more than half a minute, and then all. */
function make(weeksAgo: number, percent: number, duration = 2_400, name: EpisodeName = {}) {
  const data = Array.from({ length: duration / 5 }, (_, bin) => ({
    time: 5 * bin,
    percentage: bin < 6 ? 100 : percent,
  }));
  const date = new Date(MADE_AT.getTime() - 7 * 86_400_000 * (weeksAgo + 2)).toISOString().slice(0, 10);
  const guid = `e${weeksAgo}-${duration}`;
  const curve = { chart: { guid, duration, data }, source: "own", listeners: 1_000, updatedAt: MADE_AT.toISOString() };
  return computeEpisode({ guid, curves: [curve] }, { title: guid, date, ...name }, MADE_AT);
}

/** Those of twenty weeks, of which the last ten keep ten points more. */
const CHANGED = Array.from({ length: 20 }, (_, week) => make(week, (week < 10 ? 85 : 75) + (week % 3)));

const find = (episodes: Parameters<typeof compareEpisodes>[0], guid: string) => {
  const report = compareEpisodes(episodes);
  return { report, episode: report.episodes.find((one) => one.guid === guid) };
};

describe("the usual of an episode", () => {
  it("is that of its side of the change that is said of the show", () => {
    const { report, episode } = find(CHANGED, "e9-2400");
    expect(report.shows[0]?.answers[0]?.line).toMatch(
      /^From .* on, more stay: after 1 min about 10 points more.* What is usual for an episode is that of its own side\.$/,
    );
    expect(episode?.usual).toMatchObject({ similar: 9, figures: { after1min: 86 } });
    expect(report.episodes.find(({ guid }) => guid === "e10-2400")?.usual).toMatchObject({
      similar: 9,
      figures: { after1min: 76 },
    });
  });

  it("is that of all while one side has too few to tell", () => {
    const recent = Array.from({ length: 20 }, (_, week) => make(week, (week < 5 ? 85 : 75) + (week % 3)));
    const { report, episode } = find(recent, "e0-2400");
    expect(report.shows[0]?.answers[0]?.line).toMatch(/^From .* on, more stay/);
    expect(episode?.usual?.similar).toBe(19);
  });

  it("has no trailer and no bonus episode in it, which are compared with their like", () => {
    const types = [{ type: "trailer" }, { type: "bonus" }] as const;
    for (const type of types) {
      const { report, episode } = find([...CHANGED, make(21, 20, 2_405, type)], "e21-2405");
      expect(episode?.usual).toBeUndefined();
      expect(episode?.notes.at(-1)).toMatch(/^(Trailers|Bonus episodes) are compared with .* alone\.$/);
      expect(report.shows[0]?.answers.some(({ line }) => line.includes("e21-"))).toBe(false);
    }
  });

  it("has none that is far shorter, although its feed does not call it a trailer", () => {
    const { report, episode } = find([...CHANGED, make(21, 40, 95)], "e21-95");
    expect(episode).toMatchObject({ type: "short", deviations: [] });
    expect(report.shows[0]?.answers.some(({ line }) => line.includes("e21-"))).toBe(false);
    expect(report.episodes.find(({ guid }) => guid === "e10-2400")?.usual?.any).toBe(9);
  });
});

describe("numbers beside each other", () => {
  it("differ by the points that are said", () => {
    expect(subtractShown(57.4, 77.6)).toBe(-21);
    expect(subtractShown(57.4, 77.4)).toBe(-20);
    expect(subtractShown(56.6, 77.4)).toBe(-20);
  });

  it("are of people where these are few", () => {
    expect([formatPart(4 / 22, 22), formatPart(0.18, 220), formatPart(0.18)]).toEqual([
      "4 of 22",
      "18\u00a0%",
      "18\u00a0%",
    ]);
  });
});

describe("what stands apart", () => {
  /** The last of twenty episodes keeps so many percent; the others keep 80 to 82. */
  const answer = (percent: number) => {
    const episodes = Array.from({ length: 20 }, (_, week) => make(week, week === 0 ? percent : 80 + (week % 3)));
    return compareEpisodes(episodes).shows[0]?.answers.find(
      ({ line }) => line.includes("differs") || line.includes("apart"),
    );
  };

  it("is in large letters if it is beyond the chance of all episodes together", () => {
    expect(answer(70)?.finding).toMatchObject({ kind: "apart", value: 70, usual: 81 });
    // Beyond the chance of one episode, of which there are twenty.
    expect(answer(77.4)).toMatchObject({
      line: expect.stringMatching(/^One episode stands apart/),
      finding: undefined,
    });
  });

  it("says how far chance takes the others", () => {
    expect(answer(81)?.line).toMatch(
      /^Chance alone takes an average up to \d+ points? from the usual: none differs by more\.$/,
    );
  });
});
