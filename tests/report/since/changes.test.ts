import { describe, expect, it } from "vitest";
import { findChanges } from "../../../report/since/changes.ts";
import type { Snapshot, SnapshotEpisode, Trace } from "../../../report/since/snapshot.ts";

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

const make = (
  madeAt: string,
  episodes: readonly SnapshotEpisode[],
  told: Snapshot["shows"][0]["told"] = [],
): Snapshot => ({
  madeAt,
  shows: [{ title: "Tides", told }],
  episodes,
});

/** Compares two reports of the same episodes with these curves. */
function compare(old: readonly SnapshotEpisode[], now: readonly SnapshotEpisode[]) {
  return findChanges(make(FIRST, old), make(SECOND, now));
}

const kinds = ({ items }: ReturnType<typeof findChanges>) => items.map(({ kind }) => kind);
const many = (make: (number: number) => SnapshotEpisode) => [1, 2, 3, 4, 5, 6].map(make);
const OLD = makeTrace(500, 0.5);

describe("what has changed since the last report", () => {
  it("is one line if nothing has", () => {
    const episodes = [makeEpisode(1, [OLD])];
    expect(compare(episodes, episodes).lines).toEqual(["Since 16 November, nothing has changed."]);
  });

  it("is growth alone if those who came since do as those before", () => {
    const changes = compare([makeEpisode(1, [OLD])], [makeEpisode(1, [addLate(OLD, makeTrace(300, 0.5))])]);
    expect(changes.lines).toEqual([
      "Since 16 November:",
      "Growth: 300 more listeners in 1 episode; most in “Episode 1” (300).",
    ]);
  });

  it("compares those who came since with those before, not all with those before", () => {
    const changes = compare([makeEpisode(1, [OLD])], [makeEpisode(1, [addLate(OLD, makeTrace(100, 0.2))])]);
    expect(changes.items[0]).toMatchObject({ kind: "figure", late: { of: 100 }, before: { of: 500 } });
    expect(changes.lines[1]).toBe(
      "“Episode 1”: of the 100 listeners since 16 November, fewer are there in the last 5\u00a0%: 23\u00a0%, before 52\u00a0% of 500.",
    );
  });

  it("says nothing of an episode whose first listeners were still in it", () => {
    const [old, now] = [makeTrace(500, 0.2), addLate(makeTrace(500, 0.5), makeTrace(100, 0.5))];
    const changes = compare([makeEpisode(1, [old], { isYoung: true })], [makeEpisode(1, [now])]);
    expect(kinds(changes)).toEqual(["judged", "growth"]);
    expect(changes.lines[1]).toContain("A week old now: “Episode 1”, 90\u00a0% after 1 min, 50\u00a0% in the last 5");
  });

  it("calls a curve of fewer listeners neither a loss nor a change of figures", () => {
    const changes = compare([makeEpisode(1, [OLD])], [makeEpisode(1, [makeTrace(300, 0.1)])]);
    expect(kinds(changes)).toEqual(["fewer"]);
    expect(changes.lines[1]).toContain(
      "“Episode 1”: fewer listeners than on 16 November (300, then 500). The export is narrower, or some were deleted",
    );
  });

  it("says once of a platform that its curves are of fewer", () => {
    const [old, now] = [OLD, makeTrace(300, 0.5)].map((trace) => many((number) => makeEpisode(number, [trace])));
    const changes = compare(old ?? [], now ?? []);
    expect(changes.items).toHaveLength(1);
    expect(changes.lines[1]).toContain(
      "Own, 6 of 6 curves: fewer listeners than on 16 November (1,800, then 3,000)",
    );
  });

  it("says once of a platform that 100 % is something else, though nobody knows how many are behind its curves", () => {
    const views = (factor: number): Trace => {
      const { listeners: _, whole: __, ...trace } = makeTrace(500, 0.5, { kind: "views" });
      return { ...trace, levels: trace.levels.map((level) => level * factor) };
    };
    const changes = compare(
      many((number) => makeEpisode(number, [views(1)])),
      many((number) => makeEpisode(number, [views(0.85)])),
    );
    expect(kinds(changes)).toEqual(["redefined"]);
    expect(changes.lines[1]).toContain("6 of 6 curves: about 15\u00a0% lower from start to end than on 16 November");
  });

  it("says that an episode has another length, and compares nothing", () => {
    const now = addLate(OLD, makeTrace(300, 0.1));
    const changes = compare([makeEpisode(1, [OLD])], [makeEpisode(1, [{ ...now, duration: 2_610 }])]);
    expect(kinds(changes)).toEqual(["length", "growth"]);
    expect(changes.lines[1]).toContain("“Episode 1” (43:30, before 45:00): another length");
  });

  it("knows an episode with another GUID by its title and date, and names one that is missing", () => {
    const changes = compare(
      [makeEpisode(1, [OLD]), makeEpisode(2, [OLD]), makeEpisode(3, [OLD])],
      [makeEpisode(1, [OLD]), makeEpisode(2, [OLD], { guid: "other" })],
    );
    expect(changes.lines.slice(1)).toEqual([
      "Another GUID than before: “Episode 2”.",
      "No longer in the report: “Episode 3”.",
    ]);
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
      "New: “Episode 3”, 500 listeners so far, 90\u00a0% after 1 min (usual 80).",
      "In the report for the first time, though older: “Episode 2”.",
    ]);
  });

  it("says that those who came since no longer skip a passage", () => {
    const skip = { source: "own", kind: "skip", from: 1_215, to: 1_350, text: "" } as const;
    const levels = OLD.levels.map((level, place) => (place >= 45 && place < 50 ? level * 0.7 : level));
    const old = { ...OLD, levels };
    const changes = compare(
      [makeEpisode(1, [old], { moments: [skip] })],
      [makeEpisode(1, [addLate(old, makeTrace(300, 0.5))])],
    );
    expect(kinds(changes)).toEqual(["moment", "growth"]);
    expect(changes.lines[1]).toMatch(/fewer skip 20:15 to 22:30: \d\s% of \d+, before 3\d\s% of \d+\./);
  });

  it("tells a certain moment only if many more listeners have made it so", () => {
    const moment = {
      source: "own",
      kind: "loss",
      from: 1_000,
      to: 1_030,
      text: "15 % leave.",
      isCertain: true,
    } as const;
    const tell = (more: number) => {
      const now = makeEpisode(1, [addLate(OLD, makeTrace(more, 0.5))], { moments: [moment] });
      return kinds(compare([makeEpisode(1, [OLD])], [now]));
    };
    expect(tell(100)).toEqual(["momentCertain", "growth"]);
    expect(tell(20)).toEqual(["growth"]);
  });

  it("says which platforms joined, and which lost curves", () => {
    const spotify = makeTrace(200, 0.4, { source: "Spotify" });
    const changes = compare([makeEpisode(1, [OLD])], [makeEpisode(1, [OLD, spotify])]);
    expect(kinds(changes)).toEqual(["joined"]);
    expect(kinds(compare([makeEpisode(1, [OLD, spotify])], [makeEpisode(1, [OLD])]))).toEqual(["gone"]);
  });

  it("has at most twelve lines, with the growth last", () => {
    const old = Array.from({ length: 40 }, (_, number) => makeEpisode(number, [OLD], { isYoung: number < 9 }));
    const now = [
      ...old
        .slice(0, 35)
        .map((episode) => ({ ...episode, isYoung: false, traces: [addLate(OLD, makeTrace(90, 0.1))] })),
      ...[50, 51, 52, 53, 54].map((number) => makeEpisode(number, [OLD], { published: "2026-11-22" })),
    ];
    const { lines } = compare(old, now);
    expect(lines.length).toBeLessThanOrEqual(12);
    expect(lines.at(-1)).toContain("Growth");
    expect(lines.at(-2)).toMatch(/^And \d+ more changes: the report has all\.$/);
  });

  it("names the hour of a report of the same day, and the year of another", () => {
    const name = (first: string, second: string) => findChanges(make(first, []), make(second, [])).lines[0];
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
});
