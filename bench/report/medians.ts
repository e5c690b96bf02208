import { median } from "d3-array";
import { computeEpisode } from "../../report/make/data.ts";
import type { Rates, Scenario } from "./harness.ts";
import { drawBetween, ORDINARY, pick } from "./simulators/episode.ts";
import { countAs } from "./simulators/platforms.ts";
import { createRandom, type Simulator } from "./simulators/show.ts";

/** The longest advertisement that many skip, in seconds. */
const ADVERTISEMENT = 120;

/** How far the median that is read from a curve of everybody who started is from that of what each listener hears. */
export const MEDIAN_SCENARIOS: readonly Scenario[] = [0, 0.3, 0.6].map((share) => ({
  name: `An advertisement that ${100 * share} % skip`,
  measure: (simulator, seed) => measureMedian(simulator, share, simulator.seed + seed),
}));

/** Percentages are of the length. */
function measureMedian({ draw, minutes, audiences }: Simulator, share: number, seed: number): Rates {
  const random = createRandom(seed);
  const duration = Math.floor(60 * pick(random, minutes as [number, ...number[]]));
  const audience = pick(random, audiences as [number, ...number[]]);
  const from = Math.floor(drawBetween(random, 0.2, 0.6) * duration);
  const planted = [{ kind: "skip", from, to: from + ADVERTISEMENT, share } as const];
  const script = { ...ORDINARY, duration, audience, opening: 0, haste: 1, planted };
  const heard = draw(random)(script, random);
  const truth = (100 * (median(heard.each) ?? 0)) / duration;
  const read = computeEpisode({ guid: "g", curves: [countAs("starters", "g", heard, script)] }).figures.median ?? 0;
  const isWhole = read >= 100;
  const error = Math.abs(read - truth);
  return {
    "fewer than half leave": { hits: isWhole ? 1 : 0, of: 1 },
    "the same: the median listener hears, percent": { hits: isWhole ? truth : 0, of: isWhole ? 1 : 0, isMean: true },
    "else: points off": { hits: isWhole ? 0 : error, of: isWhole ? 0 : 1, isMean: true },
    "else: points too high": { hits: isWhole ? 0 : read - truth, of: isWhole ? 0 : 1, isMean: true },
    "else: more than 5 points off": { hits: !isWhole && error > 5 ? 1 : 0, of: isWhole ? 0 : 1 },
  };
}
