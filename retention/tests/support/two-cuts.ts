import { makeTexts } from "../../bench/cuts.ts";
import { createMulberry32 } from "../../bench/simulators/simulated-show.ts";
import { type CutPlan, cutTwice } from "../../bench/simulators/two-cuts.ts";
import { formatCueTime } from "../../report/demo/script.ts";
import type { Cue } from "../../sources/transcripts/cue.ts";
import { makeChart } from "./report.ts";

const PLAN: CutPlan = { removed: 2, inserted: 2, lengths: [40, 100], misheard: 0.1 };

/** An episode, of twenty-five minutes if nothing else is said, whose video is another cut. A third leave both at the same words. */
export function makeTwoCuts(guid: string, seed: number, words = 3_900, plan = PLAN) {
  const random = createMulberry32(seed);
  const [own, other] = makeTexts(words)(random);
  const { audio, video, truth, lengths } = cutTwice(own, other, plan, random);
  const place = truth.findIndex(
    (at, index) => index > (0.3 + 0.1 * (seed % 5)) * truth.length && at.video !== undefined,
  );
  const leave = { audio: truth[place]?.audio ?? 0, video: truth[place]?.video ?? 0 };
  const [duration, videoDuration] = [Math.ceil(lengths[0]) + 5, Math.ceil(lengths[1]) + 5];
  return {
    leave,
    duration,
    videoDuration,
    transcript: formatSrt(audio),
    captions: formatSrt(video),
    chart: makeChart(guid, 100, 67, leave.audio, duration),
    /** A table of YouTube Studio has positions in percent of the video. */
    table: Array.from({ length: 100 }, (_, position) => {
      const time = (position / 100) * videoDuration;
      return { position, percentage: (time < leave.video ? 100 : 67) - time / 200 };
    }),
  };
}

function formatSrt(cues: readonly Cue[]): string {
  const format = (time: number) => formatCueTime(time).replace(".", ",");
  return cues
    .map(({ start, end, text }, index) => `${index + 1}\n${format(start)} --> ${format(end)}\n${text}\n`)
    .join("\n");
}

/** Writes a table as YouTube Studio does. */
export function formatTable(table: ReturnType<typeof makeTwoCuts>["table"]): string {
  const rows = table.map(({ position, percentage }) => `${position},${percentage.toFixed(2)}`);
  return ["Video position (%),Absolute audience retention (%)", ...rows, ""].join("\n");
}
