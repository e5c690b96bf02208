import { computeEpisode } from "../../report/make/data.ts";
import { countTrue, type Rates, type Scenario } from "./harness.ts";
import { ORDINARY } from "./simulators/episode.ts";
import { countAs } from "./simulators/platforms.ts";
import { createRandom, type Simulator } from "./simulators/show.ts";

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
  const random = createRandom(seed);
  const play = draw(random);
  const count = (audience: number, factor: number, format: 1 | "apple") => {
    const script = { ...ORDINARY, duration: DURATION, opening: 0, audience, haste: factor };
    return countAs(format, "g", play(script, random), script);
  };
  const { sourcesText = "" } = computeEpisode({
    guid: "g",
    curves: [count(LISTENERS, 1, 1), count(plays, haste, "apple")],
  });
  return { "said to differ": countTrue([sourcesText], (text) => text.includes("they differ from")) };
}
