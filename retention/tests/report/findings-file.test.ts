import { describe, expect, it } from "vitest";
import { markup } from "../../report/curve/markup.ts";
import { makeDemo } from "../../report/demo/demo-show.ts";
import { simulateChart } from "../../report/demo/listeners.ts";
import { joinSaid } from "../../report/episode/summary.ts";
import { compareEpisodes, type Report } from "../../report/make/compare-episodes.ts";
import { compareWithLast, composeFindingsFile, formatRounded } from "../../report/make/findings-file.ts";
import { addTranscript, computeEpisode } from "../../report/make/measure-episode.ts";
import { drawPage } from "../../report/make/page.ts";
import type { SourcedCurve } from "../../report/make/source-curves.ts";
import { parseLastReport } from "../../report/since/last-report.ts";
import { finish } from "../../report/since/stepwise.ts";
import { parseTranscript } from "../../sources/transcripts/transcript.ts";
import { makeChart } from "../support/report.ts";
import { validateFindings as validate } from "./findings-schema.ts";

const HEADING = { title: "Tides", madeAt: new Date("2026-11-23T08:00:00Z") };

function compose(report: Report) {
  return JSON.parse([...composeFindingsFile(HEADING, report)].join(""));
}

function draw(report: Report): string {
  return [...drawPage(HEADING, report, { script: "", style: "", hashes: { guard: "", script: "", style: "" } })].join(
    "",
  );
}

const SHOW = makeDemo();

/** Makes the report of the demo's show from some of its curves. */
function report(select: (curves: readonly SourcedCurve[]) => readonly SourcedCurve[], count = SHOW.length): Report {
  return compareEpisodes(
    SHOW.slice(-count).flatMap(({ guid, curves, ...name }) => {
      const [first, ...others] = select(curves.map(({ counts: _, ...curve }) => curve));
      return first ? [computeEpisode({ guid, curves: [first, ...others] }, { ...name, show: "Tides" })] : [];
    }),
  );
}

const CREDITS = compareEpisodes(
  [1, 2, 3, 4, 5, 6, 7].map((seed) => {
    const passages = [{ kind: "leave", from: 2_250, to: 2_260, share: 0.5 }] as const;
    const chart = simulateChart({ guid: `g${seed}`, duration: 2_400, listeners: 500, loyalty: 0.8, passages }, seed);
    const chapters = [
      { time: 0, title: "Talk" },
      { time: 2_250, title: "Credits" },
    ];
    return computeEpisode({ guid: chart.guid, curves: [{ chart, source: "sessions", listeners: 500 }] }, { chapters });
  }),
);

const SPOKEN = compareEpisodes(
  await Promise.all(
    SHOW.map(async ({ guid, curves: [own], script, ...name }) => {
      const chart = own?.chart ?? makeChart(guid, 100, 50, 60);
      const episode = computeEpisode({ guid, curves: [{ chart, listeners: 500, source: "sessions" }] }, name);
      return addTranscript(episode, await parseTranscript(script));
    }),
  ),
);

const only = (source: string) => (curves: readonly SourcedCurve[]) => curves.filter((curve) => curve.source === source);

