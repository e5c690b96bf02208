import { describe, expect, expectTypeOf, it } from "vitest";
import { type ChangeKind, OF_ALL, OF_SHOW } from "../../../report/since/change-kinds.ts";
import { findChanges } from "../../../report/since/changes.ts";
import type { Digest } from "../../../report/since/digest-lines.ts";
import type { Break } from "../../../report/since/episode-pairs.ts";
import type { Snapshot, SnapshotEpisode, Trace } from "../../../report/since/snapshot.ts";
import { finish } from "../../../report/since/stepwise.ts";
import { validateFindings } from "../findings-schema.ts";

const [FIRST, SECOND] = ["2026-11-16T08:00:00.000Z", "2026-11-23T08:00:00.000Z"];

/** A curve that falls evenly from 100 % to a share at its end. */
function makeTrace(whole: number, end: number, more: Partial<Trace> = {}): Trace {
  const levels = Array.from({ length: 100 }, (_, place) => Math.round(whole * (1 - ((1 - end) * place) / 99)) / whole);
  return { source: "own", kind: "peak", listeners: whole, whole, duration: 2_700, levels, ...more };
}

/** The curve of a trace's listeners and of others who came since. */
function addLate(trace: Trace, late: Trace): Trace {
  const [one, other] = [trace.whole ?? 0, late.whole ?? 0];
  const levels = trace.levels.map((level, place) => (level * one + (late.levels[place] ?? 0) * other) / (one + other));
  return { ...trace, listeners: one + other, whole: one + other, levels };
}

function makeEpisode(number: number, traces: readonly Trace[], more: Partial<SnapshotEpisode> = {}): SnapshotEpisode {
  return {
    guid: `g${number}`,
    title: `Episode ${number}`,
    published: "2026-06-01",
    source: "own",
    kind: "peak",
    listeners: 500,
    isYoung: false,
    headline: "No moment stands out.",
    figures: { after1min: 0.9, last5percent: 0.5 },
    moments: [],
    traces,
    ...more,
  };
}

function make(madeAt: string, episodes: readonly SnapshotEpisode[], told: Snapshot["shows"][0]["told"] = []): Snapshot {
  const titles = new Set(episodes.map(({ show = "Tides" }) => show));
  return { madeAt, shows: [...titles].map((title) => ({ title, told })), episodes };
}

/** Makes an episode of one of several shows. */
const makeOf = (show: string, number: number, more: Partial<SnapshotEpisode> = {}) =>
  makeEpisode(number, [OLD], { show, guid: `${show} ${number}`, title: `${show} ${number}`, ...more });

type Changes = Digest;
const kinds = ({ items }: Changes) => items.map(({ kind }) => kind);

/** The kinds of changes that this file has seen. */
const seen = new Set<string>();

/** Compares two reports, and expects what has changed to be as the schema of the findings says. */
function compareReports(last: Snapshot, now: Snapshot): Changes {
  const changes = finish(findChanges(last, now));
  for (const kind of kinds(changes)) seen.add(kind);
  validateFindings({ version: 1, madeAt: SECOND, title: "Tides", shows: [], episodes: [], changes });
  expect(validateFindings.errors ?? []).toEqual([]);
  return changes;
}

/** Compares two reports of the same episodes with these curves. */
const compare = (old: readonly SnapshotEpisode[], now: readonly SnapshotEpisode[]) =>
  compareReports(make(FIRST, old), make(SECOND, now));

/** Expects changes of these kinds in an episode, and of the first of them this sentence, or its beginning. */
function expectChange(old: SnapshotEpisode, now: SnapshotEpisode, expected: readonly string[], text: string): void {
  const changes = compare([old], [now]);
  expect(kinds(changes)).toEqual(expected);
  expect(changes.lines[1]?.replaceAll("\u00a0", " ")).toContain(text);
}

