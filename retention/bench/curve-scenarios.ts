import { median } from "d3-array";
import { compareSources } from "../report/episode/source-comparison.ts";
import { computeEpisode } from "../report/make/measure-episode.ts";
import { average, countTrue, type Rates, type Scenario } from "./harness.ts";
import { countAs } from "./simulators/platforms.ts";
import { drawBetween, ORDINARY, pick } from "./simulators/simulated-episode.ts";
import { createMulberry32, type Simulator } from "./simulators/simulated-show.ts";

const LISTENERS = 400;
const DURATION = 2_700;

/**
 * What is said of an episode's listeners here and of its plays at Apple, who leave so many times as fast. Only for households: of
 * commuters, the same episode bores others at other places, so its sources do differ.
 */
export const SOURCE_SCENARIOS: readonly Scenario[] = [12, 60, 240].flatMap((plays) =>
  [1, 2].map((haste) => ({
    name: `${plays} plays at Apple, leaving ${haste === 1 ? "as" : "twice as"} fast as ${LISTENERS} listeners here`,
    measure: (simulator, seed) => measureSources(simulator, plays, haste, simulator.seed + seed),
  })),
);

function measureSources({ draw }: Simulator, plays: number, haste: number, seed: number): Rates {
  const random = createMulberry32(seed);
  const play = draw(random);
  const count = (audience: number, factor: number, format: 1 | "apple") => {
    const script = { ...ORDINARY, duration: DURATION, opening: 0, audience, haste: factor };
    return countAs(format, "g", play(script, random), script);
  };
  const curves = [count(LISTENERS, 1, 1), count(plays, haste, "apple")] as const;
  const comparisons = compareSources(computeEpisode({ guid: "g", curves }).binned);
  return { "said to differ": countTrue(comparisons, ({ difference }) => difference !== undefined) };
}

/** The longest advertisement that many skip, in seconds. */
const ADVERTISEMENT = 120;

/** How far the median that is read from a curve of everybody who started is from that of what each listener hears. */
export const MEDIAN_SCENARIOS: readonly Scenario[] = [0, 0.3, 0.6].map((share) => ({
  name: `An advertisement that ${100 * share} % skip`,
  measure: (simulator, seed) => measureMedian(simulator, share, simulator.seed + seed),
}));

/** Percentages are of the length. */
function measureMedian({ draw, minutes, audiences }: Simulator, share: number, seed: number): Rates {
  const random = createMulberry32(seed);
  const duration = Math.floor(60 * pick(random, minutes));
  const audience = pick(random, audiences);
  const from = Math.floor(drawBetween(random, 0.2, 0.6) * duration);
  const planted = [{ kind: "skip", from, to: from + ADVERTISEMENT, share } as const];
  const script = { ...ORDINARY, duration, audience, opening: 0, haste: 1, planted };
  const heard = draw(random)(script, random);
  const truth = (100 * (median(heard.each) ?? 0)) / duration;
  const read = computeEpisode({ guid: "g", curves: [countAs("starters", "g", heard, script)] }).figures.median ?? 0;
  const isWhole = read >= 100;
  const errors = isWhole ? [] : [read - truth];
  return {
    "fewer than half leave": countTrue([isWhole], Boolean),
    "the same: the median listener hears, percent": average(isWhole ? [truth] : []),
    "else: points off": average(errors.map(Math.abs)),
    "else: points too high": average(errors),
    "else: more than 5 points off": countTrue(errors, (error) => Math.abs(error) > 5),
  };
}
