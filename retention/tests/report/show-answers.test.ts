import { describe, expect, it } from "vitest";
import type { Moment } from "../../report/curve/moments/moment.ts";
import { explainHundredPercent } from "../../report/episode/hundred-percent.ts";
import type { ShowEpisode, ShowFindings } from "../../report/show/show.ts";
import { answerShow, describeFew } from "../../report/show/show-answers.ts";
import type { Kind } from "../../sources/base/kinds.ts";
import { makeLoss } from "./exact.ts";
import { describeShow, findFound, simulate } from "./measured.ts";

const NOTHING: ShowFindings = {
  ...{
    compared: 10,
    full: 10,
    habits: [],
    phrases: [],
    places: [],
    losses: [],
    lossesByChance: 1,
    change: {},
    differing: [],
  },
  ...{ judged: 10, byChance: 1, hasSides: false, latestFrom: "", isCertain: false, reach: undefined },
};

const NOBODY_BEST = "No episode keeps its listeners clearly better than others of its length.";

/** Tells what was found of a show in which nothing else was. */
const tell = (found: Partial<ShowFindings>) =>
  describeShow({ ...NOTHING, ...found }).map((text) => text.replaceAll("\u00a0", " "));

/** Makes an episode of a title with findings of its own. */
function makeFound(title: string, findings: Partial<ShowEpisode["findings"]> = {}): ShowEpisode[] {
  return findFound([{ ...simulate(1), title }]).map((found) => ({
    ...found,
    findings: { ...found.findings, ...findings },
  }));
}

const lose = (title: string, chapter?: string) => {
  return makeFound(title, { loss: makeLoss(1_200, 1_212, 0.15, chapter === undefined ? {} : { chapter }) });
};
const differ = (title: string) => {
  return makeFound(title, { deviations: [{ figure: "after1min", value: 55, usual: 78, p: 0.001 }] });
};
const place = (share: number, by: "start" | "end" = "end") => {
  return { kind: "loss", by, at: 694, share, episodes: 12, of: 12, found: [], recent: [] } as const;
};
const habit = (share: number, title = "Quiz") => ({ title, name: title, kind: "loss", share, episodes: 8 }) as const;

