import { group, median, sum } from "d3-array";
import { formatPercent } from "../../curve/text.ts";
import { UNITS } from "../../lib/chart.ts";
import { formatCount } from "../../lib/count.ts";
import type { Change } from "./changes.ts";
import { type EpisodePair, type Matched, nameTrace, type TracePair } from "./pairs.ts";
import { computeScale, type Snapshot } from "./snapshot.ts";

/** From so many curves of a source on, and from this part of them on, what happened to them is one line. */
const MANY = 3;
const MANY_PART = 0.2;

/** What 100 % is has changed if at least so many curves, and most of them, are higher or lower all along by a factor. */
const MIN_CURVES = 5;
const MOST = 0.8;
const MIN_SCALE = Math.log(1.03);
const MIN_MEDIAN = Math.log(1.05);
/** Places of the opening and before the ending, which are as much higher or lower. */
const EARLY = [0, 10] as const;
const LATE = [70, 90] as const;

const nameFor = (source: string): string => source || "the curves";

/** What happened to the sources, with those whose figures say nothing since then. */
export interface SourceChanges {
  readonly changes: readonly Change[];
  readonly leftOut: ReadonlySet<string>;
  /** Curves that have a line of their source. */
  readonly told: ReadonlySet<TracePair>;
}

/** Finds out which platforms have joined, are gone, are of fewer listeners, or count otherwise than then. */
export function findSourceChanges(last: Snapshot, { pairs }: Matched, since: string): SourceChanges {
  if (!last.episodes.some(({ traces }) => traces)) return { changes: [], leftOut: new Set(), told: new Set() };
  const sources = group(
    pairs.flatMap(({ traces }) => traces),
    ({ source }) => source,
  );
  const leftOut = new Set<string>();
  const told = new Set<TracePair>();
  const changes = [...sources].flatMap(([source, traces]) => [
    ...describeRedefined(source, traces, since, leftOut),
    ...(leftOut.has(source) ? [] : describeFewer(source, traces, since, told)),
  ]);
  return { changes: [...changes, ...describeMembers(pairs)], leftOut, told };
}

function describeRedefined(
  source: string,
  traces: readonly TracePair[],
  since: string,
  leftOut: Set<string>,
): Change[] {
  const kinds = traces.filter(({ broken }) => broken === "kind");
  if (kinds.length >= MANY && kinds.length >= MOST * traces.length) {
    leftOut.add(source);
    return [
      {
        kind: "redefined",
        source,
        text: `${capital(nameFor(source))}: what 100\u00a0% is has changed. Figures are not compared with those ${since}.`,
      },
    ];
  }
  const same = traces.filter(({ broken }) => broken === undefined || broken === "redrawn" || broken === "fewer");
  const scales = same.map(({ old, now }) => computeScale(old, now));
  const middle = median(scales) ?? 0;
  const isScaled = ({ old, now }: TracePair) =>
    [computeScale(old, now), computeScale(old, now, ...EARLY), computeScale(old, now, ...LATE)].every((scale) => {
      return scale * Math.sign(middle) >= MIN_SCALE;
    });
  const scaled = same.filter(isScaled).length;
  if (scaled < MIN_CURVES || scaled < MOST * same.length || Math.abs(middle) < MIN_MEDIAN) return [];
  leftOut.add(source);
  const size = `${formatPercent(100 * Math.abs(Math.exp(middle) - 1))} ${middle < 0 ? "lower" : "higher"}`;
  const text = `${capital(nameFor(source))}: ${scaled} of ${same.length} curves are about ${size} from start to end, so what 100\u00a0% is has changed, it seems. Figures are not compared with those ${since}.`;
  return [{ kind: "redefined", source, text }];
}

/** A curve of fewer listeners is no loss of any: an export is narrower, or some had theirs deleted. */
function describeFewer(source: string, traces: readonly TracePair[], since: string, told: Set<TracePair>): Change[] {
  return (["fewer", "redrawn"] as const).flatMap((broken): Change[] => {
    const such = traces.filter((trace) => trace.broken === broken);
    if (such.length < MANY || such.length < MANY_PART * traces.length) return [];
    for (const trace of such) told.add(trace);
    const count = `${capital(nameFor(source))}: ${such.length} of ${traces.length} curves`;
    const [before, after] = [sum(such, ({ old }) => old.listeners ?? 0), sum(such, ({ now }) => now.listeners ?? 0)];
    const text =
      broken === "fewer"
        ? `${count} are of fewer ${UNITS[such[0]?.now.kind ?? "peak"]}s than ${since} (${format(after)}, then ${format(before)}): a narrower export, or deletions. They are not compared.`
        : `${count} have fewer at some times than ${since}, so they are of others, or counted otherwise. They are not compared.`;
    return [{ kind: broken, source, text }];
  });
}

/** Names the sources that no episode had, or that episodes have no more. */
function describeMembers(pairs: readonly EpisodePair[]): Change[] {
  const count = (side: "old" | "now") =>
    group(
      pairs.flatMap((pair) => (pair[side].traces ?? []).map(nameTrace)),
      (name) => name,
    );
  const [olds, nows] = [count("old"), count("now")];
  const joined = [...nows].filter(([source]) => !olds.has(source));
  const lost = [...olds].flatMap(([source]) => {
    const without = pairs.filter(
      ({ old, now }) => hasSource(old.traces, source) && now.traces && !hasSource(now.traces, source),
    );
    return without.length > 0 ? [{ source, without }] : [];
  });
  return [
    ...joined.map(
      ([source, { length }]): Change => ({
        kind: "joined",
        source,
        text: `${capital(nameFor(source))} joined, with ${formatCount(length, "episode")} of the last report.`,
      }),
    ),
    ...lost.map(
      ({ source, without }): Change => ({
        kind: "left",
        source,
        text: `${capital(nameFor(source))}: the curves of ${formatCount(without.length, "episode")} are gone. Was the last file complete?`,
      }),
    ),
  ];
}

const hasSource = (traces: SnapshotTraces, source: string) =>
  (traces ?? []).some((trace) => nameTrace(trace) === source);
type SnapshotTraces = Snapshot["episodes"][number]["traces"];

const format = (number: number) => number.toLocaleString("en");
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
