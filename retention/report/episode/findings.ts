import { UNITS } from "../../sources/base/kinds.ts";
import { computeInsights, countWhole, type Insights } from "../curve/insights.ts";
import type { Moment } from "../curve/moments/moment.ts";
import { findBothMoments, roundToPeople } from "../curve/moments/moments.ts";
import type { Measures } from "../usual/measured.ts";
import { findOthers, selectJudged } from "../usual/others.ts";
import { type Deviation, differs, judgeFigures } from "../usual/typicality.ts";
import { computeUsual, computeUsualBand, type Usual } from "../usual/usual.ts";
import { findChapterLoss } from "./chapter-loss.ts";
import { type ChapterRow, computeChapterRows } from "./chapters.ts";
import { findLoss, leaveOutParts } from "./loss.ts";
import { countPeople, type People } from "./people.ts";
import { type Summary, summarize } from "./summary.ts";
import { addUsualSkips } from "./usual-skips.ts";

/** What an episode's curve tells, beside the others of its show. */
export interface Findings extends Summary {
  readonly insights: Insights;
  /** At a moment, or over a chapter. Undefined if there is none. */
  readonly loss?: Moment;
  /** Undefined if the others are too few, or if the curve proves little: then nothing is compared. */
  readonly usual?: Usual;
  /** Figures that differ from the usual by more than chance, the first in time first. Empty if nothing is compared. */
  readonly deviations: readonly Deviation[];
  /** Undefined where it is not known how many people listen. */
  readonly people?: People;
  readonly chapters?: readonly ChapterRow[];
}

/** Findings with what only the answers about the show need. */
export interface ComparedFindings extends Findings {
  /** Percentage points by which chance alone may take its average from the usual. */
  readonly reach?: number;
  /** The moments that the curve has alone. */
  readonly alone: readonly Moment[];
}

const NO_OTHERS = { similar: [], any: [] };

/** Compares an episode with the others of a show, of which it may be one. */
export function computeFindings(episode: Measures, episodes: readonly Measures[]): ComparedFindings {
  const { curve, kind, type, listeners, heard, isOfPeak, credits, doubt, youth } = episode;
  const others = doubt === undefined ? findOthers(episode, episodes) : NO_OTHERS;
  const { moments: found, alone } = findBothMoments(
    curve,
    others.similar.map(({ profile }) => profile),
    episodes.length,
  );
  const whole = countWhole(curve, listeners);
  const moments = roundToPeople(found, whole);
  const judged = selectJudged(episode, others);
  const overChapter = findChapterLoss(episode, judged.similar, episodes.length);
  const loss = findLoss(moments, overChapter && roundToPeople([overChapter], whole)[0]);
  const chapters = computeChapterRows(episode, judged.similar);
  const profiles = { similar: judged.similar.map(({ profile }) => profile), any: [] };
  const told = addUsualSkips(leaveOutParts(moments, loss), chapters, () => computeUsualBand(curve.end, profiles));
  const insights = computeInsights(curve, { listeners, heard, isOfPeak, credits, unit: UNITS[kind], kind }, told);
  const usual = computeUsual(judged);
  const figures = judgeFigures(episode, judged);
  const deviations = figures.filter(differs);
  const average = figures.find(({ figure }) => figure === "average");
  const people = countPeople(episode, judged.similar);
  return {
    insights,
    alone,
    ...(average && { reach: Math.max(average.high - average.usual, average.usual - average.low) }),
    ...(loss && { loss }),
    ...(people && { people }),
    ...(usual && { usual }),
    deviations,
    ...summarize({ insights, loss, usual, figures, people, doubt, youth, type }),
    ...(chapters.length > 0 && { chapters }),
  };
}
