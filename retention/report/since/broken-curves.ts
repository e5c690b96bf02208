import { group } from "d3-array";
import { type Break, type EpisodePair, groupBySource, type TracePair } from "./episode-pairs.ts";

/** Curves of a show that are no continuations, for one reason. They are told in one line. */
export interface BrokenCurves {
  readonly reason: Break;
  readonly traces: readonly TracePair[];
  /** Undefined if they are of another file than before, which is told once, whatever the sources. */
  readonly source?: string;
  /** Number of the show's curves of that source, those of another file among them. */
  readonly ofSource?: number;
}

/** Groups the curves that are no continuations: of each episode of another file, the first curve, then those of each source. */
export function groupBroken(pairs: readonly EpisodePair[]): BrokenCurves[] {
  const files = pairs.flatMap(({ traces }) => traces.find(isOfFile) ?? []);
  const shows = group(files, ({ episode }) => episode.show).values();
  return [
    ...[...shows].flatMap(groupByReason),
    ...groupBySource(pairs.flatMap(({ traces }) => traces)).flatMap(groupOfSource),
  ];
}

function groupOfSource(traces: readonly TracePair[]): BrokenCurves[] {
  // A source has joined if no episode had it.
  const had = traces.filter(({ broken }) => broken !== "joined");
  const counted = had.length > 0 ? had : traces;
  const ofSource = { source: counted[0]?.source ?? "", ofSource: counted.length };
  return groupByReason(counted.filter((trace) => !isOfFile(trace))).map((broken) => ({ ...broken, ...ofSource }));
}

function groupByReason(all: readonly TracePair[]): BrokenCurves[] {
  return [...group(all, ({ broken }) => broken)].flatMap(([reason, traces]) => (reason ? { reason, traces } : []));
}

/** Another length, or times that have moved, are of a file, whatever the platform. */
const isOfFile = ({ broken }: TracePair) => broken === "length" || broken === "moved";
