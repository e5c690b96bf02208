import { computeEpisode } from "../../report/make/data.ts";
import { countTrue, type Rates } from "./harness.ts";
import { ORDINARY } from "./simulators/episode.ts";
import { countAs } from "./simulators/platforms.ts";
import { createRandom, type Simulator } from "./simulators/show.ts";

const LISTENERS = 400;
const DURATION = 2_700;

/**
 * Counts what is said of an episode's listeners here and of its plays at Apple, who leave so many times as fast. Only for households: of
 * commuters, the same episode bores others at other places, so its sources do differ.
 */
export function measureSources(
  { draw }: Simulator,
  { plays, haste }: { readonly plays: number; readonly haste: number },
  seed: number,
): Rates {
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
