import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unpackCounts } from "../../../lib/episode/counts.ts";
import { countRuns } from "../../../tests/support/parts.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { Outcome } from "../../cli/bulk/outcome.ts";
import { listImportFiles } from "../../cli/import/import-files.ts";
import { RecordError } from "../../sources/base/refusals.ts";
import { ChartImport } from "../../sources/import/chart-import.ts";
import { CountedSessions } from "../../sources/import/counted-sessions.ts";
import type { ImportedCurve } from "../../sources/item/imported-curve.ts";
import { compose, onlyCurve, pairsOf, parse } from "./formats.ts";

const save = useFolder();

interface Session {
  readonly session_id: string | null;
  readonly episodeGUID: string;
  readonly data: readonly { readonly time: number; readonly event: string }[];
}

type Pair = readonly [number, number];

/** What is expected of an episode: nothing if it is refused. */
interface Expected {
  readonly counts: readonly number[];
  readonly listeners: number;
}

const LIMIT = 6 * 3_600;

/** The seconds that a session hears, as docs/charts.md describes it. */
function hear({ data }: Session, interval: number): Set<number> {
  const heard = new Set<number>();
  data.forEach(({ time, event }, index) => {
    const second = Math.floor(time);
    const next = index + 1 < data.length ? Math.floor(Number(data[index + 1]?.time)) : -1;
    heard.add(second);
    if (event === "pause" || event === "ended") return;
    for (let at = second + 1; at < second + interval && (next < second || at < next); at++) heard.add(at);
  });
  return heard;
}

/** Computes what an import must write of an episode's sessions, with everything in memory. */
function expectSessions(all: readonly Session[], interval: number, duration: number): Expected | undefined {
  const distinct = new Map<string, Session>();
  for (const [index, session] of all.entries()) {
    const id = session.session_id ? `id ${session.session_id}` : `number ${index}`;
    const earlier = distinct.get(id);
    if (earlier && JSON.stringify(earlier.data) !== JSON.stringify(session.data)) return undefined;
    distinct.set(id, session);
  }
  const sets = [...distinct.values()].map((session) => [...hear(session, interval)]);
  const within = sets.map((set) => set.filter((second) => second < duration));
  const inside = within.flat().length;
  const beyond = sets.map((set) => Math.min(duration, set.filter((second) => second > duration).length));
  const outside = beyond.reduce((sum, seconds) => sum + seconds, 0);
  if (inside === 0 || outside * 10 > inside + outside) return undefined;
  // Counts reach to the last second heard, at most six hours: the duration may be corrected later.
  const heard = sets.filter((_, index) => (within[index]?.length ?? 0) > 0);
  const length = heard.flat().reduce((max, second) => (second < LIMIT ? Math.max(max, second + 1) : max), 0);
  const counts = Array.from({ length }, (_, second) => heard.filter((set) => set.includes(second)).length);
  return { counts, listeners: heard.length };
}

const tellCurve = (guid: string, isTable: boolean) => `${isTable ? "table" : "own"} ${guid}`;

async function runImport(files: readonly string[], interval: number, duration: number) {
  const written = new Map<string, ImportedCurve>();
  const add = async (item: ImportedCurve) => {
    const key = tellCurve(item.guid, item.source === "csv");
    expect(written.has(key)).toBe(false);
    written.set(key, item);
  };
  const durations = { fallback: duration };
  const options = { durations, guids: {}, minListeners: 1 };
  const outcome = new Outcome({ target: { stage: "dev" }, feeds: [] });
  const sessions = new CountedSessions({ durations, interval }, outcome);
  await new ChartImport(options, { add, finish: async () => {} }, outcome, sessions).run(
    await listImportFiles(files, undefined, () => {}),
  );
  return written;
}

describe("an import of sessions, charts and tables in any number of files", () => {
  const guid = fc.constantFrom("a", "b", "c", "d");
  const event = fc.record({
    time: fc.oneof(fc.nat(45), fc.constantFrom(0.5, 7.999, 30, 1e9)),
    event: fc.constantFrom("play", "seek", "pause", "ended"),
  });
  const session: fc.Arbitrary<Session> = fc.record(
    {
      session_id: fc.constantFrom(null, "", "1", "2", "3", "4", "5", "6"),
      episodeGUID: guid,
      data: fc.oneof(
        fc.array(event, { maxLength: 8 }),
        // Some sessions are frequent, so that the same one occurs again.
        fc.constantFrom<Session["data"]>([{ time: 0, event: "play" }], [{ time: 3, event: "seek" }]),
      ),
    },
    { noNullPrototype: true },
  );
  const other = fc.record({ guid, kind: fc.constantFrom("chart", "table") });

  it("writes what a plain computation gives, and nothing of a curve that is in two places", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(session, { minLength: 1, maxLength: 6 }), { maxLength: 3 }),
        fc.array(other, { maxLength: 2 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 20, max: 40 }),
        async (exports, others, interval, duration) => {
          // A line of its own makes each file different.
          const files = exports.map((sessions, index) =>
            save(`${index}.jsonl`, `${sessions.map((one) => JSON.stringify(one)).join("\n")}${"\n".repeat(index + 1)}`),
          );
          for (const [index, { guid, kind }] of others.entries()) {
            const chart = JSON.stringify({ guid, duration, data: [{ time: 0, percentage: index }] });
            files.push(
              save(`other-${index}`, kind === "chart" ? chart : `guid,time,percentage\n${guid},0,${index + 1}\n`),
            );
          }
          fc.pre(files.length > 0);
          const written = await runImport(files, interval, duration);
          for (const guid of ["a", "b", "c", "d"]) {
            const sessions = exports.flat().filter(({ episodeGUID }) => episodeGUID === guid);
            const tables = others.filter((one) => one.guid === guid && one.kind === "table").length;
            expect(written.has(tellCurve(guid, true))).toBe(tables === 1);
            const rivals = others.filter((one) => one.guid === guid && one.kind === "chart").length;
            const item = written.get(tellCurve(guid, false));
            if (rivals + Math.min(sessions.length, 1) !== 1) expect(item).toBeUndefined();
            else if (rivals === 1)
              expect([item && "points" in item && item.points, item?.counts]).toEqual([1, undefined]);
            else {
              const expected = expectSessions(sessions, interval, duration);
              expect(item?.listeners).toBe(expected?.listeners);
              const counts = item?.counts && [...unpackCounts(item.counts)];
              expect(counts).toEqual(expected?.counts);
            }
          }
        },
      ),
      { numRuns: countRuns(500) },
    );
  });
});

