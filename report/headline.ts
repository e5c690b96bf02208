import { FIGURES } from "../curve/figures.ts";
import { formatPercent, formatTime, shorten } from "../curve/text.ts";
import type { Episode } from "./episode.ts";

const MAX_TITLE = 40;

/** The point of an episode in a few words. The summary below it says it exactly, with what is usual and of how many. */
export interface Headline {
  /** The number with which it begins; empty if it has none. */
  readonly amount: string;
  readonly text: string;
}

type Told = Pick<Episode, "insights" | "loss" | "deviations" | "doubt" | "chapters">;

/** Composes the headline: the largest loss, or else the first figure that differs, or else what is skipped or replayed. */
export function composeHeadline({ insights, loss, deviations, doubt, chapters = [] }: Told): Headline {
  if (doubt !== undefined) return { amount: "", text: `Too little to go by: ${doubt}` };
  const name = (time: number) => {
    const title = chapters.findLast((chapter) => chapter.time <= time)?.title;
    return title === undefined ? undefined : `“${shorten(title, MAX_TITLE)}”`;
  };
  if (loss) {
    const { share, from, to, chapter } = loss;
    const inside = name((from + to) / 2);
    const place =
      chapter === undefined
        ? `at ${formatTime(from)}${inside ? `, in ${inside}` : ""}`
        : `during “${shorten(chapter, MAX_TITLE)}”`;
    return { amount: formatPercent(100 * share), text: `drop off ${place}` };
  }
  const [deviation] = deviations;
  if (deviation) {
    const { figure, value, usual } = deviation;
    return { amount: formatPercent(value), text: `${FIGURES[figure].name}, usually ${formatPercent(usual)}` };
  }
  const [moment] = insights.moments;
  if (!moment) return { amount: "", text: "No drop-off stands out" };
  const { kind, share, from, to } = moment;
  const place = `${formatTime(from)} to ${formatTime(to)}`;
  const inside = name((from + to) / 2);
  const verb = kind === "replay" ? "replay" : "skip";
  return { amount: formatPercent(100 * share), text: inside ? `${verb} ${inside}, ${place}` : `${verb} ${place}` };
}
