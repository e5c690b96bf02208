import { groupSort } from "d3-array";
import type { Point } from "../../../lib/chart.ts";
import { findPointAt } from "../curve/insights.ts";
import type { Gap } from "../curve/levels/gaps.ts";
import { type Episode, MAX_CHOSEN, readPoints, type SourceCurve } from "../episode/episode.ts";
import type { ChartView, Choice, Over } from "./choice.ts";

/** A curve in the plot: that of a selected episode, or of one of its sources. */
export interface DrawnCurve extends Pick<SourceCurve, "duration"> {
  /** Index, from 0, of its colour and dashes. */
  readonly slot: number;
  /** In the order of the list: A to F. */
  readonly letter: string;
  readonly points: readonly Point[];
  /** Seconds before which it is not drawn. */
  readonly from?: number;
  /** Where it is a straight line, because its source has no points there. */
  readonly gaps?: readonly Gap[] | undefined;
  /** Where a video and its audio differ. */
  readonly apart?: Episode["apart"] | undefined;
  readonly episode: Episode;
  /** The source, where the curves are those of one episode. */
  readonly source?: SourceCurve;
}

/** The opening that one view shows, in seconds. */
export const OPENING = 300;

const LETTERS = "ABCDEF";

/** The colour of each source of a report, by its name. */
export type Palette = ReadonlyMap<string | undefined, number>;

/** Gives each source one colour in all episodes: first those that lead most of them. */
export function choosePalette(episodes: readonly Episode[]): Palette {
  const leading = groupSort(
    episodes,
    ({ length }) => -length,
    ({ source }) => source,
  );
  const names = new Set([...leading, ...episodes.flatMap(({ sources = [] }) => sources.map(({ name }) => name))]);
  return new Map([...names].map((name, index) => [name, index % MAX_CHOSEN]));
}

/** Loads the curves that a choice shows: of its episodes, or of the sources of its only one. */
export async function loadCurves({ episodes, view }: Choice, palette: Palette): Promise<DrawnCurve[]> {
  const [first] = episodes;
  const isOne = episodes.length === 1;
  if (view === "sources" && isOne && first?.sources) return loadSources(first, first.sources, palette);
  const loading = episodes.map(async (episode, index) => {
    const { duration, curve, gaps, source } = episode;
    const slot = isOne ? (palette.get(source) ?? 0) : index;
    const apart = isOne ? episode.apart : undefined;
    return { episode, slot, letter: LETTERS.charAt(index), duration, gaps, apart, points: await unpack(curve) };
  });
  return Promise.all(loading);
}

/** Loads the curves of an episode's sources from one time on, as shares of those present then: their openings differ. */
async function loadSources(episode: Episode, sources: readonly SourceCurve[], palette: Palette): Promise<DrawnCurve[]> {
  const free = new Set(Array.from({ length: MAX_CHOSEN }, (_, slot) => slot));
  const loading = sources.slice(0, MAX_CHOSEN).map(async (source, index) => {
    const { name, base, present, timed } = source;
    const { duration, curve, gaps } = timed ?? source;
    const apart = timed?.apart;
    const own = palette.get(name) ?? 0;
    const slot = free.has(own) ? own : Math.min(...free);
    free.delete(slot);
    const known = (await unpack(curve)).filter(({ time }) => time > base);
    const points = [{ time: base, percentage: present }, ...known].map(({ time, percentage }) => {
      return { time, percentage: (100 * percentage) / (present || 100) };
    });
    const later = gaps?.filter(({ from }) => from >= base);
    return { episode, source, slot, letter: LETTERS.charAt(index), duration, points, from: base, gaps: later, apart };
  });
  return Promise.all(loading);
}

/** Reverses packCurve. */
async function unpack(curve: string): Promise<Point[]> {
  const bytes = Uint8Array.from(atob(curve), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return readPoints(await new Response(unpacked).json());
}

/** Converts a time of an episode, in seconds, to a position on the horizontal axis. */
export function toPosition({ duration }: DrawnCurve, time: number, over: Over): number {
  return over === "time" ? time : (time / (duration || 1)) * 100;
}

/** Converts a position on the horizontal axis to a time of an episode, in seconds. */
export function toTime({ duration }: DrawnCurve, position: number, over: Over): number {
  return over === "time" ? position : (position / 100) * duration;
}

/** Returns the time at which a curve ends, in seconds. */
export function getEndTime({ duration, points }: DrawnCurve): number {
  return Math.max(duration, points.at(-1)?.time ?? 0);
}

/** Returns where the horizontal axis ends, which begins at 0. */
export function computeEnd(curves: readonly DrawnCurve[], view: ChartView): number {
  if (view === "length") return 100;
  const end = Math.max(1, ...curves.map(getEndTime));
  return view === "opening" ? Math.min(end, OPENING) : end;
}

/** Returns a curve's percentage at a position, or undefined where it is not drawn. */
export function findPercentage(curve: DrawnCurve, position: number, over: Over): number | undefined {
  const time = toTime(curve, position, over);
  if (time > getEndTime(curve) || time < (curve.from ?? 0)) return undefined;
  const gap = curve.gaps?.find(({ from, to }) => time >= from && time < to);
  if (!gap) return findPointAt(curve.points, time)?.percentage;
  const [one, other] = computeEnds(curve, gap);
  return one + ((other - one) * (time - gap.from)) / (gap.to - gap.from);
}

/** Returns the percentages between which a gap's straight line is. */
export function computeEnds({ points }: DrawnCurve, { from, to }: Gap): [start: number, end: number] {
  return [findPointAt(points, from)?.percentage ?? 0, findPointAt(points, to)?.percentage ?? 0];
}
