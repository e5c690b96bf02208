import { describe, expect, it } from "vitest";
import type { Episode } from "../../report/episode/episode.ts";
import { drawTable } from "../../report/make/table-rows.ts";
import { selectColumns } from "../../report/show/columns.ts";
import { rankFindings } from "../../report/show/finding.ts";
import { tellFinding } from "../../report/show/finding-words.ts";
import { makeLoss } from "./exact.ts";

/** Makes an episode that keeps 50 % on average. */
function makeEpisode(more: Partial<Episode> = {}): Episode {
  const insights = { end: 600, figures: { average: 50, last5percent: 30 }, moments: [], unit: "listener" } as const;
  const none = { headline: "", notes: [], deviations: [], profile: "", curve: "" };
  return { guid: "g", title: "t", duration: 600, kind: "peak", insights, ...none, ...more };
}

/** Returns what a column sorts an episode by, and what it says. */
function read(key: string, episode: Episode) {
  const column = selectColumns([episode]).find((one) => one.key === key);
  return [column?.getValue(episode), column?.format(episode)];
}

describe("the table of episodes", () => {
  it.each([
    [50, 0, "as usual"],
    [50.4, -0.4, "as usual"],
    [49, 1, "+1"],
    [48, 2, "+2"],
    [51, -1, "−1"],
    [62, -12, "−12"],
  ])("says how far an average of 50 %% is from a usual of %d %%", (average, difference, text) => {
    const [value, said] = read("usual", makeEpisode({ usual: { similar: 8, any: 8, figures: { average } } }));
    expect(value).toBeCloseTo(difference, 9);
    expect(said).toBe(text);
  });

  it("has the largest loss with its time, or says that there is none", () => {
    const [value, text] = read("loss", makeEpisode({ loss: makeLoss(1_200, 1_212, 0.15) }));
    expect([value, text]).toEqual([15, "15\u00a0% at 20:00"]);
    expect(read("loss", makeEpisode())).toEqual([undefined, "none"]);
    const chapter = makeLoss(1_200, 1_500, 0.15, { chapter: "Letters" });
    const { insights } = makeEpisode();
    const few = makeEpisode({ loss: chapter, insights: { ...insights, whole: 50 } });
    expect(read("loss", few)).toEqual([15, "6 of 40 during “Letters”"]);
  });

  it("tells a replay that only the video has, at the video's time, with a link to its place, also as a finding", () => {
    const replay = {
      kind: "replay",
      from: 400,
      to: 430,
      share: 0.2,
      before: 50,
      within: 70,
      after: 60,
      isCertain: true,
      audio: { from: 300, to: 300 },
    } as const;
    const { insights } = makeEpisode();
    const video = {
      name: "YouTube",
      insights: { ...insights, whole: 200, moments: [replay] },
      apart: [],
      kind: "views",
      duration: 700,
    } as const;
    const own = { ...video, name: "Spotify", insights };
    const rest = { base: 60, present: 90, curve: "" };
    const episode = makeEpisode({
      sources: [
        { ...own, ...rest },
        { ...video, ...rest },
      ],
    });
    const row = [...drawTable([episode])].join("");
    expect(row).toMatch(/href="#episode=g&amp;at=300">20\s% replay at 6:40<.*YouTube, only in the video/);
    expect(row).toContain('data-share="0.2"');
    const [finding = { kind: "apart", guid: "g", title: "", figure: "average", value: 0, usual: 0 } as const] =
      rankFindings([], [episode]);
    expect(tellFinding(finding)).toMatchObject({
      headline: expect.stringMatching(/^20\s% replay a passage of .+ at 6:40$/),
      evidence: "20 of 100 on YouTube, only in the video, 6:40 to 7:10.",
      link: "#episode=g&at=300",
    });
  });

  it("has the shows if there are several", () => {
    const keys = (...shows: string[]) =>
      selectColumns(shows.map((show) => makeEpisode({ show }))).map(({ key }) => key);
    expect(keys("Tides", "Harbours")[0]).toBe("show");
    expect(keys("Tides", "Tides")).not.toContain("show");
  });
});
