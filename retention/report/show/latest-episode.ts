import { formatDate } from "../curve/days.ts";
import { FIGURES, findOpeningFigure } from "../curve/figures.ts";
import { countPresent } from "../curve/moments/moments.ts";
import { formatUsual, tellPart } from "../curve/sentences.ts";
import { formatPercent } from "../curve/text.ts";
import type { Episode } from "../episode/episode.ts";
import { formatListeners } from "../episode/hundred-percent.ts";
import { tellPlace } from "../episode/loss.ts";
import { describeDeviation, describeYouth } from "../episode/summary.ts";
import { sortByDate } from "./show-change.ts";

/** The episode that every reader of a weekly report looks for, without anything being found of it. */
export interface LatestEpisode {
  readonly guid: string;
  readonly title: string;
  /** `24 Nov 2026: 672 listeners, 89 % after 1 min (usual 88). Nothing differs by more than chance.` */
  readonly text: string;
}

/** Tells of the latest full episode: a trailer or a bonus may be newer. Undefined if none has a date. */
export function tellLatest(episodes: readonly Episode[]): LatestEpisode | undefined {
  const episode = sortByDate(episodes.filter(({ type }) => type === undefined)).at(-1);
  if (!episode) return undefined;
  const { guid, title, date, doubt, youth, usual, deviations, loss } = episode;
  const facts = doubt === undefined ? listFacts(episode) : [doubt];
  const rest = [
    doubt === undefined ? "" : "That is too little to tell more.",
    usual && deviations.length === 0 && !loss ? "Nothing differs by more than chance." : "",
    youth ? describeYouth(youth) : "",
  ];
  return { guid, title, text: [`${formatDate(date)}: ${facts.join(", ")}.`, ...rest.filter(Boolean)].join(" ") };
}

function listFacts({ insights, listeners, kind, usual, deviations, loss }: Episode): string[] {
  const opening = findOpeningFigure(insights.figures);
  const value = insights.figures[opening];
  return [
    ...(listeners === undefined ? [] : [formatListeners(listeners, kind)]),
    ...(value === undefined
      ? []
      : [`${formatPercent(value)} ${FIGURES[opening].name}${formatUsual(usual?.figures[opening])}`]),
    ...deviations
      .filter(({ figure }) => figure !== opening)
      .slice(0, 1)
      .map(describeDeviation),
    ...(loss
      ? [`${tellPart(loss.share, countPresent(loss, insights.whole), insights.unit)} leave ${tellPlace(loss)}`]
      : []),
  ];
}
