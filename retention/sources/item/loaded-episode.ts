import { type Chart, isAmount, tryParseChart } from "../../../lib/chart.ts";
import { computeHeard } from "../../../lib/episode/counted-chart.ts";
import { MalformedItemError } from "../../../lib/episode/counts.ts";
import { findCurve, listCurves, type StoredCurve } from "../../../lib/episode/curves.ts";
import { decodeCurve } from "../../../lib/episode/decoded-curve.ts";
import { findFeeds } from "../../../lib/episode/owner.ts";
import type { Item } from "../../../lib/item.ts";
import { isOwnSource } from "../../../lib/source.ts";
import { createFact, type Fact } from "../base/facts.ts";

/** A curve that is read, or what is wrong with it. */
export type ReadCurve = { readonly chart: Chart } | { readonly reason: Fact };

/** One of an episode's curves. */
export interface LoadedCurve {
  /** `own`, `sessions`, `collector`, or a platform: see `findSourceFacts` for its name and what 100 % is. */
  readonly source: string;
  /** Listeners in the drawing; undefined if nobody knows. */
  readonly listeners?: number;
  /** The average time that a listener heard, in seconds; undefined if listeners were not counted here. */
  readonly heard?: number;
  /** Whether it is of a video that was taken to be as long as the audio, because nobody said how long it is. */
  readonly isAssumed?: true;
  /** When it was written, in ISO 8601; undefined if nobody knows. */
  readonly updatedAt?: string;
  /** The points, and the duration that the curve was drawn to, which may differ from one source to another. */
  readonly chart: Chart;
}

/** An episode with all its curves: first the one that the service answers with if it is asked for no source. */
export interface LoadedEpisode {
  readonly guid: string;
  readonly curves: readonly LoadedCurve[];
  /** What is wrong with the curves that can't be read, or why there are none. */
  readonly problems: readonly Fact[];
  /** Whether there are none to be read. */
  readonly isMissing?: true;
  /** The identities of the feed that registered it, if any has; undefined if nobody knows, as of what can't be read. */
  readonly feeds?: ReadonlySet<string>;
}

export function refuseMalformed({ message, part }: MalformedItemError): Fact<"malformed-item"> {
  return createFact("malformed-item", message, { part });
}

/** Reads a curve with the code that the service answers with. */
export function readCurve({ attributes }: StoredCurve): ReadCurve {
  try {
    const chart = tryParseChart(JSON.parse(decodeCurve(attributes)));
    return chart ? { chart } : { reason: createFact("no-chart-in-item", "The item does not hold a chart.") };
  } catch (error) {
    // The service would answer 500, or a broken body.
    if (error instanceof MalformedItemError) return { reason: refuseMalformed(error) };
    if (error instanceof SyntaxError) return { reason: createFact("no-chart-in-item", `${error.message}.`) };
    throw error;
  }
}

/** Does something with an item, or says what is wrong with it. */
export function tryOrFindProblem<Result>(act: () => Result): Result | { readonly problem: Fact } {
  try {
    return act();
  } catch (error) {
    if (error instanceof MalformedItemError) return { problem: refuseMalformed(error) };
    throw error;
  }
}

/** Reads all curves of an episode from its item. */
export function readEpisode(item: Item): LoadedEpisode {
  const read = tryOrFindProblem(() => readCurves(item));
  return "problem" in read ? { guid: String(item.guid), curves: [], problems: [read.problem] } : read;
}

function readCurves(item: Item): LoadedEpisode {
  const listed = listCurves(item);
  const shown = findCurve(item, listed)?.source;
  const stored = listed.toSorted((one, other) => Number(other.source === shown) - Number(one.source === shown));
  const read = stored.map((curve) => ({ curve, ...readCurve(curve) }));
  const curves = read.flatMap((each) => ("chart" in each ? composeCurve(item, each.curve, each.chart) : []));
  const problems = read.flatMap((each) =>
    "reason" in each ? { ...each.reason, of: { path: each.curve.source } } : [],
  );
  return { guid: String(item.guid), curves, problems, feeds: findFeeds(item) };
}

/** Composes a curve with what the item says of it. */
export function composeCurve(item: Item, { source, listeners, attributes }: StoredCurve, chart: Chart): LoadedCurve {
  const { updatedAt } = attributes;
  // A curve can be read without its counts. The collector says in its log what is wrong with them.
  const heard = isOwnSource(source) ? tryOrFindProblem(() => computeHeard(item, chart.duration)) : undefined;
  return {
    source,
    ...(isAmount(listeners) && listeners > 0 && { listeners }),
    ...(typeof heard === "number" && { heard }),
    ...(attributes.durationFrom === "feed" && { isAssumed: true }),
    ...(typeof updatedAt === "string" && { updatedAt }),
    chart,
  };
}
