import { UNITS } from "../../../lib/chart.ts";
import { toPrintable } from "../../../lib/printable.ts";
import type { LoadedCurve } from "../../sources/item/loaded-episode.ts";
import { computeInsights } from "../curve/insights.ts";
import { computeBins } from "../curve/levels/bins.ts";
import type { Episode, SourceCurve } from "../episode/episode.ts";
import { compareSources, computeBase, type Source } from "../episode/source-comparison.ts";
import { describeSources } from "../show/comparison-sentences.ts";
import { packChart } from "./packed-curve.ts";
import { computeKind, findHighest, nameSource } from "./source-kind.ts";

/** A curve of an episode, of which the source need not be known. */
export type Sourced = Omit<LoadedCurve, "source"> & { readonly source?: string | undefined };

/** Composes an episode's curves from several sources, and says where they differ. Nothing for a single one. */
export function compareCurves(curves: readonly Sourced[]): Pick<Episode, "sources" | "sourcesText"> {
  if (curves.length === 1) return {};
  const all = curves.map((curve) => ({ ...curve, ...measure(curve) }));
  const base = computeBase(Math.min(...all.map(({ curve }) => curve.end)));
  return {
    sources: all.map((each) => composeSource(each, base)),
    sourcesText: describeSources(compareSources(all)),
  };
}

function measure({ source, chart, listeners }: Sourced): Source {
  const name = toPrintable(nameSource(source ?? "unknown source"));
  const kind = computeKind(source, findHighest(chart), listeners);
  return { name, kind, curve: computeBins(chart, listeners), ...(listeners !== undefined && { listeners }) };
}

function composeSource({ name, kind, chart, curve, listeners }: Sourced & Source, base: number): SourceCurve {
  return {
    name,
    ...(listeners !== undefined && { listeners }),
    kind,
    insights: computeInsights(curve, { listeners, unit: UNITS[kind], kind }),
    duration: chart.duration,
    base,
    present: curve.getLevel(base),
    ...packChart(chart, curve.gaps),
  };
}
