import type { Scenario } from "./harness.ts";
import type { RateCounts } from "./judging.ts";
import type { Binning } from "./simulators/platforms.ts";
import { drawBetween, type PlantedMove, pick, type Random, type Script } from "./simulators/simulated-episode.ts";
import { type ShowPlan, type Simulator, simulateShow } from "./simulators/simulated-show.ts";

/** What is unlike the ordinary in an episode, by its index. */
export type Variation = ShowPlan["change"];

export const nothing: Variation = () => ({});

/** Plans a show by the number of its repetition. */
export type ShowPlanner = (simulator: Simulator, repetition: number) => ShowPlan;

/** What a show has, instead of every length, audience and format in turns. */
interface FixedPlan extends Partial<ShowPlan> {
  readonly formats?: (simulator: Simulator) => readonly Binning[];
}

/** The formats of platforms, and all that a simulator has. */
export const PLATFORMS: readonly Binning[] = ["youtube", "apple"];
export const everyFormat = ({ seconds }: Simulator): readonly Binning[] => [...seconds, ...PLATFORMS];

const choose = <T>(options: readonly T[], index: number): T => options[index % options.length] as T;

/** Plans shows of every length, audience and format of a simulator (default: its own bins), in turns. */
export function planShows(
  episodes: number,
  change: Variation,
  { formats = ({ seconds }) => seconds, ...fixed }: FixedPlan = {},
): ShowPlanner {
  return (simulator, repetition) => ({
    episodes,
    change,
    minutes: choose(simulator.minutes, Math.floor(repetition / 4)),
    audience: choose(simulator.audiences, repetition),
    format: choose(formats(simulator), repetition),
    ...fixed,
  });
}

/** Makes the scenario of shows, of which each rate is counted in the report. */
export function ofShows(name: string, plan: ShowPlanner, counts: RateCounts): Scenario {
  return {
    name,
    measure: (simulator, seed, repetition) => {
      const show = simulateShow(simulator, plan(simulator, repetition), simulator.seed + seed);
      return Object.fromEntries(Object.entries(counts).map(([rate, count]) => [rate, count(show)]));
    },
  };
}

/** The episode in which something is planted, where it is only one. */
export const LOSER = 7;

/** Changes one episode of a show. */
export const only =
  (which: number, change: Variation): Variation =>
  (script, index, random) =>
    index === which ? change(script, index, random) : {};

/** Plants something at a part of the length, which is drawn. */
export function plantAt(
  { duration }: Script,
  random: Random,
  [low, high]: readonly [number, number],
  { seconds, ...what }: Pick<PlantedMove, "kind" | "share"> & { readonly seconds: number },
): Partial<Script> {
  const from = Math.floor(duration * drawBetween(random, low, high));
  return { planted: [{ ...what, from, to: from + seconds }] };
}

/** Plants an advertisement of one of several lengths that 27 % skip. */
export const advertisement =
  (...lengths: readonly [number, ...number[]]): Variation =>
  (script, _, random) => {
    const seconds = pick(random, lengths);
    return plantAt(script, random, [0.38, 0.52], { kind: "skip", share: 0.27, seconds });
  };

/** Plants a loss of 15 % in one episode. */
export const cliff = (seconds: number): Variation =>
  only(LOSER, (script, _, random) => plantAt(script, random, [0.3, 0.7], { kind: "leave", share: 0.15, seconds }));

/** Gives an episode five chapters, and plants something in the one in the middle. */
export function plantChapter(
  duration: number,
  title: string,
  seconds: number,
  what?: Pick<PlantedMove, "kind" | "share">,
): Partial<Script> {
  const from = Math.floor(0.45 * duration);
  const to = from + seconds;
  const times = { Intro: 0, News: 60, [title]: from, Mailbag: to, Outro: duration - 120 };
  const chapters = Object.entries(times).map(([name, time]) => ({ time, title: name }));
  return { chapters, ...(what && { planted: [{ ...what, from, to }] }) };
}
