import { drawBetween, type Planted, pick, type Random } from "./episode.ts";
import type { Format } from "./platforms.ts";
import { countTrue, findKinds, listJudged, namesLoss, type Rate } from "./rates.ts";
import type { Draft, ShowPlan, SimulatedShow, Simulator } from "./show.ts";

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
export function plant({ script }: Draft, ...planted: readonly Planted[]): void {
  Object.assign(script, { planted: [...script.planted, ...planted] });
}

/** Plants at a part of the length, and returns the second. */
export function plantAt(
  draft: Draft,
  random: Random,
  [low, high]: readonly [number, number],
  make: (from: number) => Planted,
) {
  const from = Math.floor(draft.script.duration * drawBetween(random, low, high));
  plant(draft, make(from));
  return from;
}

/** Gives an episode five chapters, of which one is where something may be planted. */
export function addChapters(draft: Draft, title: string, from: number, to: number): void {
  const times = { Intro: 0, News: 60, [title]: from, Mailbag: to, Outro: draft.script.duration - 120 };
  draft.chapters = Object.entries(times).map(([name, time]) => ({ time, title: name }));
}

/** Plants a passage of one of several lengths that 27 % skip. */
export const plantAdvertisement =
  (kind: "advertisement" | "passage", seconds: readonly [number, ...number[]]) =>
  (draft: Draft, _: number, random: Random) => {
    const length = pick(random, seconds);
    plantAt(draft, random, [0.38, 0.52], (from) => ({ kind, from, to: from + length, share: 0.27 }));
  };

/** Counts how planted passages are told. */
export function countTold(show: SimulatedShow, kind: Planted["kind"], name: string): Record<string, Rate> {
  const places = listJudged(show).flatMap(({ episode, draft }) => {
    const planted = draft.script.planted.filter((other) => other.kind === kind);
    return planted.map(({ from, to }) => findKinds(episode, from, to));
  });
  const told = kind === "replay" ? "replay" : "skip";
  return {
    [`${name}: told as leave`]: countTrue(places, (kinds) => kinds.includes("loss")),
    [`${name}: found`]: countTrue(places, (kinds) => kinds.includes(told)),
  };
}

/** Counts whether the headline of an episode names what is planted in it alone. */
export function countHeadlines(show: SimulatedShow, name: string): Record<string, Rate> {
  const planted = listJudged(show).filter(({ draft }) => draft.script.planted.length > 0);
  return {
    [name]: countTrue(planted, (judged) => {
      const [place] = judged.draft.script.planted;
      const { loss } = judged.episode;
      return namesLoss(judged) && !!loss && !!place && loss.from < place.to + 45 && loss.to > place.from - 45;
    }),
  };
}

/** Counts how many headlines of episodes in which nothing is planted name a loss. */
export function countFalse(show: SimulatedShow, name: string): Record<string, Rate> {
  const quiet = listJudged(show).filter(({ draft }) => draft.script.planted.length === 0);
  return { [`${name}: headline names a loss`]: countTrue(quiet, namesLoss) };
}

/** The episode in which something is planted, where it is only one. */
export const LOSER = 7;

/** Plants a loss in one episode. */
export const plantCliff = (seconds: number, share: number) => (draft: Draft, index: number, random: Random) => {
  if (index !== LOSER) return;
  plantAt(draft, random, [0.3, 0.7], (from) => ({ kind: "leave", from, to: from + seconds, share }));
};
