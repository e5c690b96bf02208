import { computeFigures } from "../../curve/figures.ts";
import { computeBins } from "../../curve/levels/bins.ts";
import type { Chart } from "../../lib/chart.ts";
import { toPrintable } from "../../lib/printable.ts";
import type { Episode, SourceCurve } from "../../report/episode.ts";
import { nameSource } from "../../report/kinds.ts";
import { describeSources } from "../../report/sentences.ts";
import { compareSources, computeBase, type Source } from "../../report/sources.ts";
import { packCurve, thinCurve } from "./packed-curve.ts";

/** A curve of an episode from one of its sources. */
export interface OtherCurve {
  readonly source: string | undefined;
  readonly chart: Chart;
  readonly listeners?: number;
}

/** Composes an episode's curves from several sources, and says where they differ. Nothing for a single one. */
export function compareCurves(
  first: OtherCurve,
  others: readonly OtherCurve[],
): Pick<Episode, "sources" | "sourcesText"> {
  if (others.length === 0) return {};
  const all = [first, ...others].map((curve) => ({ ...curve, ...measure(curve) }));
  const base = computeBase(Math.min(...all.map(({ curve }) => curve.end)));
  return {
    sources: all.map((each) => composeSource(each, base)),
    sourcesText: compareSources(all).map(describeSources).join(" "),
  };
}

function measure({ source, chart, listeners }: OtherCurve): Source {
  const name = toPrintable(nameSource(source ?? "unknown source"));
  return { name, curve: computeBins(chart, listeners), ...(listeners !== undefined && { listeners }) };
}

function composeSource({ name, chart, curve, listeners }: OtherCurve & Source, base: number): SourceCurve {
  const { after1min } = computeFigures(curve);
  return {
    name,
    ...(listeners !== undefined && { listeners }),
    ...(after1min !== undefined && { after1min }),
    duration: chart.duration,
    present: curve.getLevel(base),
    curve: packCurve(thinCurve(chart)),
  };
}