describe("what a show tells", () => {
  it("is which chapters most leave, and in how many episodes", () => {
    const beyond =
      "listeners drop off at “Quiz”: 12 % of those present, beyond the usual decline (median of 8 episodes).";
    expect(tell({ habits: [habit(0.12)] })[0]).toBe(`In most episodes that have it, ${beyond}`);
    expect(tell({ compared: 8, habits: [habit(0.12)] })[0]).toBe(`In most episodes, ${beyond}`);
  });

  it("is which two chapters and places most leave, the largest shares first", () => {
    const answers = tell({ habits: [habit(0.1), habit(0.3, "News")], places: [place(0.2)] });
    expect(answers).toHaveLength(4);
    expect(answers[0]).toMatch(/drop off at “News”: 30 % /);
    expect(answers[1]).toBe("In 12 of 12 episodes, about 20 % of those present drop off about 11:34 before the end.");
    const passage = { ...place(0.25), kind: "skip", by: "part", at: 0.45 } as const;
    expect(tell({ places: [passage] })[0]).toBe(
      "In 12 of 12 episodes, about 25 % of those present skip a passage at about 45 % of the length.",
    );
  });

  it.each([
    [true, ", more than a steady change explains."],
    [false, ". Of all dates, this one fits best, so the change may also be steady."],
  ])("is first from which date on its listeners stay otherwise, suddenly or not: %s", (isSudden, cause) => {
    const step = { figure: "average", date: "2030-02-01", size: -6, isSudden } as const;
    const line = `From 2030-02-01 on, fewer stay: on average about 6 points less${cause}`;
    expect(tell({ habits: [habit(0.1)], change: { step } })[0]).toBe(line);
  });

  it("is how the opening changes, either way", () => {
    const say = (openingTrend: number) => tell({ change: { openingTrend } })[0];
    expect(say(0.5)).toBe(
      "In later episodes, more stay through the opening: after 1 min, about 5 points more every 10 episodes on average.",
    );
    expect(say(-0.5)).toBe(
      "In later episodes, fewer stay through the opening: after 1 min, about 5 points less every 10 episodes on average.",
    );
  });

  it("is which episodes lose more than usual, three of them by name", () => {
    const [tides, harbours, salt, winds] = ["Tides", "Harbours", "Salt", "Winds"].map((title) => lose(title));
    const at = "(15 % of those present at 20:00)";
    const say = (...losses: (ShowEpisode[] | undefined)[]) =>
      tell({ losses: losses.flatMap((found) => found ?? []) })[0];
    const more = "beyond the usual (by chance, up to 1 would)";
    expect(say(tides)).toBe(`One episode has a drop-off ${more}: “Tides” ${at}.`);
    expect(say(tides, lose("Harbours", "Letters"))).toBe(
      `2 episodes have drop-offs ${more}: “Tides” ${at}, “Harbours” (15 % of those present during “Letters”).`,
    );
    const three = `“Tides” ${at}, “Harbours” ${at}, “Salt” ${at}`;
    expect(say(tides, harbours, salt)).toBe(`3 episodes have drop-offs ${more}: ${three}.`);
    expect(say(tides, harbours, salt, winds)).toBe(`4 episodes have drop-offs ${more}: ${three}, and 1 more.`);
  });

  it.each([
    ["of a moment that many are certain to leave", {}, 400, true],
    ["that may be chance", { isCertain: undefined }, 400, false],
    ["of a moment, where nobody knows how many listen", {}, undefined, false],
    ["of a moment of 30 %, where nobody knows how many listen", { share: 0.3 }, undefined, true],
    ["over a chapter, where nobody knows how many listen", { chapter: "Letters" }, undefined, true],
  ])("has the drop-off as a finding %s: only if it is beyond the chance of all", (_, more, whole, isFound) => {
    const loss = { ...makeLoss(1_200, 1_212, 0.15), isCertain: true, ...more } as Moment;
    const found = makeFound("Tides", { loss }).map(({ findings, ...episode }) => {
      const { whole: _, ...insights } = findings.insights;
      return { ...episode, findings: { ...findings, insights: { ...insights, ...(whole && { whole }) } } };
    });
    const [answer] = answerShow({ ...NOTHING, losses: found });
    expect(answer?.finding !== undefined).toBe(isFound);
    if (whole && isFound) expect(answer?.finding).toMatchObject({ people: { count: 48, of: 320 } });
  });

  it("is how many of few people leave, or of few plays", () => {
    const [episode] = lose("Tides");
    const say = (unit: "listener" | "play") =>
      episode &&
      tell({
        losses: [
          {
            ...episode,
            findings: { ...episode.findings, insights: { ...episode.findings.insights, whole: 50, unit } },
          },
        ],
      })[0];
    expect(say("listener")).toContain("(6 of 40 people at 20:00)");
    expect(say("play")).toContain("(6 of 40 plays at 20:00)");
  });

  it("is that few curves prove anything, where that is why nothing is compared", () => {
    const say = (full: number) => describeFew({ ...NOTHING, compared: 3, full });
    expect(say(5)).toMatch(/^From 6 full episodes on, the report also says/);
    expect(say(6)).toMatch(/^Too few curves prove anything yet: from 6 on that do, the report also says/);
    expect(describeFew({ ...NOTHING, compared: 6, full: 6 })).toBeUndefined();
  });

  it("is which episodes differ, and how many would by chance", () => {
    const say = (judged: number, byChance: number, differing: ShowEpisode[]) =>
      tell({ judged, byChance, differing })[0];
    expect(say(12, 1, [])).toBe("No episode differs from the others by more than chance.");
    const first = "“Tides” (after 1 min 55 %, usual 78 %)";
    expect(say(12, 1, differ("Tides"))).toBe(`One episode stands apart (of 12, one might by chance): ${first}.`);
    expect(say(60, 3, [...differ("Tides"), ...differ("Salt")])).toBe(
      `2 episodes stand apart (of 60, up to 3 might by chance): ${first}, “Salt” (after 1 min 55 %, usual 78 %).`,
    );
  });

  it("is which episode is best for its length", () => {
    const [episode] = makeFound("Tides");
    const best = episode && { episode: { ...episode, figures: { average: 74, last5percent: 60 } }, usual: 61 };
    expect(tell(best ? { best } : {}).at(-1)).toBe(
      "“Tides” keeps its listeners best for its length: on average 74 %, usual for 45:00: 61 %.",
    );
  });

  it("is nothing of the best episode where all are still young", () => {
    expect(tell({})).toEqual(["No episode differs from the others by more than chance.", NOBODY_BEST]);
    expect(tell({ compared: 0 })).toEqual(["No episode differs from the others by more than chance."]);
    expect(tell({ judged: 0, compared: 0 })).toEqual([]);
  });

  it("has five sentences at most, without the last one, besides that about its segments", () => {
    const found = { change: { openingTrend: 0.5 }, habits: [habit(0.1)], places: [place(0.2)], losses: lose("Tides") };
    expect(tell(found)).toHaveLength(5);
    expect(tell(found)).not.toContain(NOBODY_BEST);
    expect(tell({ ...found, losses: [] })).toContain(NOBODY_BEST);
    expect(tell({ ...found, segments: { of: 4, worst: { title: "Sponsor", kept: 0.784 } } })).toHaveLength(6);
  });

  it("is which of its segments keep their listeners best and worst", () => {
    const [best, worst] = [
      { title: "Letters", kept: 1.01 },
      { title: "Sponsor", kept: 0.784 },
    ];
    expect(tell({ segments: { of: 4, best, worst } })[0]).toBe(
      "Of 4 recurring segments, “Letters” keeps its listeners best (100 % of those present at its start are there in it), and “Sponsor” worst (78 %), beyond the usual decline.",
    );
    expect(tell({ segments: { of: 4, worst } })[0]).toMatch(
      /^Of 4 recurring segments, “Sponsor” keeps its listeners worst \(78/,
    );
  });
});

describe("what 100 % is", () => {
  const explain = (...episodes: Parameters<typeof explainHundredPercent>[0]) => {
    return explainHundredPercent(episodes).map((text) => text.split(":")[0]);
  };

  it("is said of the sources of each kind", () => {
    const from = (source: string, kind: Kind = "peak") => ({ source, kind });
    expect(explain(from("Spotify"), from("Apple Podcasts"), from("Spotify"), from("YouTube", "views"))).toEqual([
      "Spotify, Apple Podcasts",
      "YouTube",
    ]);
  });

  it("is said of curves whose source nobody knows, those that say least last", () => {
    const said = explain({ kind: "unknown" }, { kind: "views" }, { kind: "peak", source: "Spotify" });
    expect(said).toEqual(["Curves above 100\u00a0%", "Spotify", "Other curves"]);
    const own = { source: "your own listeners" };
    expect(explain({ ...own, kind: "unknown" }, { ...own, kind: "peak" })).toEqual([
      "Your own listeners",
      "Other curves",
    ]);
    expect(explain({ kind: "peak" })).toEqual(["100\u00a0% is the moment with the most listeners."]);
  });
});
