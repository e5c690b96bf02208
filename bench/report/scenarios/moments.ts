import { pick } from "../simulators/episode.ts";
import type { Draft, SimulatedShow } from "../simulators/show.ts";
import {
  addChapters,
  countFalse,
  countHeadlines,
  countTold,
  everyFormat,
  LOSER,
  PLATFORMS,
  planShows,
  plant,
  plantAdvertisement,
  plantAt,
  plantCliff,
} from "./planting.ts";
import {
  countSaid,
  countTrue,
  differs,
  listJudged,
  namesLoss,
  ofShows,
  type Rate,
  type ShowScenario,
} from "./rates.ts";

const CHAPTER = 360;

const leaveChapter =
  (isEvery: boolean, share: number, seconds = CHAPTER) =>
  (draft: Draft, index: number) => {
    const from = Math.floor(0.45 * draft.script.duration);
    addChapters(draft, "Interview", from, from + seconds);
    if (isEvery || index === LOSER) plant(draft, { kind: "leave", from, to: from + seconds, share });
  };

const SCENARIOS: readonly ShowScenario[] = [
  {
    name: "Nothing happens",
    plan: planShows(12, () => {}, everyFormat),
    count: (show) => ({
      ...countFalse(show, "Nothing"),
      "Nothing: episode differs": countTrue(listJudged(show), differs),
      "Nothing: show names a place": countSaid(show, /about .* drop off|skip a passage at/),
      "Nothing: show names a step or trend": countSaid(show, /^From \d|^In later episodes/),
    }),
  },
  {
    name: "Nothing happens, with chapters",
    plan: planShows(12, leaveChapter(false, 0)),
    count: (show) => ({
      "Nothing, with chapters: headline names a loss": countTrue(listJudged(show), namesLoss),
      "Nothing, with chapters: show names one": countSaid(show, /listeners (drop off at|skip) “/),
    }),
  },
  {
    name: "15 % leave within 10 s",
    plan: planShows(12, plantCliff(10, 0.15), everyFormat),
    count: (show) => countHeadlines(show, "15 % leave in 10 s: in the headline"),
  },
  {
    name: "15 % leave over 3 min",
    plan: planShows(12, plantCliff(180, 0.15)),
    count: (show) => countHeadlines(show, "15 % leave over 3 min: in the headline"),
  },
  {
    name: "20 % leave over a chapter",
    plan: planShows(12, leaveChapter(false, 0.2)),
    count: (show) => ({
      ...countHeadlines(show, "20 % leave over a chapter of 6 min: in the headline"),
      ...countFalse(show, "The episodes beside it"),
    }),
  },
  {
    name: "Advertisements at YouTube and Apple",
    plan: planShows(10, plantAdvertisement([60, 75, 90]), PLATFORMS),
    count: (show) => countTold(show, "advertisement", "Platforms' bins, skipped advertisement"),
  },
  {
    name: "Advertisements",
    plan: planShows(10, plantAdvertisement([45, 60, 90])),
    count: (show) => countTold(show, "advertisement", "Own bins, skipped advertisement"),
  },
  {
    name: "Advertisements, with a pre-roll",
    plan: planShows(10, (draft, index, random) => {
      Object.assign(draft.script, { hasPreRoll: true });
      plantAdvertisement([30, 60, 90])(draft, index, random);
    }),
    count: (show) => countTold(show, "advertisement", "Half with a pre-roll, skipped advertisement"),
  },
  {
    name: "Replays",
    plan: planShows(
      8,
      (draft, index, random) => {
        if (index % 4 === 1) plantAt(draft, random, [0.4, 0.75], { kind: "replay", share: 0.25, seconds: 60 });
      },
      PLATFORMS,
    ),
    count: (show) => countTold(show, "replay", "Platforms' bins, replay"),
  },
  {
    name: "A chapter that nobody leaves",
    plan: planShows(
      12,
      (draft, _, random) => {
        const length = pick(random, [30, 45, 75, 90]);
        const from = Math.floor(0.45 * draft.script.duration);
        plant(draft, { kind: "passage", from, to: from + length, share: 0.25 });
        addChapters(draft, "Sponsor", from, from + length);
      },
      ({ seconds }) => [...seconds, "apple"],
    ),
    count: (show) => ({
      "Chapter skipped, nobody leaves: show says leave": countSaid(show, /listeners drop off at “/),
      "Chapter skipped, nobody leaves: show says skip": countSaid(show, /listeners skip “Sponsor”/),
    }),
  },
  {
    name: "A chapter that 15 % leave",
    plan: planShows(12, leaveChapter(true, 0.15)),
    count: (show) => ({
      "Chapter that 15 % leave in each: show says so": countSaid(show, /listeners drop off at “Interview”/),
      "the same: stated, in percent": sumStated(show),
    }),
  },
];

/** What the report says of one episode. */
export const MOMENT_SCENARIOS = SCENARIOS.map(ofShows);

/** Adds up the percentages that are stated. */
function sumStated({ report }: SimulatedShow): Rate {
  const stated = report.shows.flatMap(({ answers }) =>
    answers.flatMap((answer) => /drop off at “Interview”: (\d+)/.exec(answer)?.[1] ?? []),
  );
  return { hits: stated.reduce((sum, text) => sum + Number(text), 0), of: stated.length, isMean: true };
}
