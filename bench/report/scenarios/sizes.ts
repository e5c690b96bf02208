import { drawBetween } from "../simulators/episode.ts";
import type { Draft, ShowPlan } from "../simulators/show.ts";
import { countFalse, countHeadlines, countTold, LOSER, planShows, plantAdvertisement, plantCliff } from "./planting.ts";
import { countSaid, countTrue, differs, listJudged, ofShows, type ShowScenario } from "./rates.ts";

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
  (more: Partial<ShowPlan>, build: ShowPlan["build"], episodes = 12): ShowScenario["plan"] =>
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

const BEST = /^“Episode (\d+)” keeps its listeners best/;
const BEST_IS_UNLIKE = new RegExp(`^“Episode ${UNLIKE + 1}” keeps its listeners best`);

const SCENARIOS: readonly ShowScenario[] = [
  ...LISTENERS.flatMap((audience): ShowScenario[] => {
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
        plan: planAlike({ audience }, plantAdvertisement([75]), LOSER + 1),
        count: (show) => countTold(show, "advertisement", `${name}: skipped advertisement`),
      },
    ];
  }),
  ...EPISODES.flatMap((episodes): ShowScenario[] => {
    const name = `${episodes} episodes`;
    return [
      {
        name: `${name}, nothing happens`,
        plan: planAlike({}, () => {}, episodes),
        count: (show) => ({ [`${name}: differs`]: countTrue(listJudged(show), differs) }),
      },
      {
        name: `${name}, an opening that 25 points more leave`,
        plan: planAlike({}, loseOpening, episodes),
        count: (show) => {
          const unlike = listJudged(show).filter(({ episode }) => episode.title === `Episode ${UNLIKE + 1}`);
          return {
            [`${name}: opening loses 25 points: differs`]: countTrue(unlike, differs),
            "the same: by its opening": countTrue(
              unlike.filter(differs),
              ({ episode }) => episode.deviations[0]?.figure === "after1min",
            ),
          };
        },
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

/** What the report says of audiences and of shows of each size. */
export const SIZE_SCENARIOS = SCENARIOS.map(ofShows);
