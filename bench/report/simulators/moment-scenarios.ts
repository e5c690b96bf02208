import { drawBetween, type Planted, pick, type Random } from "./episode.ts";
import type { Format } from "./platforms.ts";
import { countSaid, countTrue, findKinds, listJudged, namesLoss, type Rate, type Scenario } from "./rates.ts";
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

export function plant({ script }: Draft, ...planted: readonly Planted[]): void {
  Object.assign(script, { planted: [...script.planted, ...planted] });
}

/** Plants at a part of the length, and returns the second. */
function plantAt(
  draft: Draft,
  random: Random,
  [low, high]: readonly [number, number],
  make: (from: number) => Planted,
) {
  const from = Math.floor(draft.script.duration * drawBetween(random, low, high));
  plant(draft, make(from));
  return from;
}

const CHAPTER = 360;

/** Gives an episode five chapters, of which one is where something may be planted. */
export function addChapters(draft: Draft, title: string, from: number, to: number): void {
  const times = { Intro: 0, News: 60, [title]: from, Mailbag: to, Outro: draft.script.duration - 120 };
  draft.chapters = Object.entries(times).map(([name, time]) => ({ time, title: name }));
}

const PLATFORMS: readonly Format[] = ["youtube", "apple"];
export const everyFormat = ({ seconds }: Simulator): readonly Format[] => [...seconds, ...PLATFORMS];

const plantAdvertisement =
  (kind: "advertisement" | "passage", seconds: readonly [number, ...number[]]) =>
  (draft: Draft, _: number, random: Random) => {
    const length = pick(random, seconds);
    plantAt(draft, random, [0.38, 0.52], (from) => ({ kind, from, to: from + length, share: 0.27 }));
  };

/** Counts how planted passages are told. */
function countTold(show: SimulatedShow, kind: Planted["kind"], name: string): Record<string, Rate> {
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
function countHeadlines(show: SimulatedShow, name: string): Record<string, Rate> {
  const planted = listJudged(show).filter(({ draft }) => draft.script.planted.length > 0);
  return {
    [name]: countTrue(planted, (judged) => {
      const [place] = judged.draft.script.planted;
      const { loss } = judged.episode;
      return namesLoss(judged) && !!loss && !!place && loss.from < place.to + 45 && loss.to > place.from - 45;
    }),
  };
}

function countFalse(show: SimulatedShow, name: string): Record<string, Rate> {
  const quiet = listJudged(show).filter(({ draft }) => draft.script.planted.length === 0);
  return { [`${name}: headline names a loss`]: countTrue(quiet, namesLoss) };
}

const LOSER = 7;

const plantCliff = (seconds: number, share: number) => (draft: Draft, index: number, random: Random) => {
  if (index !== LOSER) return;
  plantAt(draft, random, [0.3, 0.7], (from) => ({ kind: "leave", from, to: from + seconds, share }));
};

const leaveChapter =
  (isEvery: boolean, share: number, seconds = CHAPTER) =>
  (draft: Draft, index: number) => {
    const from = Math.floor(0.45 * draft.script.duration);
    addChapters(draft, "Interview", from, from + seconds);
    if (isEvery || index === LOSER) plant(draft, { kind: "leave", from, to: from + seconds, share });
  };

/** What the report says of one episode. */
export const MOMENT_SCENARIOS: readonly Scenario[] = [
  {
    name: "Nothing happens",
    plan: planShows(12, () => {}, everyFormat),
    count: (show) => ({
      ...countFalse(show, "Nothing"),
      "Nothing: episode differs": countTrue(listJudged(show), ({ episode }) => episode.deviations.length > 0),
      "Nothing: show names a place": countSaid(show, /episodes lose about|skip a passage at/),
      "Nothing: show names a step or trend": countSaid(show, /^From \d|^In later episodes/),
    }),
  },
  {
    name: "Nothing happens, with chapters",
    plan: planShows(12, leaveChapter(false, 0)),
    count: (show) => ({
      "Nothing, with chapters: headline names a loss": countTrue(listJudged(show), namesLoss),
      "Nothing, with chapters: show names one": countSaid(show, /listeners (leave at|skip) “/),
    }),
  },
  {
    name: "15 % leave within 10 s",
    plan: planShows(12, plantCliff(10, 0.15), everyFormat),
    count: (show) => countHeadlines(show, "15 % leave in 10 s: in the headline"),
  },
  {
    name: "15 % leave over 3 min",
    plan: planShows(12, plantCliff(180, 0.15)),
    count: (show) => countHeadlines(show, "15 % leave over 3 min: in the headline"),
  },
  {
    name: "20 % leave over a chapter",
    plan: planShows(12, leaveChapter(false, 0.2)),
    count: (show) => ({
      ...countHeadlines(show, "20 % leave over a chapter of 6 min: in the headline"),
      ...countFalse(show, "The episodes beside it"),
    }),
  },
  {
    name: "Advertisements at YouTube and Apple",
    plan: planShows(10, plantAdvertisement("advertisement", [60, 75, 90]), PLATFORMS),
    count: (show) => countTold(show, "advertisement", "Platforms' bins, skipped advertisement"),
  },
  {
    name: "Advertisements",
    plan: planShows(10, plantAdvertisement("advertisement", [45, 60, 90])),
    count: (show) => countTold(show, "advertisement", "Own bins, skipped advertisement"),
  },
  {
    name: "Advertisements, with a pre-roll",
    plan: planShows(10, (draft, index, random) => {
      Object.assign(draft.script, { hasPreRoll: true });
      plantAdvertisement("advertisement", [30, 60, 90])(draft, index, random);
    }),
    count: (show) => countTold(show, "advertisement", "Half with a pre-roll, skipped advertisement"),
  },
  {
    name: "Replays",
    plan: planShows(
      8,
      (draft, index, random) => {
        if (index % 4 !== 1) return;
        plantAt(draft, random, [0.4, 0.75], (from) => ({ kind: "replay", from, to: from + 60, share: 0.25 }));
      },
      PLATFORMS,
    ),
    count: (show) => countTold(show, "replay", "Platforms' bins, replay"),
  },
  {
    name: "A chapter that nobody leaves",
    plan: planShows(
      12,
      (draft, _, random) => {
        const length = pick(random, [30, 45, 75, 90]);
        const from = Math.floor(0.45 * draft.script.duration);
        plant(draft, { kind: "passage", from, to: from + length, share: 0.25 });
        addChapters(draft, "Sponsor", from, from + length);
      },
      ({ seconds }) => [...seconds, "apple"],
    ),
    count: (show) => ({
      "Chapter skipped, nobody leaves: show says leave": countSaid(show, /listeners leave at “/),
      "Chapter skipped, nobody leaves: show says skip": countSaid(show, /listeners skip “Sponsor”/),
    }),
  },
  {
    name: "A chapter that 15 % leave",
    plan: planShows(12, leaveChapter(true, 0.15)),
    count: (show) => ({
      "Chapter that 15 % leave in each: show says so": countSaid(show, /listeners leave at “Interview”/),
      "the same: stated, in percent": sumStated(show),
    }),
  },
];

/** Adds up the percentages that are stated. */
function sumStated({ report }: SimulatedShow): Rate {
  const stated = report.shows.flatMap(({ answers }) =>
    answers.flatMap((answer) => /leave at “Interview”: (\d+)/.exec(answer)?.[1] ?? []),
  );
  return { hits: stated.reduce((sum, text) => sum + Number(text), 0), of: stated.length, isMean: true };
}
