import { drawBetween } from "./episode.ts";
import { countFalse, countHeadlines, countTold, LOSER, planShows, plantAdvertisement, plantCliff } from "./planting.ts";
import { countSaid, countTrue, listJudged, type Scenario } from "./rates.ts";
import type { Draft, ShowPlan, SimulatedShow } from "./show.ts";

const LISTENERS = [50, 100, 300, 1_000];
const EPISODES = [7, 11, 21, 51];

/** Shortest episode in seconds, and how many times as long the longest one is. */
const SHORTEST = 600;
const RANGE = 9;

/** The episode that is unlike the others, and what it is: it loses more in its opening, or keeps its listeners longer. */
const UNLIKE = 3;
const OPENING = 0.25;
const HASTE = 0.1;

/** Plans shows of one audience, or number of episodes, instead of all. */
const planAlike =
  (more: Partial<ShowPlan>, build: ShowPlan["build"], episodes = 12): Scenario["plan"] =>
  (simulator, index) => ({ ...planShows(episodes, build)(simulator, index), ...more });

const loseOpening = ({ script }: Draft, index: number) => {
  if (index === UNLIKE) Object.assign(script, { opening: script.opening + OPENING });
};

const varyLength =
  (haste: number): ShowPlan["build"] =>
  ({ script }, index, random) => {
    const duration = Math.floor(SHORTEST * RANGE ** drawBetween(random, 0, 1));
    Object.assign(script, { duration, ...(index === UNLIKE && { haste: haste * script.haste }) });
  };

/** Counts the episodes that lose more in their opening, and of those that are said to differ, those said so of it. */
function countOpenings(show: SimulatedShow, name: string) {
  const unlike = listJudged(show).filter(({ episode }) => episode.title === `Episode ${UNLIKE + 1}`);
  const found = unlike.filter(({ episode }) => episode.deviations.length > 0);
  return {
    [`${name}: differs`]: countTrue(unlike, ({ episode }) => episode.deviations.length > 0),
    "the same: by its opening": countTrue(found, ({ episode }) => episode.deviations[0]?.figure === "after1min"),
  };
}

const BEST = /^“Episode (\d+)” keeps its listeners best/;
const BEST_IS_UNLIKE = new RegExp(`^“Episode ${UNLIKE + 1}” keeps its listeners best`);

/** What the report says of audiences and of shows of each size. */
export const SIZE_SCENARIOS: readonly Scenario[] = [
  ...LISTENERS.flatMap((audience): Scenario[] => {
    const name = `${audience} listeners`;
    return [
      {
        name: `${name}, nothing happens`,
        plan: planAlike({ audience }, () => {}),
        count: (show) => countFalse(show, name),
      },
      {
        name: `${name}, 15 % leave`,
        plan: planAlike({ audience }, plantCliff(10, 0.15), LOSER + 1),
        count: (show) => countHeadlines(show, `${name}: 15 % leave in 10 s: in the headline`),
      },
      {
        name: `${name}, 27 % skip`,
        plan: planAlike({ audience }, plantAdvertisement("advertisement", [75]), LOSER + 1),
        count: (show) => countTold(show, "advertisement", `${name}: skipped advertisement`),
      },
    ];
  }),
  ...EPISODES.flatMap((episodes): Scenario[] => {
    const name = `${episodes} episodes`;
    return [
      {
        name: `${name}, nothing happens`,
        plan: planAlike({}, () => {}, episodes),
        count: (show) => ({
          [`${name}: differs`]: countTrue(listJudged(show), ({ episode }) => episode.deviations.length > 0),
        }),
      },
      {
        name: `${name}, an opening that 25 points more leave`,
        plan: planAlike({}, loseOpening, episodes),
        count: (show) => countOpenings(show, `${name}: opening loses 25 points`),
      },
      {
        name: `${name} of ten minutes to ninety`,
        plan: planAlike({}, varyLength(1), episodes),
        count: (show) => ({ [`${name}: a best for its length among equals`]: countSaid(show, BEST) }),
      },
      {
        name: `${name} of ten minutes to ninety, one of which listeners leave a tenth as fast`,
        plan: planAlike({}, varyLength(HASTE), episodes),
        count: (show) => ({ [`${name}: the best for its length is named`]: countSaid(show, BEST_IS_UNLIKE) }),
      },
    ];
  }),
];