/** Computes the points of a chart from bins in seconds; undefined if it must be refused. */
function expectPairs(bins: readonly Pair[], duration: number, isCount: boolean): Pair[] | undefined {
  const sorted = bins.toSorted(([one], [other]) => one - other);
  const kept = sorted.filter(([time]) => time < duration);
  const late = sorted.filter(([time]) => time >= duration);
  const [before = Number.NaN, last = Number.NaN] = kept.slice(-2).map(([time]) => time);
  const [first = Number.NaN] = late[0] ?? [];
  const isBinAtEnd = first === duration || (kept.length > 1 && first - last <= last - before);
  const sum = (some: readonly Pair[]) => some.reduce((total, [, value]) => total + value, 0);
  const beyond = sum(isBinAtEnd ? late.slice(1) : late);
  if (sum(kept) === 0 || beyond * 10 > sum(kept) + beyond) return undefined;
  const peak = Math.max(...kept.map(([, value]) => value));
  return kept.map(([time, value]) => [time, isCount ? Math.round((1e4 * value) / peak) / 100 : value]);
}

function compute(content: unknown, duration: number): unknown {
  try {
    return pairsOf(onlyCurve(parse(content)), duration);
  } catch (error) {
    if (error instanceof RecordError) return undefined;
    throw error;
  }
}

describe("an import of a platform's curve that may go beyond the end", () => {
  // They are exact as decimals and as binary numbers.
  const parts = (max: number) => fc.nat(4 * max).map((number) => number / 4);
  const quarters = (max: number) => fc.oneof(fc.nat(max), parts(max));
  const pairs = fc.uniqueArray(fc.tuple(quarters(60), quarters(9)), { selector: ([at]) => at, minLength: 2 });
  const withListeners = pairs.filter((bins) => bins.some(([, value]) => value > 0));
  const scale = (bins: readonly Pair[], factor: number): Pair[] => bins.map(([at, value]) => [at * factor, value]);
  /** The same curve in whole numbers of people. */
  const whole = (bins: readonly Pair[]): Pair[] => bins.map(([at, value]) => [at, 4 * value]);

  it.each<[string, (bins: readonly Pair[]) => unknown, factor: (duration: number) => number, isCount: boolean]>([
    ["csv, seconds", (bins) => compose.table("time,listeners", whole(bins)), () => 1, true],
    ["csv, minutes", (bins) => compose.table("minute,count", whole(bins)), () => 60, true],
    ["csv, percent", (bins) => compose.table("position,percentage", bins), (duration) => duration / 100, false],
    ["apple", compose.apple, () => 1, true],
    ["anchor", compose.anchor, () => 1, true],
    ["graphql", compose.graphql, () => 1, true],
    ["peertube", compose.peertube, () => 1, false],
    ["harborfm", compose.harborfm, (duration) => duration / 100, false],
  ])("gives the points of a plain computation, or a refusal: %s", (_, write, computeFactor, isCount) => {
    fc.assert(
      fc.property(withListeners, fc.integer({ min: 1, max: 70 }), (bins, share) => {
        const factor = computeFactor(1_000);
        // The end is anywhere in the curve, in its unit. A curve in percent ends at 100.
        const duration = factor === 10 ? 1_000 : share * factor;
        const placed: Pair[] = factor === 10 ? bins.map(([at, value]) => [at * 2, value]) : [...bins];
        const expected = expectPairs(scale(placed, factor), duration, isCount);
        expect(compute(write(placed), duration)).toEqual(expected);
      }),
      { numRuns: countRuns(1_000) },
    );
  });

  it("gives the points of a plain computation, or a refusal: spotify and op3", () => {
    const counts = fc.array(fc.nat(5), { minLength: 1, maxLength: 30 }).filter((all) => Math.max(...all) > 0);
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 90 }), (values, bins, rate) => {
        const samples = values.map((value, index): Pair => [(index * rate * 1_000) / 1_000, value]);
        const answer = { samples: values, sampleRate: rate * 1_000 };
        expect(compute(answer, bins * rate)).toEqual(expectPairs(samples, bins * rate, true));

        const minuteMaps = Array.from({ length: 5 }, (_, session) => values.map((n) => (n > session ? 1 : 0)).join(""));
        const minutes = values.map((value, minute): Pair => [60 * minute, value]);
        const show = { showUuid: "s", episodeListens: { g: { minuteMaps } } };
        expect(compute(show, bins * 60)).toEqual(expectPairs(minutes, bins * 60, true));
      }),
    );
  });
});
