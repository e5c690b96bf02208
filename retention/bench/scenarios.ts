import { MEDIAN_SCENARIOS, SOURCE_SCENARIOS } from "./curve-scenarios.ts";
import { DATE_SCENARIOS } from "./dates.ts";
import type { Scenario } from "./harness.ts";
import {
  falseHeadlines,
  findsDate,
  inEpisodes,
  isAudienceSaid,
  isOfChapter,
  isOfDate,
  isOfPlace,
  isSaidToDiffer,
  isSudden,
  namesLoss,
  rightHeadlines,
  saysAverageChanges,
  sumStated,
  tells,
  told,
} from "./judging.ts";
import { LETTER_SCENARIOS } from "./large-letters.ts";
import { PHRASE_SCENARIOS } from "./phrases.ts";
import {
  advertisement,
  cliff,
  everyFormat,
  LOSER,
  nothing,
  ofShows,
  only,
  PLATFORMS,
  planShows,
  plantAt,
  plantChapter,
  type Variation,
} from "./planting.ts";
import { SEGMENT_SCENARIOS } from "./segment-scenarios.ts";
import { pick } from "./simulators/simulated-episode.ts";
import { SIZE_SCENARIOS } from "./sizes.ts";
import { SPOT_SCENARIOS } from "./spot-scenarios.ts";
import { WEEK_SCENARIOS } from "./week-scenarios.ts";

const INTERVIEW = 360;

/** Plants a loss in a chapter of one episode, which all have. */
const interview =
  (share: number): Variation =>
  (script, index) =>
    plantChapter(script.duration, "Interview", INTERVIEW, index === LOSER ? { kind: "leave", share } : undefined);

const SKIP = { kind: "skip", share: 0.25 } as const;

/** Where a cliff is in five of nine episodes: at one second, as long before the end, or at one part. */
const PLACES: readonly ((duration: number) => number)[] = [
  () => 700,
  (duration) => duration - 500,
  (duration) => 0.45 * duration,
];

/** The number of episodes before and after a date. */
const HALF = 10;

const SHOWS: readonly Scenario[] = [
  ofShows("Nothing happens", planShows(12, nothing, { formats: everyFormat }), {
    "headline names a loss": falseHeadlines,
    "episode differs": inEpisodes(isSaidToDiffer),
    "show names a place": tells(isOfPlace),
    "show names a step or trend": tells(({ kind }) => kind === "change"),
  }),
  ofShows("Nothing happens, with chapters", planShows(12, interview(0)), {
    "headline names a loss": inEpisodes(namesLoss),
  }),
  ofShows("15 % leave within 10 s", planShows(12, cliff(10), { formats: everyFormat }), {
    "in the headline": rightHeadlines,
  }),
  ofShows("15 % leave over 3 min", planShows(12, cliff(180)), { "in the headline": rightHeadlines }),
  ofShows("20 % leave over a chapter of 6 min", planShows(12, interview(0.2)), { "in the headline": rightHeadlines }),
  ofShows(
    "Advertisements at YouTube and Apple",
    planShows(10, advertisement(60, 75, 90), { formats: () => PLATFORMS }),
    told("skip"),
  ),
  ofShows("Advertisements", planShows(10, advertisement(45, 60, 90)), told("skip")),
  ofShows(
    "Replays at YouTube and Apple",
    planShows(
      8,
      (script, index, random) =>
        index % 4 === 1 ? plantAt(script, random, [0.4, 0.75], { kind: "replay", share: 0.25, seconds: 60 }) : {},
      { formats: () => PLATFORMS },
    ),
    told("replay"),
  ),
  ofShows(
    "A chapter that 25 % skip and nobody leaves",
    planShows(
      12,
      (script, _, random) => plantChapter(script.duration, "Sponsor", pick(random, [30, 45, 75, 90]), SKIP),
      {
        formats: ({ seconds }) => [...seconds, "apple"],
      },
    ),
    { "show says leave": tells(isOfChapter("loss")), "show says skip": tells(isOfChapter("skip", "Sponsor")) },
  ),
  ofShows(
    "A chapter that 15 % leave in each episode",
    planShows(12, (script) => plantChapter(script.duration, "Interview", INTERVIEW, { kind: "leave", share: 0.15 })),
    {
      "show says so": tells(isOfChapter("loss", "Interview")),
      "stated, in percent": sumStated(isOfChapter("loss", "Interview")),
    },
  ),
  ofShows(
    "A cliff at one place in 10 of 18 episodes",
    (simulator, repetition) => {
      const place = PLACES[repetition % PLACES.length];
      const change: Variation = ({ duration }, index) => {
        const from = Math.floor(place?.(duration) ?? 0);
        return index % 9 < 5 ? { planted: [{ kind: "leave", share: 0.15, from, to: from + 10 }] } : {};
      };
      return planShows(18, change)(simulator, Math.floor(repetition / PLACES.length));
    },
    { "show says so": tells((finding) => isOfPlace(finding) && finding.kind === "loss") },
  ),
  ofShows(
    "A passage that 25 % skip in each episode, without chapters",
    planShows(12, (script) => ({ ...plantChapter(script.duration, "", 75, SKIP), chapters: [] })),
    { "show says so": tells((finding) => isOfPlace(finding) && finding.kind === "skip") },
  ),
  ofShows(
    "A young episode",
    planShows(
      12,
      only(11, () => ({ inProgress: 0.5 })),
      { daysAgo: 1 },
    ),
    { "said to differ": inEpisodes(isSaidToDiffer, ({ script }) => script.inProgress > 0) },
  ),
  ofShows(
    "From 60 to 24 min",
    planShows(2 * HALF, ({ duration }, index) => (index < HALF ? {} : { duration: Math.floor(0.4 * duration) }), {
      minutes: 60,
    }),
    { "average or end is said to change": saysAverageChanges(HALF) },
  ),
  ofShows(
    "A step of 8 points, 10 and 10",
    planShows(2 * HALF, ({ opening }, index) => (index < HALF ? { opening: opening + 0.08 } : {})),
    {
      "a date is said": tells(isOfDate),
      "more than a steady change": tells(isSudden),
      "date within two episodes": findsDate(HALF),
    },
  ),
  ofShows(
    "A drift of 12 points",
    planShows(2 * HALF, ({ opening }, index) => ({ opening: opening + 0.006 * index })),
    { "more than a steady change": tells(isSudden) },
  ),
  ofShows(
    "An audience of six times the usual",
    planShows(
      12,
      only(8, ({ audience }) => ({ strangers: 5 * audience, audience: 6 * audience })),
    ),
    {
      said: inEpisodes(isAudienceSaid, ({ script }) => script.strangers > 0),
      "said of others": inEpisodes(isAudienceSaid, ({ script }) => script.strangers === 0),
    },
  ),
];

/** What is measured by default, and by name: at dates that the report found, and between two reports a week apart. */
export const SCENARIOS: Readonly<Record<string, readonly Scenario[]>> = {
  shows: [...SHOWS, ...SIZE_SCENARIOS],
  sources: SOURCE_SCENARIOS,
  dates: DATE_SCENARIOS,
  weeks: WEEK_SCENARIOS,
  medians: MEDIAN_SCENARIOS,
  segments: SEGMENT_SCENARIOS,
  phrases: PHRASE_SCENARIOS,
  letters: LETTER_SCENARIOS,
  spots: SPOT_SCENARIOS,
};
