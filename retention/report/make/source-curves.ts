import type { Chart } from "../../../lib/chart.ts";
import { toPrintable } from "../../../lib/printable.ts";
import { UNITS } from "../../sources/base/kinds.ts";
import { isOfVideo, nameSource } from "../../sources/curve/source-facts.ts";
import type { LoadedCurve } from "../../sources/item/loaded-episode.ts";
import { computeInsights } from "../curve/insights.ts";
import { computeBins } from "../curve/levels/bins.ts";
import { findBothMoments } from "../curve/moments/moments.ts";
import type { Episode, SourceCurve } from "../episode/episode.ts";
import { packOutline } from "../episode/packed-curve.ts";
import { compareSources, computeBase, type Source } from "../episode/source-comparison.ts";
import { describeSources } from "../show/comparison-sentences.ts";
import { computeKind, findHighest } from "./source-kind.ts";
import { listApart, retimeChart, retimeCurve, type VideoCut } from "./video-cut.ts";

/** A curve of an episode, of which the source need not be known. */
export type SourcedCurve = Omit<LoadedCurve, "source"> & {
  readonly source?: string | undefined;
  /** As it was imported, if the video is taken to have another length. */
  readonly original?: Chart;
};

/**
 * Composes an episode's curves from several sources, and says where they differ. Nothing for a single one.
 *
 * @param binned the same curves, as they are measured
 * @param cut that of the video, whose curve is then compared at the audio's times
 */
export function compareCurves(
  curves: readonly SourcedCurve[],
  binned: readonly Source[],
  cut?: VideoCut,
): Pick<Episode, "sources" | "sourcesText"> {
  if (curves.length === 1) return {};
  const all = curves.flatMap((curve, index) => (binned[index] ? { ...curve, ...binned[index] } : []));
  const timed = all.map((each) => (cut && isOfVideo(each) ? { ...each, curve: retimeCurve(each.curve, cut) } : each));
  const base = computeBase(Math.min(...timed.map(({ curve }) => curve.end)));
  return {
    sources: all.map((each, index) => composeSource(each, base, timed[index]?.curve.getLevel(base) ?? 0, cut)),
    sourcesText: describeSources(compareSources(timed)),
  };
}

/** Measures a curve, at its own times. */
export function measureCurve({ source, chart, listeners }: SourcedCurve): Source {
  const name = toPrintable(nameSource(source ?? "unknown source"));
  const kind = computeKind(source, findHighest(chart), listeners);
  return { name, kind, curve: computeBins(chart, listeners), ...(listeners !== undefined && { listeners }) };
}

/** A moment of a source is certain if it is beyond the chance of so many curves: those of the latest episodes, of which findings are. */
const CURVES = 100;

function composeSource(
  source: SourcedCurve & Source,
  base: number,
  present: number,
  cut: VideoCut | undefined,
): SourceCurve {
  const { name, kind, chart, original = chart, curve, listeners } = source;
  return {
    name,
    ...(listeners !== undefined && { listeners }),
    kind,
    ...(isOfVideo(source) && { isVideo: true }),
    insights: computeInsights(
      curve,
      { listeners, unit: UNITS[kind], kind },
      findBothMoments(curve, [], CURVES).moments,
    ),
    duration: original.duration,
    base,
    present,
    ...packOutline(original, original === chart ? curve.gaps : []),
    ...(isOfVideo(source) && cut && { timed: composeTimed(chart, cut) }),
  };
}

/** Draws the curve of a video at the audio's times. */
function composeTimed(chart: Chart, cut: VideoCut): NonNullable<SourceCurve["timed"]> {
  const timed = retimeChart(chart, cut);
  return { duration: timed.duration, ...packOutline(timed, []), apart: listApart(cut, "one") };
}
