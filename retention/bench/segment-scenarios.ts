import type { Segments } from "../report/show/segments.ts";
import type { Scenario } from "./harness.ts";
import { tellsSegments } from "./judging.ts";
import { everyFormat, ofShows, planShows, type Variation } from "./planting.ts";
import { drawBetween, type PlantedMove } from "./simulators/simulated-episode.ts";

const TITLES = ["News", "Story", "Sponsor", "Letters", "Tips"] as const;

/** What happens in a segment of each episode. */
type SegmentPlot = Readonly<Partial<Record<(typeof TITLES)[number], Pick<PlantedMove, "kind" | "share">>>>;

/** Gives an episode five segments of unlike lengths between 20 and 80 % of its length. */
const segments =
  (plot: SegmentPlot): Variation =>
  ({ duration }, _, random) => {
    const weights = TITLES.map(() => drawBetween(random, 1, 3));
    const sum = weights.reduce((one, other) => one + other);
    const chapters = [{ time: 0, title: "Intro" }];
    const planted: PlantedMove[] = [];
    let from = Math.floor(0.2 * duration);
    for (const [index, title] of TITLES.entries()) {
      const to = from + Math.floor((0.6 * duration * (weights[index] ?? 0)) / sum);
      const what = plot[title];
      chapters.push({ time: from, title });
      if (what) planted.push({ ...what, from, to });
      from = to;
    }
    return { planted, chapters: [...chapters, { time: from, title: "Farewell" }] };
  };

const BEST = ({ best }: Segments) => best !== undefined;
const WORST = ({ worst }: Segments) => worst !== undefined;
const LETTERS_BEST = ({ best }: Segments) => best?.title === "Letters";
const SPONSOR_WORST = ({ worst }: Segments) => worst?.title === "Sponsor";

const skipped = (share: number) => ({ kind: "skip", share }) as const;
const left = (share: number) => ({ kind: "leave", share }) as const;

/** Which recurring segments are said to keep best and worst. */
export const SEGMENT_SCENARIOS: readonly Scenario[] = [6, 12, 24].flatMap((episodes) => {
  const plan = (plot: SegmentPlot) => planShows(episodes, segments(plot), { formats: everyFormat });
  const name = `${episodes} episodes`;
  return [
    ofShows(`${name}, segments alike`, plan({}), {
      "a best is named": tellsSegments(BEST),
      "a worst is named": tellsSegments(WORST),
    }),
    ofShows(`${name}, 20 % skip the sponsor`, plan({ Sponsor: skipped(0.2) }), {
      "it is the worst": tellsSegments(SPONSOR_WORST),
      "a best is named": tellsSegments(BEST),
    }),
    ofShows(`${name}, 25 % leave in the sponsor`, plan({ Sponsor: left(0.25) }), {
      "it is the worst": tellsSegments(SPONSOR_WORST),
      "a best is named": tellsSegments(BEST),
    }),
    ofShows(`${name}, 25 % leave before the story and 25 % after it`, plan({ News: left(0.25), Sponsor: left(0.25) }), {
      "a best is named": tellsSegments(BEST),
    }),
    ofShows(
      `${name}, 12 % leave in each segment but the letters`,
      plan({ News: left(0.12), Story: left(0.12), Sponsor: left(0.12), Tips: left(0.12) }),
      { "letters are the best": tellsSegments(LETTERS_BEST), "a worst is named": tellsSegments(WORST) },
    ),
  ];
});
