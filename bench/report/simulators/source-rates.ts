import { computeEpisode } from "../../../report/make/data.ts";
import type { Script } from "./episode.ts";
import { countAs } from "./platforms.ts";
import { countTrue, type Rate } from "./rates.ts";
import { createRandom, SIMULATORS } from "./show.ts";

/** Of the other simulator, the same episode bores other listeners at other places: its sources do differ. */
const { seed: SEED, draw: drawShow } = SIMULATORS.households;

const OWN = 400;
const DURATION = 2_700;

/** Measures what is said of an episode's listeners here and of its plays at Apple, who leave so many times as fast. */
export function measureSources(
  { plays, haste }: { readonly plays: number; readonly haste: number },
  shows: number,
  seed: number,
): Readonly<Record<"said to differ" | "too few to tell", Rate>> {
  const texts = Array.from({ length: shows }, (_, index) => {
    const random = createRandom(SEED + seed + index);
    const play = drawShow(random);
    const script = {
      duration: DURATION,
      planted: [],
      opening: 0,
      strangers: 0,
      hasPreRoll: false,
      endsAtOnce: false,
      inProgress: 0,
    };
    const draw = (audience: number, factor: number, format: 1 | "apple") => {
      const full: Script = { ...script, audience, haste: factor };
      return countAs(format, "g", play(full, random), full);
    };
    return computeEpisode({ guid: "g", curves: [draw(OWN, 1, 1), draw(plays, haste, "apple")] }).sourcesText ?? "";
  });
  return {
    "said to differ": countTrue(texts, (text) => text.includes("they differ from")),
    "too few to tell": countTrue(texts, (text) => text.includes("too few to tell")),
  };
}
