import { cumsum } from "d3-array";
import type { Point } from "../../../lib/chart.ts";
import type { Insights } from "../curve/insights.ts";
import type { Gap } from "../curve/levels/gaps.ts";
import type { Moment } from "../curve/moments/moment.ts";
import type { Measures } from "../usual/measured.ts";
import type { ChapterRow } from "./chapters.ts";
import type { Findings } from "./findings.ts";
import type { Spot } from "./spot-figures.ts";

/** An episode in the page's data. */
export interface Episode
  extends Findings,
    Pick<Measures, "guid" | "date" | "kind" | "type" | "since" | "listeners" | "doubt" | "youth"> {
  /** One printable line: the title in the feed, or else the GUID. */
  readonly title: string;
  /** The title of the show in its feed. */
  readonly show?: string;
  /** The address of the audio in the feed: http or https, without a fragment. */
  readonly audio?: string;
  /** Seconds, as in the feed. The insights have where the file ends. */
  readonly duration: number;
  /** Where the chart is from, for people, such as `YouTube`. */
  readonly source?: string;
  readonly isVideo?: boolean;
  /** In order of time, each with its figures and the show's usual. */
  readonly chapters?: readonly ChapterRow[];
  /** Sponsors' spots, each in each source that has it. The page's script has none. */
  readonly spots?: readonly Spot[];
  /** The curve in few values, packed by packProfile. */
  readonly profile: string;
  /** The thinned curve, packed by packCurve. */
  readonly curve: string;
  /** Where the curve lacks points, if it does. */
  readonly gaps?: readonly Gap[];
  /** The curves of all sources, if there are several, with this one first: there, it has the moments that it has alone. */
  readonly sources?: readonly SourceCurve[];
  /** Where the sources differ beyond chance, in plain sentences. */
  readonly sourcesText?: string;
  /** The lengths of the transcript and of each curve that is of another cut, and so has no words: `17:29 and 37:20`. */
  readonly otherLengths?: string;
  /** How the cut of the video differs from the audio, or why nobody can tell, and what its length was taken from, if nobody said it. */
  readonly cutText?: string;
  /** Where its video and the audio differ, if this is the curve of the video. */
  readonly apart?: readonly Apart[];
  /** As other reports compare it, if captions say how long the video is. */
  readonly video?: Pick<SourceCurve, "duration" | "curve">;
}

/** A curve of an episode from one of several sources. */
export interface SourceCurve extends Pick<Episode, "listeners" | "kind" | "isVideo" | "gaps"> {
  /** For people, such as `YouTube`. */
  readonly name: string;
  /** What it tells alone, beside no other episode, in its own unit. */
  readonly insights: Insights;
  /** Seconds, as it was imported. */
  readonly duration: number;
  /** Seconds from which the sources are compared, and percent present then. */
  readonly base: number;
  readonly present: number;
  /** Thinned, and packed by packCurve. */
  readonly curve: string;
  /** Of a video whose times in the audio are known: how it is drawn there, with the stretches that only one of the two has. */
  readonly timed?: Pick<SourceCurve, "duration" | "curve" | "gaps"> & { readonly apart: readonly Apart[] };
}

/** A stretch that only the audio has or only the video, or in which they differ, in seconds. */
export interface Apart {
  /** Where it is in one of the two, at whose times the curve is drawn: both are about the same where only the other has it. */
  readonly from: number;
  readonly to: number;
  /** What only this one has, and what only the other one has. */
  readonly own: number;
  readonly other: number;
}

/** Returns a moment at the audio's times. Undefined if only the video has it. */
export function toAudio(moment: Moment): Moment | undefined {
  const { audio } = moment;
  if (!audio) return moment;
  return isInAudio(audio) ? { ...moment, ...audio } : undefined;
}

/** Checks whether the audio has a moment of a video. */
export function isInAudio({ from, to }: { readonly from: number; readonly to: number }): boolean {
  return from < to;
}

/** Units of a packed curve: tenths of a second, hundredths of a percent. */
export const STEPS_PER_SECOND = 10;
export const STEPS_PER_PERCENT = 100;

/** Reads the points of a packed curve from its numbers. @throws Error if they are no array */
export function readPoints(numbers: readonly number[]): Point[] {
  const [times, percentages] = [0, 1].map((odd) => cumsum(numbers.filter((_, index) => index % 2 === odd)));
  return Array.from(times ?? [], (time, index) => {
    return { time: time / STEPS_PER_SECOND, percentage: (percentages?.[index] ?? 0) / STEPS_PER_PERCENT };
  });
}

/** Maximum number of curves in the plot: more colours could not be told apart. */
export const MAX_CHOSEN = 6;
