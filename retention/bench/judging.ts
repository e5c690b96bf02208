import { joinSaid } from "../report/episode/summary.ts";
import { compareFigures, splitAtDate } from "../report/show/before-after.ts";
import { describeShift } from "../report/show/comparison-sentences.ts";
import { average, countTrue, type Rate } from "./harness.ts";
import type { Planted, Script } from "./simulators/simulated-episode.ts";
import type { SimulatedShow } from "./simulators/simulated-show.ts";

/** What is counted in the report on a show. */
type Count = (show: SimulatedShow) => Rate;

/** By the names of rates, as they are printed. */
export type Counts = Readonly<Record<string, Count>>;

/** An episode of a report with the script that was played. */
export interface Judged {
  readonly episode: SimulatedShow["report"]["episodes"][number];
  readonly script: Script;
}

/** Lists the episodes whose curves prove something. */
function listJudged({ report, scripts }: SimulatedShow): Judged[] {
  return report.episodes.flatMap((episode) => {
    const script = scripts.get(episode.guid);
    return script && episode.doubt === undefined ? [{ episode, script }] : [];
  });
}

/** Counts of how many episodes, or of those that are meant, something is said. */
export const ofEpisodes =
  (isSaid: (judged: Judged) => boolean, isMeant: (judged: Judged) => boolean = () => true): Count =>
  (show) =>
    countTrue(listJudged(show).filter(isMeant), isSaid);

/** Checks whether an episode is said to differ from the others. */
export const differs = ({ episode }: Judged): boolean => episode.deviations.length > 0;

/** Checks whether the audience of an episode is said to be unusual. */
export const isAudienceSaid = ({ episode }: Judged): boolean => joinSaid(episode).includes("Its audience is ");

/** Checks whether a headline names a loss. */
export const namesLoss = ({ episode }: Judged): boolean =>
  /(% of those present|of \d+ (people|plays|views)) drop off (between|during) /.test(episode.headline);

const isPlanted = ({ script }: Judged): boolean => script.planted.length > 0;

/** Counts how many headlines of episodes in which nothing is planted name a loss. */
export const falseHeadlines = ofEpisodes(namesLoss, (judged) => !isPlanted(judged));

/** Counts how many headlines name what is planted in their episode alone. */
export const rightHeadlines = ofEpisodes((judged) => {
  const [place] = judged.script.planted;
  const { loss } = judged.episode;
  return namesLoss(judged) && !!loss && !!place && isNear(loss, place);
}, isPlanted);

/** Counts how planted passages are told. */
export function told(kind: Planted["kind"]): Counts {
  const countTold =
    (as: string): Count =>
    (show) => {
      const places = listJudged(show).flatMap(({ episode, script }) =>
        script.planted.map((place) => episode.insights.moments.filter((moment) => isNear(moment, place))),
      );
      return countTrue(places, (moments) => moments.some((moment) => moment.kind === as));
    };
  return { "told as leave": countTold("loss"), found: countTold(kind) };
}

/** Counts the shows of which a sentence is said. */
export const says =
  (pattern: RegExp): Count =>
  (show) =>
    countTrue([listAnswers(show)], (answers) => answers.some((answer) => pattern.test(answer)));

/** Adds up the percentages that sentences state, by the pattern's first group. */
export const sumStated =
  (pattern: RegExp): Count =>
  (show) => {
    const stated = listAnswers(show).flatMap((answer) => pattern.exec(answer)?.[1] ?? []);
    return average(stated.map(Number));
  };

/** Counts whether the date that is said is that of an episode, or at most two episodes off. */
export const findsDate =
  (after: number): Count =>
  (show) => {
    const said = listAnswers(show).flatMap((answer) => /^From (\d{4}-\d\d-\d\d) on/.exec(answer)?.[1] ?? []);
    return countTrue(said, (date) => Math.abs(listDates(show).indexOf(date) - after) <= 2);
  };

/** Counts whether the average or the end is said to change at the date of an episode. */
export const saysAverageChanges =
  (after: number): Count =>
  (show) => {
    const date = listDates(show)[after] ?? "";
    const said = compareFigures(splitAtDate(show.report.episodes, date)).map((shift) => describeShift(shift, date));
    return countTrue([said], (all) =>
      all.some((text) => /^(Average|Completion).*more than a steady change/.test(text)),
    );
  };

function listAnswers({ report }: SimulatedShow): readonly string[] {
  return report.shows.flatMap(({ answers }) => answers.map(({ line }) => line));
}

function listDates({ report }: SimulatedShow): readonly string[] {
  return report.episodes.map(({ date = "" }) => date).sort();
}

/** Seconds by which a moment may be off. */
const TOLERANCE = 45;

type Place = Pick<Planted, "from" | "to">;

function isNear(one: Place, other: Place): boolean {
  return one.from < other.to + TOLERANCE && one.to > other.from - TOLERANCE;
}