const many = (make: (number: number) => SnapshotEpisode) => [1, 2, 3, 4, 5, 6].map(make);
const OLD = makeTrace(500, 0.5);
const SPOTIFY = makeTrace(400, 0.4, { source: "Spotify" });
const first = (trace: Trace, more: Partial<SnapshotEpisode> = {}) => makeEpisode(1, [trace], more);

describe("what has changed since the last report", () => {
  it("compares those who came since with those before, not all with those before", () => {
    const now = first(addLate(OLD, makeTrace(100, 0.2)));
    const text =
      "“Episode 1”: of the 100 listeners since 16 November, fewer are there in the last 5 %: 23 %, before 52 % of 500.";
    expectChange(first(OLD), now, ["figure", "growth"], text);
    expect(compare([first(OLD)], [now]).items[0]).toMatchObject({ late: { of: 100 }, before: { of: 500 } });
  });

  it("says nothing of an episode whose first listeners were still in it", () => {
    const [old, now] = [makeTrace(500, 0.2), addLate(makeTrace(500, 0.5), makeTrace(100, 0.5))];
    const text = "A week old now: “Episode 1”, 90 % after 1 min, 50 % in the last 5";
    expectChange(first(old, { isYoung: true }), first(now), ["judged", "growth"], text);
  });

  it("calls a curve of fewer listeners neither a loss nor a change of figures", () => {
    const text =
      "“Episode 1”: fewer listeners than on 16 November (300, then 500). The export is narrower, or some were deleted";
    expectChange(first(OLD), first(makeTrace(300, 0.1)), ["fewer"], text);
  });

  it("says once of a platform that 100 % is something else, though nobody knows how many are behind its curves", () => {
    const views = (factor: number): Trace => {
      const { listeners: _, whole: __, ...trace } = makeTrace(500, 0.5, { kind: "views" });
      return { ...trace, levels: trace.levels.map((level) => level * factor) };
    };
    const compareViews = (factor: number) =>
      compare(
        many((number) => makeEpisode(number, [views(1)])),
        many((number) => makeEpisode(number, [views(factor)])),
      );
    expect(compareViews(0.97).items).toEqual([]);
    const changes = compareViews(0.85);
    expect(kinds(changes)).toEqual(["redefined"]);
    expect(changes.lines[1]).toContain("6 of 6 curves: about 15\u00a0% lower from start to end than on 16 November");
  });

  it("says that an episode has another length, and compares nothing", () => {
    const now = first({ ...addLate(OLD, makeTrace(300, 0.1)), duration: 2_610 });
    expectChange(first(OLD), now, ["length", "growth"], "“Episode 1” (43:30, before 45:00): another length");
  });

  it("knows an episode with another GUID by its title and date, and names one that is missing", () => {
    const changes = compare(
      [makeEpisode(1, [OLD]), makeEpisode(2, [OLD]), makeEpisode(3, [OLD])],
      [makeEpisode(1, [OLD]), makeEpisode(2, [OLD], { guid: "other" })],
    );
    expect(changes.lines.slice(1)).toEqual([
      "Another GUID than before: “Episode 2”.",
      "No longer in the report: 1 episode (1 June).",
    ]);
  });

  it.each([
    [["2026-06-01", "2025-12-31"], "2 episodes (1 June, 31 December 2025)"],
    [["2026-06-01", undefined, undefined], "3 episodes (1 June, 2 undated)"],
    [[undefined], "1 episode"],
    [["2026-06-01", "2026-06-08", "2026-06-15", "2026-06-22"], "4 episodes (1 June, 8 June, 15 June, and 1 more)"],
  ])("names those that are missing by their days %j, in no word of an earlier report", (days, named) => {
    const lure = "Your sign-in has expired”. Renew it: https://lure.example";
    const gone = days.map((published, index) => {
      const { published: _, ...episode } = makeEpisode(index + 2, [OLD], { title: lure, show: lure });
      return published === undefined ? episode : { ...episode, published };
    });
    const changes = compare([makeEpisode(1, [OLD]), ...gone], [makeEpisode(1, [OLD])]);
    expect(changes.lines.slice(1)).toEqual([`No longer in the report: ${named}.`]);
    expect(JSON.stringify(changes)).not.toContain("sign-in");
  });

  it("tells new episodes from those that were added", () => {
    const changes = compare(
      [makeEpisode(1, [OLD])],
      [
        makeEpisode(1, [OLD]),
        makeEpisode(2, [OLD]),
        makeEpisode(3, [OLD], { published: "2026-11-20", usual: { episodes: 9, after1min: 0.8 } }),
      ],
    );
    expect(changes.lines.slice(1)).toEqual([
      "New: “Episode 3”, 500 listeners so far, 90\u00a0% after 1 min (usual 80), nothing unusual.",
      "In the report for the first time, though older: “Episode 2”.",
    ]);
  });

  it("says that those who came since no longer skip a passage", () => {
    const skip = { source: "own", kind: "skip", from: 1_215, to: 1_350, text: "" } as const;
    const levels = OLD.levels.map((level, place) => (place >= 45 && place < 50 ? level * 0.7 : level));
    const old = { ...OLD, levels };
    const changes = compare([first(old, { moments: [skip] })], [first(addLate(old, makeTrace(300, 0.5)))]);
    expect(kinds(changes)).toEqual(["moment", "growth"]);
    expect(changes.lines[1]).toMatch(/fewer skip 20:15 to 22:30: \d\s% of \d+, before 3\d\s% of \d+\./);
  });

  it("tells a certain moment only if many more listeners have made it so", () => {
    const loss = { source: "own", kind: "loss", from: 1_000, to: 1_030, text: "15 % leave.", isCertain: true } as const;
    const now = (more: number) => first(addLate(OLD, makeTrace(more, 0.5)), { moments: [loss] });
    expectChange(first(OLD), now(100), ["momentCertain", "growth"], "“Episode 1”: certain now: 15 % leave.");
    expectChange(first(OLD), now(20), ["growth"], "Growth: ");
    const ofOther = first(OLD, { moments: [{ ...loss, source: "Spotify" }] });
    expectChange(ofOther, now(100), ["momentCertain", "growth"], "certain now");
  });

  it("says which platforms joined, and which lost curves", () => {
    const both = makeEpisode(1, [OLD, SPOTIFY]);
    expectChange(first(OLD), both, ["joined"], "Spotify joined, with 1 episode of the last report.");
    expectChange(both, first(OLD), ["gone"], "gone. Was the last file complete?");
  });

  it("has at most twelve lines, with what one would tell in the first three", () => {
    const old = Array.from({ length: 40 }, (_, number) => makeEpisode(number, [OLD], { isYoung: number < 9 }));
    const now = [
      ...old
        .slice(0, 35)
        .map((episode) => ({ ...episode, isYoung: false, traces: [addLate(OLD, makeTrace(90, 0.1))] })),
      ...[50, 51, 52, 53, 54].map((number) => makeEpisode(number, [OLD], { published: "2026-11-22" })),
    ];
    const { lines } = compare(old, now);
    expect(lines.length).toBeLessThanOrEqual(12);
    expect(lines.slice(1, 4)).toEqual([
      expect.stringMatching(
        /^New: “Episode 50”, 500 listeners so far, .*; “Episode 51”, .*; “Episode 52”, .*, and 2 more\.$/,
      ),
      expect.stringMatching(/^“Episode \d+”: of the 90 listeners since /),
      expect.stringMatching(/^Growth: more listeners in \d+ episodes, /),
    ]);
    expect(lines.at(-1)).toMatch(/^And \d+ more changes: the report has all\.$/);
  });

  it("adds no views of a platform to its listeners", () => {
    const [old, now] = [OLD, addLate(OLD, OLD)].map((trace) =>
      [1, 2].map((number) => makeEpisode(number, [{ ...trace, kind: number === 1 ? "peak" : "views" }])),
    );
    const growth =
      "more listeners in 1 episode, 500 at the median, more views in 1 episode, 500 at the median; most in “Episode 1” (500)";
    expect(compare(old ?? [], now ?? []).lines.at(-1)).toBe(`Growth: ${growth}.`);
  });

  it("names the hour of a report of the same day, and the year of another", () => {
    const name = (first: string, second: string) => compareReports(make(first, []), make(second, [])).lines[0];
    expect(name("2026-11-23T06:30:00.000Z", SECOND)).toBe("Since 23 November, 06:30 UTC, nothing has changed.");
    expect(name("2025-12-30T23:30:00.000Z", SECOND)).toBe("Since 30 December 2025, nothing has changed.");
  });

  it("reads what a file of before has", () => {
    const { traces: _, ...before } = makeEpisode(1, [OLD]);
    const changes = compare(
      [before as SnapshotEpisode],
      [makeEpisode(1, [OLD]), makeEpisode(2, [OLD], { published: "2026-11-20" })],
    );
    expect(kinds(changes)).toEqual(["new", "unknown"]);
  });

  it("has lines in the order of use, where a platform broke before the rest only if it was compared last time", () => {
    const old = many((number) => makeEpisode(number, [OLD, SPOTIFY], { isYoung: number === 2 }));
    const now = [
      ...many((number) => {
        const own = number === 3 ? addLate(OLD, makeTrace(200, 0.1)) : OLD;
        return makeEpisode(number, [own, { ...SPOTIFY, listeners: 200 }]);
      }).slice(0, 5),
      makeEpisode(9, [OLD], { published: "2026-11-20" }),
    ];
    const last = make(FIRST, old);
    const expected = ["new", "figure", "growth", "judged", "missing", "fewer"];
    expect(kinds(compareReports(last, make(SECOND, now)))).toEqual(expected);
    const comparedOwn = { ...last, changes: { sources: ["own"] } };
    expect(kinds(compareReports(comparedOwn, make(SECOND, now)))).toEqual(expected);
    const comparedBoth = { ...last, changes: { sources: ["own", "Spotify"] } };
    const lost = compareReports(comparedBoth, make(SECOND, now));
    expect(kinds(lost)).toEqual(["fewer", "new", "growth", "judged", "figure", "missing"]);
    expect(lost.sources).toEqual(["own"]);
    const text = "Spotify, 5 of 5 curves: fewer listeners than on 16 November (1,000, then 2,000).";
    expect(lost.lines[1]).toContain(text);
    const withoutFirst = now.map((episode) => (episode.guid === "g1" ? { ...episode, traces: [OLD] } : episode));
    const lostTwice = ["fewer", "new", "growth", "gone", "judged", "figure", "missing"];
    expect(kinds(compareReports(comparedBoth, make(SECOND, withoutFirst)))).toEqual(lostTwice);
    const kept = now.map((episode) => (episode.guid === "g1" ? { ...episode, traces: [OLD, SPOTIFY] } : episode));
    expect(kinds(compareReports(comparedBoth, make(SECOND, kept)))).toEqual(expected);
  });

  it("begins with a source that was lost, not with the show that it joined", () => {
    const both = { traces: [OLD, SPOTIFY] };
    const last = make(FIRST, [makeOf("Harbours", 1, { isYoung: true }), makeOf("Tides", 1, both)]);
    const now = make(SECOND, [makeOf("Harbours", 1, both), makeOf("Tides", 1)]);
    const changes = compareReports({ ...last, changes: { sources: ["own", "Spotify"] } }, now);
    expect(kinds(changes)).toEqual(["gone", "judged", "joined"]);
  });

  it("says in one line that durations changed, whatever the number of episodes and platforms", () => {
    const old = many((number) => makeEpisode(number, [OLD, SPOTIFY]));
    const now = old.map((episode) => ({
      ...episode,
      traces: [OLD, SPOTIFY].map((trace) => ({ ...trace, duration: 2_730 })),
    }));
    expect(compare(old, now).lines).toEqual([
      "Since 16 November:",
      "“Episode 1” (45:30, before 45:00), “Episode 2” (45:30, before 45:00), “Episode 3” (45:30, before 45:00), and 3 more: another length, so times may have moved, and nothing is compared.",
    ]);
  });

  it("says that later times have moved, where the length is the same", () => {
    const levels = OLD.levels.map((level, place) => level - (place >= 40 ? 0.1 : 0) - (place >= 70 ? 0.1 : 0));
    const old = { ...OLD, levels };
    for (const [places, words] of [
      [4, "about 1:48 later"],
      [-4, "about 1:48 earlier"],
    ] as const) {
      const moved = levels.map((level, place) => (place < 30 ? level : (levels[place - places] ?? level)));
      const text = `“Episode 1” (${words}): later times have moved`;
      expectChange(first(old), first({ ...old, levels: moved }), ["moved"], text);
    }
    expect(kinds(compare([first(old)], [first(addLate(old, makeTrace(900, 0.1)))]))).not.toContain("moved");
  });

  it("says that a curve of as many has fewer at some times, and compares nothing", () => {
    const levels = OLD.levels.map((level, place) => (place > 20 && place % 2 ? level - 0.15 : level));
    const text = "“Episode 1”: fewer listeners at some times than on 16 November, although listening only adds to them";
    expectChange(first(OLD), first({ ...OLD, levels }), ["redrawn"], text);
  });

  it("says that 100 % is of another kind, compares nothing, and takes plays for no growth of listeners", () => {
    const more = addLate(OLD, makeTrace(300, 0.1));
    const text = "“Episode 1”: 100 % is something else now. Nothing is compared.";
    expectChange(first(OLD), first({ ...more, kind: "plays" }), ["redefined"], text);
    expectChange(first(OLD), first({ ...more, kind: "starters" }), ["redefined", "growth"], text);
  });

  it("says that the figures of episodes are of another source", () => {
    const changes = compare(
      [makeEpisode(1, [SPOTIFY], { source: "Spotify" }), makeEpisode(2, [OLD])],
      [makeEpisode(1, [OLD, SPOTIFY]), makeEpisode(2, [OLD])],
    );
    expect(changes.items).toMatchObject([{ kind: "leading", guid: "g1" }]);
    expect(changes.lines[1]).toBe("Figures and moments are of another source now: “Episode 1” (own).");
  });

  it("compares what is told of a show, but not with a file that has nothing of it", () => {
    const chapters = ["Ads \u202e", "News"].map((title) => ({ title }));
    const episodes = [1, 2, 3, 4, 5, 6].map((number) => makeEpisode(number, [OLD], { chapters }));
    const [skip, leave] = (["skip", "loss"] as const).map((kind, index) => {
      return { kind, title: chapters[index]?.title ?? "", share: 0.125, episodes: 6, of: 6 + index };
    });
    const tell = (old: Snapshot["shows"][0]["told"], now: Snapshot["shows"][0]["told"]) =>
      compareReports(make(FIRST, episodes, old), make(SECOND, episodes, now)).lines.slice(1);
    expect(tell(skip && [skip], leave && [leave])).toEqual([
      "New of the show: In most episodes that have it, listeners drop off at “News”: 13\u00a0% of those present, beyond the usual decline (median of 6 episodes).",
      "No longer of the show: In most episodes, listeners skip “Ads \uFFFD”: 13\u00a0% of those present (median of 6 episodes).",
    ]);
    expect(tell(skip && [skip], skip && [{ ...skip, share: 0.5 }])).toEqual([]);
    expect(tell(skip && [{ ...skip, title: "Your sign-in has expired" }], [])).toEqual([]);
    // Too few had the chapter to tell anything of it, or its feed had no chapters: that it is told now is no change of its listeners.
    const fewer = episodes.map((episode, index) => (index === 0 ? { ...episode, chapters: [] } : episode));
    expect(compareReports(make(FIRST, fewer, []), make(SECOND, episodes, leave && [leave])).items).toEqual([]);
    const before = { ...make(FIRST, episodes), shows: [{ title: "Tides" }] };
    expect(compareReports(before, make(SECOND, episodes, skip && [skip])).items).toEqual([]);
  });

  it("looks for changes where many came, though dozens of episodes have a few more", () => {
    const late = (episode: SnapshotEpisode, count: number, end: number) => ({
      ...episode,
      traces: [addLate(OLD, makeTrace(count, end))],
    });
    const old = Array.from({ length: 40 }, (_, number) => makeEpisode(number, [OLD]));
    const others = old.slice(1).map((episode) => late(episode, 20, 0.5));
    const target = (count: number, end: number) => [late(makeEpisode(0, [OLD]), count, end), ...others];
    // p is 0.0015: above 0.04 / 40, below what is its part by the number of those who came.
    const found = compare(old, target(700, 0.41));
    expect(kinds(found)).toEqual(["figure", "growth"]);
    expect(found.items[0]).toMatchObject({ guid: "g0", late: { of: 700 } });
    expect(kinds(compare(old, target(20, 0.1)))).toEqual(["growth"]);
  });

  it("has the lines of each show under its name, twelve of all", () => {
    const shows = ["Tides", "Harbours", "Salt"];
    const old = shows.flatMap((show) => [1, 2, 3, 4, 5].map((number) => makeOf(show, number)));
    const now = old.map((episode) => ({ ...episode, traces: [addLate(OLD, makeTrace(100, 0.05))] }));
    const { lines, items } = compare(old, [...now, makeOf("Salt", 9, { published: "2026-11-20" })]);
    expect(lines).toHaveLength(12);
    expect(lines[0]).toBe("Since 16 November:");
    expect(lines[1]).toMatch(/^Salt: New: “Salt 9”/);
    expect(lines[3]).toBe("Growth: more listeners in 15 episodes, 100 at the median; most in “Tides 1” (100).");
    expect(lines.at(-1)).toBe("And 7 more changes: the report has all.");
    expect(lines.slice(4, -1).map((line) => line.slice(0, line.indexOf(":")))).toEqual([
      ...["Tides", "Tides", "Tides", "Harbours", "Harbours", "Salt", "Salt"],
    ]);
    for (const line of lines.slice(1, -1)) expect(items.map(({ text }) => text)).toContain(line);
  });

  it("leaves room for a show with one change beside a show with many", () => {
    const old = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => makeOf("Tides", number, { isYoung: number < 4 }));
    const now = old.map((episode, index) => ({
      ...episode,
      isYoung: false,
      traces: index < 3 ? [OLD] : [addLate(OLD, makeTrace(100, 0.05))],
    }));
    const added = [11, 12, 13].map((number) => makeOf("Tides", number, { published: "2026-11-20" }));
    const { lines } = compare(old, [...now, ...added, makeOf("Salt", 1, { published: "2026-11-20" })]);
    expect(lines).toContain("Salt: New: “Salt 1”, 500 listeners so far, 90\u00a0% after 1 min.");
  });

  it("is of no kind of which no test here is, nor of one that the schema of the findings does not know", () => {
    expect(seen).toEqual(new Set([...OF_SHOW, ...OF_ALL].map(({ kind }) => kind)));
    expectTypeOf<Break>().toExtend<ChangeKind>();
    const changes = { ...compare([], []), items: [{ kind: "unheard", text: "" }] };
    const findings = { version: 1, madeAt: SECOND, title: "", shows: [], episodes: [], changes };
    expect(validateFindings(findings)).toBe(false);
  });
});
