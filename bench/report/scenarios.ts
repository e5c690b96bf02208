import { type Course, measureDates, NOISES } from "./dates.ts";
import type { Scenario } from "./harness.ts";
import {
  differs,
  falseHeadlines,
  findsDate,
  isAudienceSaid,
  namesLoss,
  ofEpisodes,
  rightHeadlines,
  says,
  saysAverageChanges,
  sumStated,
  told,
} from "./judging.ts";
import {
  advertisement,
  type Change,
  cliff,
  everyFormat,
  LOSER,
  ofShows,
  only,
  PLATFORMS,
  planShows,
  plantAt,
  plantChapter,
} from "./planting.ts";
import { drawBetween, pick } from "./simulators/episode.ts";
import { measureSources } from "./sources.ts";
import { WEEK_SCENARIOS } from "./weeks.ts";

const nothing: Change = () => ({});
const INTERVIEW = 360;

/** Plants a loss in a chapter of one episode, which all have. */
const interview =
  (share: number): Change =>
  (script, index) =>
    plantChapter(script, "Interview", INTERVIEW, index === LOSER ? { kind: "leave", share } : undefined);

const SKIP = { kind: "skip", share: 0.25 } as const;

const MOMENTS: readonly Scenario[] = [
  ofShows("Nothing happens", planShows(12, nothing, { formats: everyFormat }), {
    "headline names a loss": falseHeadlines,
    "episode differs": ofEpisodes(differs),
    "show names a place": says(/about .* drop off|skip a passage at/),
    "show names a step or trend": says(/^From \d|^In later episodes/),
  }),
  ofShows("Nothing happens, with chapters", planShows(12, interview(0)), {
    "headline names a loss": ofEpisodes(namesLoss),
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
    planShows(12, (script, _, random) => plantChapter(script, "Sponsor", pick(random, [30, 45, 75, 90]), SKIP), {
      formats: ({ seconds }) => [...seconds, "apple"],
    }),
    { "show says leave": says(/listeners drop off at “/), "show says skip": says(/listeners skip “Sponsor”/) },
  ),
  ofShows(
    "A chapter that 15 % leave in each episode",
    planShows(12, (script) => plantChapter(script, "Interview", INTERVIEW, { kind: "leave", share: 0.15 })),
    {
      "show says so": says(/listeners drop off at “Interview”/),
      "stated, in percent": sumStated(/drop off at “Interview”: (\d+)/),
    },
  ),
];

/** Where a cliff is in five of nine episodes: at one second, as long before the end, or at one part. */
const PLACES: readonly ((duration: number) => number)[] = [
  () => 700,
  (duration) => duration - 500,
  (duration) => 0.45 * duration,
];

/** The number of episodes before and after a date. */
const HALF = 10;

const SHOWS: readonly Scenario[] = [
  ofShows(
    "A cliff at one place in 10 of 18 episodes",
    (simulator, repetition) => {
      const place = PLACES[repetition % PLACES.length];
      const change: Change = ({ duration }, index) => {
        const from = Math.floor(place?.(duration) ?? 0);
        return index % 9 < 5 ? { planted: [{ kind: "leave", share: 0.15, from, to: from + 10 }] } : {};
      };
      return planShows(18, change)(simulator, Math.floor(repetition / PLACES.length));
    },
    { "show says so": says(/about .* drop off/) },
  ),
  ofShows(
    "A passage that 25 % skip in each episode, without chapters",
    planShows(12, (script) => ({ ...plantChapter(script, "", 75, SKIP), chapters: [] })),
    { "show says so": says(/skip a passage at/) },
  ),
  ofShows(
    "A young episode",
    planShows(
      12,
      only(11, () => ({ inProgress: 0.5 })),
      { daysAgo: 1 },
    ),
    { "said to differ": ofEpisodes(differs, ({ script }) => script.inProgress > 0) },
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
      "a date is said": says(/^From \d/),
      "more than a steady change": says(/^From \d.*more than a steady change explains/),
      "date within two episodes": findsDate(HALF),
    },
  ),
  ofShows(
    "A drift of 12 points",
    planShows(2 * HALF, ({ opening }, index) => ({ opening: opening + 0.006 * index })),
    { "more than a steady change": says(/^From \d.*more than a steady change explains/) },
  ),
  ofShows(
    "An audience of six times the usual",
    planShows(
      12,
      only(8, ({ audience }) => ({ strangers: 5 * audience, audience: 6 * audience })),
    ),
    {
      said: ofEpisodes(isAudienceSaid, ({ script }) => script.strangers > 0),
      "said of others": ofEpisodes(isAudienceSaid, ({ script }) => script.strangers === 0),
    },
  ),
];

