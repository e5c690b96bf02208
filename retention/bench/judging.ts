import { findEndFigure } from "../report/curve/figures.ts";
import { describePeople } from "../report/episode/people.ts";
import { compareFigures, splitAtDate } from "../report/show/before-after.ts";
import type { Finding } from "../report/show/finding.ts";
import type { Segments } from "../report/show/segments.ts";
import { average, countTrue, type Rate } from "./harness.ts";
import type { PlantedMove, Script } from "./simulators/simulated-episode.ts";
import type { SimulatedShow } from "./simulators/simulated-show.ts";

/** What is counted in the report on a show. */
type Count = (show: SimulatedShow) => Rate;

/** By the names of rates, as they are printed. */
export type RateCounts = Readonly<Record<string, Count>>;

/** An episode of a report with the script that was played. */
export interface JudgedEpisode {
  readonly episode: SimulatedShow["report"]["episodes"][number];
  readonly script: Script;
}

/** Lists the episodes whose curves prove something. */
function listJudged({ report, scripts }: SimulatedShow): JudgedEpisode[] {
  return report.episodes.flatMap((episode) => {
    const script = scripts.get(episode.guid);
    return script && episode.doubt === undefined ? [{ episode, script }] : [];
  });
}

/** Counts of how many episodes, or of those that are meant, something is said. */
export const inEpisodes =
  (isSaid: (judged: JudgedEpisode) => boolean, isMeant: (judged: JudgedEpisode) => boolean = () => true): Count =>
  (show) =>
    countTrue(listJudged(show).filter(isMeant), isSaid);

/** Checks whether an episode is said to differ from the others. */
export const isSaidToDiffer = ({ episode }: JudgedEpisode): boolean => episode.deviations.length > 0;

/** Checks whether the audience of an episode is said to be unusual. */
export const isAudienceSaid = ({ episode: { people, insights } }: JudgedEpisode): boolean =>
  people !== undefined && describePeople(people, findEndFigure(insights.figures)) !== "";

/** Checks whether a headline names a loss. */
export const namesLoss = ({ episode }: JudgedEpisode): boolean => episode.loss !== undefined;

const isPlanted = ({ script }: JudgedEpisode): boolean => script.planted.length > 0;

/** Counts how many headlines of episodes in which nothing is planted name a loss. */
export const falseHeadlines = inEpisodes(namesLoss, (judged) => !isPlanted(judged));

/** Counts how many headlines name what is planted in their episode alone. */
export const rightHeadlines = inEpisodes((judged) => {
  const [place] = judged.script.planted;
  const { loss } = judged.episode;
  return namesLoss(judged) && !!loss && !!place && isNear(loss, place);
}, isPlanted);

/** Counts how planted passages are told. */
export function told(kind: PlantedMove["kind"]): RateCounts {
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

/** Counts the shows of which a sentence tells something. */
export const tells =
  (isMeant: (finding: Finding) => boolean): Count =>
  (show) =>
    countTrue([listFound(show)], (found) => found.some(isMeant));

/** Counts the shows of which something stands in large letters, as one of three findings. */
export const beginsWith =
  (isMeant: (finding: Finding) => boolean): Count =>
  ({ report }) =>
    countTrue(report.shows, ({ findings }) => findings.some(isMeant));

/** Counts the shows of whose segments something is said. */
export const tellsSegments =
  (isMeant: (segments: Segments) => boolean): Count =>
  (show) =>
    countTrue([listAnswers(show)], (answers) => answers.some(({ segments }) => segments && isMeant(segments)));

/** Checks whether a finding is of a place in many episodes, or of a phrase or a chapter that begins it. */
export const isOfPlace = (finding: Finding): boolean => "share" in finding && finding.place !== undefined;
export const isOfPhrase = (finding: Finding): boolean => "share" in finding && finding.phrase !== undefined;
export const isOfChapter =
  (kind: Finding["kind"], title?: string) =>
  (finding: Finding): boolean =>
    finding.kind === kind &&
    "share" in finding &&
    finding.episodes !== undefined &&
    (title === undefined ? finding.chapter !== undefined : finding.chapter === title);

/** Checks whether a finding is of a date, from which on more is different than a steady change explains. */
export const isOfDate = (finding: Finding): boolean => finding.kind === "change" && finding.date !== undefined;
export const isSudden = (finding: Finding): boolean => finding.kind === "change" && finding.isSudden === true;

/** Adds up the percentages that are told of findings. */
export const sumStated =
  (isMeant: (finding: Finding) => boolean): Count =>
  (show) =>
    average(listFound(show).flatMap((found) => ("share" in found && isMeant(found) ? [100 * found.share] : [])));

/** Counts whether the date that is said is that of an episode, or at most two episodes off. */
export const findsDate =
  (after: number): Count =>
  (show) => {
    const said = listFound(show).flatMap((found) => (found.kind === "change" && found.date ? [found.date] : []));
    return countTrue(said, (date) => Math.abs(listDates(show).indexOf(date) - after) <= 2);
  };

/** Counts whether the average or the end is said to change at the date of an episode. */
export const saysAverageChanges =
  (after: number): Count =>
  (show) => {
    const shifts = compareFigures(splitAtDate(show.report.episodes, listDates(show)[after] ?? ""));
    return countTrue([shifts], (all) =>
      all.some(({ figure, verdict }) => verdict === "step" && ["average", "last5percent"].includes(figure)),
    );
  };

function listAnswers({ report }: SimulatedShow) {
  return report.shows.flatMap(({ answers }) => answers);
}

const listFound = (show: SimulatedShow): Finding[] => listAnswers(show).flatMap(({ finding }) => finding ?? []);

function listDates({ report }: SimulatedShow): readonly string[] {
  return report.episodes.map(({ date = "" }) => date).sort();
}

/** Seconds by which a moment may be off. */
const TOLERANCE = 45;

type PlantedSpan = Pick<PlantedMove, "from" | "to">;

function isNear(one: PlantedSpan, other: PlantedSpan): boolean {
  return one.from < other.to + TOLERANCE && one.to > other.from - TOLERANCE;
}
