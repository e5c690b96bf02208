import { max, mean, range } from "d3-array";
import type { Chart } from "../../../lib/chart.ts";
import type { Hearing, Script } from "./simulated-episode.ts";

/** How a curve is counted: in bins of so many seconds here, or as a platform does. */
export type Binning = number | "youtube" | "apple" | "starters";

/** A curve with what is known of it. */
export interface CountedCurve {
  readonly chart: Chart;
  readonly source: string;
  readonly listeners?: number;
}

/** YouTube has 100 bins, in percent of the views, which are more than listeners; it plays the first bin again to many. */
const BINS = 100;
const VIEWS = 1.3;
const AUTOPLAYED = 0.18;

const APPLE_SECONDS = 15;
/** As an app that answers by Standard Podcast Consumption may have them. */
const STARTERS_SECONDS = 60;

/** Counts what is heard as a source does. Percentages have two decimals. */
export function countAs(format: Binning, guid: string, heard: Hearing, { duration, audience }: Script): CountedCurve {
  if (format === "youtube") {
    const seconds = duration / BINS;
    const plays = range(BINS).map((bin) =>
      averageBin(heard.plays, bin * seconds, Math.min(duration, (bin + 1) * seconds)),
    );
    const views = VIEWS * audience;
    const shares = plays.map((count, bin) => (count + (bin === 0 ? AUTOPLAYED * audience : 0)) / views);
    return { chart: drawBins(guid, duration, seconds, shares), source: "youtube" };
  }
  const isApple = format === "apple";
  const seconds = isApple ? APPLE_SECONDS : format === "starters" ? STARTERS_SECONDS : format;
  const counts = range(0, duration, seconds).map((start) => {
    return Math.round(averageBin(isApple ? heard.plays : heard.listeners, start, Math.min(duration, start + seconds)));
  });
  const whole = format === "starters" ? audience : (max(counts) ?? 1);
  const chart = drawBins(
    guid,
    duration,
    seconds,
    counts.map((count) => count / whole),
  );
  return { chart, source: isApple ? "apple" : format === "starters" ? "harborfm" : "own", listeners: whole };
}

function averageBin(counts: readonly number[], from: number, to: number): number {
  return mean(counts.slice(Math.floor(from), Math.max(Math.floor(from) + 1, Math.floor(to)))) ?? 0;
}

function drawBins(guid: string, duration: number, seconds: number, shares: readonly number[]): Chart {
  const data = shares.map((share, bin) => ({ time: bin * seconds, percentage: Math.round(10_000 * share) / 100 }));
  return { guid, duration, data };
}
