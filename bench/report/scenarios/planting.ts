import { drawBetween, type Planted, pick, type Random } from "../simulators/episode.ts";
import type { Format } from "../simulators/platforms.ts";
import type { Draft, ShowPlan, SimulatedShow, Simulator } from "../simulators/show.ts";
import { countTrue, listJudged, namesLoss, type Rates } from "./rates.ts";

const choose = <T>(options: readonly T[], index: number): T => options[index % options.length] as T;

/** Plans shows of every length, audience and format of a simulator, in turns. */
export function planShows(
  episodes: number,
  build: ShowPlan["build"],
  formats: readonly Format[] | ((simulator: Simulator) => readonly Format[]) = ({ seconds }) => seconds,
) {
  return (simulator: Simulator, index: number): ShowPlan => ({
    episodes,
    build,
    minutes: choose(simulator.minutes, Math.floor(index / 4)),
    audience: choose(simulator.audiences, index),
    format: choose(typeof formats === "function" ? formats(simulator) : formats, index),
  });
}

/** The formats of platforms, and all that a simulator has. */
export const PLATFORMS: readonly Format[] = ["youtube", "apple"];
export const everyFormat = ({ seconds }: Simulator): readonly Format[] => [...seconds, ...PLATFORMS];

/** Plants in an episode. */
export function plant({ script }: Draft, planted: Planted): void {
  Object.assign(script, { planted: [...script.planted, planted] });
}

/** Gives an episode five chapters, of which one is where something may be planted. */
export function addChapters(draft: Draft, title: string, from: number, to: number): void {
  const times = { Intro: 0, News: 60, [title]: from, Mailbag: to, Outro: draft.script.duration - 120 };
  draft.chapters = Object.entries(times).map(([name, time]) => ({ time, title: name }));
}

/** Plants something that begins at a part of the length. */
export function plantAt(
  draft: Draft,
  random: Random,
  [low, high]: readonly [number, number],
  { seconds, ...what }: Pick<Planted, "kind" | "share"> & { readonly seconds: number },
): void {
  const from = Math.floor(draft.script.duration * drawBetween(random, low, high));
  plant(draft, { ...what, from, to: from + seconds });
}

/** Plants an advertisement of one of several lengths that 27 % skip. */
export const plantAdvertisement =
  (lengths: readonly [number, ...number[]]) =>
  (draft: Draft, _: number, random: Random): void => {
    const seconds = pick(random, lengths);
    plantAt(draft, random, [0.38, 0.52], { kind: "advertisement", share: 0.27, seconds });
  };

/** The episode in which something is planted, where it is only one. */
export const LOSER = 7;

/** Plants a loss in one episode. */
export const plantCliff =
  (seconds: number, share: number) =>
  (draft: Draft, index: number, random: Random): void => {
    if (index === LOSER) plantAt(draft, random, [0.3, 0.7], { kind: "leave", share, seconds });
  };

/** Seconds by which a moment may be off. */
const TOLERANCE = 45;

/** Counts how planted passages are told. */
export function countTold(show: SimulatedShow, kind: Planted["kind"], name: string): Rates {
  const places = listJudged(show).flatMap(({ episode, draft }) => {
    const planted = draft.script.planted.filter((other) => other.kind === kind);
    return planted.map(({ from, to }) => episode.insights.moments.filter((moment) => isNear(moment, { from, to })));
  });
  const told = kind === "replay" ? "replay" : "skip";
  return {
    [`${name}: told as leave`]: countTrue(places, (moments) => moments.some((moment) => moment.kind === "loss")),
    [`${name}: found`]: countTrue(places, (moments) => moments.some((moment) => moment.kind === told)),
  };
}

/** Counts whether the headline of an episode names what is planted in it alone. */
export function countHeadlines(show: SimulatedShow, name: string): Rates {
  const planted = listJudged(show).filter(({ draft }) => draft.script.planted.length > 0);
  return {
    [name]: countTrue(planted, (judged) => {
      const [place] = judged.draft.script.planted;
      const { loss } = judged.episode;
      return namesLoss(judged) && !!loss && !!place && isNear(loss, place);
    }),
  };
}

/** Counts how many headlines of episodes in which nothing is planted name a loss. */
export function countFalse(show: SimulatedShow, name: string): Rates {
  const quiet = listJudged(show).filter(({ draft }) => draft.script.planted.length === 0);
  return { [`${name}: headline names a loss`]: countTrue(quiet, namesLoss) };
}

interface Place {
  readonly from: number;
  readonly to: number;
}

function isNear(one: Place, other: Place): boolean {
  return one.from < other.to + TOLERANCE && one.to > other.from - TOLERANCE;
}