describe("the findings of a report, as data,", () => {
  it.each([
    ["all sources", report((curves) => curves.map((curve) => ({ ...curve, heard: 600 })))],
    ["listening sessions alone", report(only("sessions"))],
    ["YouTube alone", report(only("youtube"))],
    ["Apple alone", report(only("apple"))],
    ["few listeners", report((curves) => only("sessions")(curves).map((curve) => ({ ...curve, listeners: 12 })))],
    ["one episode", report((curves) => curves, 1)],
    ["episodes with credits", CREDITS],
    ["episodes with transcripts", SPOKEN],
    [
      "an episode of its first week, without a show, a date in the feed or a title",
      compareEpisodes([computeEpisode({ guid: "g", curves: [{ chart: makeChart("g", 100, 50, 60, 20) }] })]),
    ],
    ["no episode", { shows: [], episodes: [] }],
  ])("are as the schema says, of %s", (_, made) => {
    const findings = compose(made);
    validate(findings);
    expect(validate.errors ?? []).toEqual([]);
    expect(findings.episodes).toHaveLength(made.episodes.length);
  });

  it("would not be if anything were missing, or more", () => {
    const findings = compose(report((curves) => curves, 6));
    const [episode] = findings.episodes;
    for (const name of ["guid", "headline", "figures", "moments"]) {
      const { [name]: _, ...rest } = episode;
      expect(validate({ ...findings, episodes: [rest] })).toBe(false);
    }
    expect(validate({ ...findings, episodes: [{ ...episode, more: 1 }] })).toBe(false);
    expect(validate({ ...findings, version: 2 })).toBe(false);
  });

  it("say what the page says", () => {
    const made = report((curves) => curves);
    const findings = compose(made);
    const page = draw(made);
    for (const line of findings.shows[0].lines) expect(page).toContain(markup`${line}`.toString());
    expect(findings.shows[0].lines.length).toBeGreaterThan(2);
    for (const [index, { headline, notes }] of findings.episodes.entries())
      expect([headline, ...notes].join(" ")).toBe(
        `${joinSaid(made.episodes[index] ?? { headline: "", notes: [] })} ${made.episodes[index]?.sourcesText}`,
      );
  });

  it("are to the next report what the page is, also where the leading curve has more certain moments alone", () => {
    const made = compareEpisodes(
      Array.from({ length: 12 }, (_, seed) => {
        const passages = [
          { kind: "leave", from: 700 + 90 * seed, to: 710 + 90 * seed, share: 0.1 + 0.01 * seed },
        ] as const;
        const chart = simulateChart({ guid: `g${seed}`, duration: 2_400, listeners: 60, loyalty: 0.8, passages }, seed);
        const [first, second] = ["spotify", "apple"].map((source) => ({ chart, source, listeners: 60 })) as [
          SourcedCurve,
          SourcedCurve,
        ];
        return computeEpisode({ guid: chart.guid, curves: [first, second] });
      }),
    );
    const moments = made.episodes.flatMap(({ insights }) => insights.moments);
    expect(new Set(moments.map(({ isCertain }) => isCertain))).toEqual(new Set([true, undefined]));
    const [file, page] = [[...composeFindingsFile(HEADING, made)].join(""), draw(made)].map((text) =>
      formatRounded(finish(parseLastReport(text, HEADING.madeAt))),
    );
    expect(page).toBe(file);
  });

  it("have shares from 0 to 1, and seconds", () => {
    const made = report((curves) => curves);
    const cliff = compose(made).episodes.find(({ guid }: { guid: string }) => guid === "demo-10");
    const { figures } = made.episodes.find(({ guid }) => guid === "demo-10")?.insights ?? {};
    expect(cliff.figures.average).toBeCloseTo((figures?.average ?? 0) / 100, 3);
    expect(cliff.largestLoss).toMatchObject({ share: expect.closeTo(0.24, 1), from: expect.closeTo(1_630, -2) });
    const loss = cliff.moments.find(({ kind }: { kind: string }) => kind === "loss");
    expect(1 - loss.after / loss.before).toBeCloseTo(loss.share, 1);
    expect(loss.text).toBe(cliff.headline);
    expect(
      cliff.chapters.map(({ title, start }: { title: string; start: number }) => [title, start]).slice(0, 2),
    ).toEqual([
      ["Opening", 0],
      ["The question", 90],
    ]);
    // Of those on its side of the change in the opening.
    expect(cliff.usual.episodes).toBe(5);
  });

  it("have where the credits begin, who reaches them, and the usual of that", () => {
    const [{ credits, figures, usual, notes }] = compose(CREDITS).episodes;
    expect(credits).toBe(2_250);
    expect(figures.credits).toBeGreaterThan(1.5 * figures.last5percent);
    expect(usual.credits).toBeCloseTo(figures.credits, 1);
    expect(notes[0]).toContain(`${(100 * figures.credits).toFixed(0)}\u00a0% reach the credits at 37:30`);
  });

  it("have the moments of each source, so that a replay is seen where plays are counted", () => {
    const calm = makeChart("g", 100, 60, 1_200);
    const data = calm.data.map(({ time }) => ({
      time,
      percentage: 80 - time / 100 + (time >= 1_500 && time < 1_620 ? 18 : 0),
    }));
    const own = { ...calm, data: calm.data.map(({ time }) => ({ time, percentage: 100 - time / 100 })) };
    const curves = [
      { source: "collector", chart: own, listeners: 500 },
      { source: "apple", chart: { ...calm, data }, listeners: 900 },
    ] as const;
    const { episodes } = compose(compareEpisodes([computeEpisode({ guid: "g", curves: [...curves] })]));
    expect(episodes[0].headline).toBe("No moment stands out.");
    expect(episodes[0].moments).toEqual([
      expect.objectContaining({
        source: "Apple Podcasts",
        kind: "replay",
        text: expect.stringMatching(/replay .+ plays\)\.$/),
      }),
    ]);
    expect(episodes[0].traces).toMatchObject([
      { source: "your own listeners", kind: "peak", whole: 500 },
      { source: "Apple Podcasts", kind: "plays", whole: 900 },
    ]);
  });

  it("have strangers' GUIDs, those of an earlier report included, in characters that no terminal obeys", () => {
    const [guid, gone] = ["\u009b31m\u202e", "\u009b2J\u2066"];
    const made = compareEpisodes([computeEpisode({ guid, curves: [{ chart: makeChart(guid, 100, 50, 60) }] })]);
    const found = compose(made);
    const both = { ...found, episodes: [...found.episodes, { ...found.episodes[0], guid: gone, title: "Gone" }] };
    const last = finish(parseLastReport(JSON.stringify(both), HEADING.madeAt));
    const text = [...composeFindingsFile(HEADING, made, finish(compareWithLast(last, HEADING, made)))].join("");
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    const { episodes, changes } = JSON.parse(text);
    expect([episodes[0].guid, JSON.stringify(changes.items)]).toEqual([guid, expect.stringContaining(gone)]);
  });

  it("do not have the addresses of the audio, which may hold a private feed's key", () => {
    const audio = "https://example.com/secret.mp3";
    const episode = computeEpisode({ guid: "g", curves: [{ chart: makeChart("g", 100, 50, 60) }] }, { audio });
    const made = compareEpisodes([episode]);
    expect(made.episodes[0]?.audio).toBe(audio);
    expect(JSON.stringify(compose(made))).not.toContain("secret");
  });
});
