import { drawBetween, type Planted, type Random } from "../simulators/episode.ts";
import type { Draft } from "../simulators/show.ts";
import { everyFormat, planShows, plant } from "./planting.ts";
import { countSaid, ofShows, type ShowScenario } from "./rates.ts";

const EPISODES = [6, 12, 24];
const TITLES = ["News", "Story", "Sponsor", "Letters", "Tips"] as const;

type Title = (typeof TITLES)[number];

/** What happens in a segment of each episode. */
type Plot = Readonly<Partial<Record<Title, Pick<Planted, "kind" | "share">>>>;

/** Gives an episode five segments of unlike lengths between 20 and 80 % of its length. */
function build(plot: Plot) {
  return (draft: Draft, _: number, random: Random): void => {
    const { duration } = draft.script;
    const weights = TITLES.map(() => drawBetween(random, 1, 3));
    const sum = weights.reduce((one, other) => one + other);
    let time = Math.floor(0.2 * duration);
    const chapters = [{ time: 0, title: "Intro" }];
    for (const [index, title] of TITLES.entries()) {
      const end = time + Math.floor((0.6 * duration * (weights[index] ?? 0)) / sum);
      chapters.push({ time, title });
      const planted = plot[title];
      if (planted) plant(draft, { ...planted, from: time, to: end });
      time = end;
    }
    draft.chapters = [...chapters, { time, title: "Farewell" }];
  };
}

const BEST = / recurring segments, “(\w+)” keeps its listeners best/;
const WORST = / recurring segments, .*“(\w+)” (keeps its listeners )?worst/;
const LETTERS_BEST = / recurring segments, “Letters” keeps its listeners best/;
const SPONSOR_WORST = / recurring segments, .*“Sponsor” (keeps its listeners )?worst/;

const skipped = (share: number) => ({ kind: "passage", share }) as const;
const left = (share: number) => ({ kind: "leave", share }) as const;

const SCENARIOS: readonly ShowScenario[] = EPISODES.flatMap((episodes): ShowScenario[] => {
  const plan = (plot: Plot) => planShows(episodes, build(plot), everyFormat);
  return [
    {
      name: `${episodes} episodes, segments alike`,
      plan: plan({}),
      count: (show) => ({ "a best is named": countSaid(show, BEST), "a worst is named": countSaid(show, WORST) }),
    },
    {
      name: `${episodes} episodes, 20 % skip the sponsor`,
      plan: plan({ Sponsor: skipped(0.2) }),
      count: (show) => ({
        "it is the worst": countSaid(show, SPONSOR_WORST),
        "a best is named": countSaid(show, BEST),
      }),
    },
    {
      name: `${episodes} episodes, 25 % leave in the sponsor`,
      plan: plan({ Sponsor: left(0.25) }),
      count: (show) => ({
        "it is the worst": countSaid(show, SPONSOR_WORST),
        "a best is named": countSaid(show, BEST),
      }),
    },
    {
      name: `${episodes} episodes, 12 % leave in each segment but the letters`,
      plan: plan({ News: left(0.12), Story: left(0.12), Sponsor: left(0.12), Tips: left(0.12) }),
      count: (show) => ({
        "letters are the best": countSaid(show, LETTERS_BEST),
        "a worst is named": countSaid(show, WORST),
      }),
    },
  ];
});

/** Which recurring segments are said to keep best and worst. */
export const SEGMENT_SCENARIOS = SCENARIOS.map(ofShows);