const ofAudience = (audience: number): Scenario[] => [
  ofShows(`${audience} listeners, nothing happens`, planShows(12, nothing, { audience }), {
    "headline names a loss": falseHeadlines,
  }),
  ofShows(`${audience} listeners, 15 % leave within 10 s`, planShows(LOSER + 1, cliff(10), { audience }), {
    "in the headline": rightHeadlines,
  }),
  ofShows(`${audience} listeners, 27 % skip`, planShows(LOSER + 1, advertisement(75), { audience }), told("skip")),
];

/** The episode that is unlike the others: it loses more in its opening, or keeps its listeners longer. */
const UNLIKE = 3;

const ofLength = (episodes: number): Scenario[] => {
  const name = `${episodes} episodes`;
  const isUnlike = ({ episode: { title } }: { readonly episode: { readonly title?: string } }) =>
    title === `Episode ${UNLIKE + 1}`;
  const varyLength =
    (haste: number): Change =>
    (script, index, random) => {
      const duration = Math.floor(600 * 9 ** drawBetween(random, 0, 1));
      return { duration, ...(index === UNLIKE && { haste: haste * script.haste }) };
    };
  return [
    ofShows(`${name}, nothing happens`, planShows(episodes, nothing), { differs: ofEpisodes(differs) }),
    ofShows(
      `${name}, an opening that 25 points more leave`,
      planShows(
        episodes,
        only(UNLIKE, ({ opening }) => ({ opening: opening + 0.25 })),
      ),
      {
        differs: ofEpisodes(differs, isUnlike),
        "by its opening": ofEpisodes(
          ({ episode }) => episode.deviations[0]?.figure === "after1min",
          (judged) => isUnlike(judged) && differs(judged),
        ),
      },
    ),
    ofShows(`${name} of ten minutes to ninety`, planShows(episodes, varyLength(1)), {
      "a best for its length": says(/^“Episode \d+” keeps its listeners best/),
    }),
    ofShows(
      `${name} of ten minutes to ninety, one of which listeners leave a tenth as fast`,
      planShows(episodes, varyLength(0.1)),
      { "it is the best for its length": says(new RegExp(`^“Episode ${UNLIKE + 1}” keeps its listeners best`)) },
    ),
  ];
};

const SOURCES = [12, 60, 240].flatMap((plays) =>
  [1, 2].map(
    (haste): Scenario => ({
      name: `${plays} plays at Apple, leaving ${haste === 1 ? "as" : "twice as"} fast as 400 listeners here`,
      measure: (simulator, seed) => measureSources(simulator, { plays, haste }, simulator.seed + seed),
    }),
  ),
);

const COURSES: Readonly<Record<string, Course>> = {
  Neither: () => 0,
  "A steady rise of 12 points": (part) => 12 * part,
  "A steady rise of 24 points": (part) => 24 * part,
  "A rise of 16 points that flattens": (part) => 16 * (1 - Math.exp(-4 * part)),
  "A step of 8 points at half": (part) => (part < 0.5 ? 0 : 8),
  "A step of 12 points at 35 %": (part) => (part < 0.35 ? 0 : 12),
};

const DATES = Object.entries(COURSES).flatMap(([name, course]) =>
  Object.entries(NOISES).map(
    ([kind, noises]): Scenario => ({
      name: `${name}; episodes vary ${kind}`,
      measure: (_, seed) => measureDates(course, noises, seed),
    }),
  ),
);

/** What is measured by default, and by name: at dates that the report found, and between two reports a week apart. */
export const SCENARIOS: Readonly<Record<string, readonly Scenario[]>> = {
  shows: [...MOMENTS, ...SHOWS, ...[50, 100, 300, 1_000].flatMap(ofAudience), ...[7, 11, 21, 51].flatMap(ofLength)],
  sources: SOURCES,
  dates: DATES,
  weeks: WEEK_SCENARIOS,
};
