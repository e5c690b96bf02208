import { compareEpisodes, computeEpisode } from "../../../report/make/data.ts";
import { compareWithLast, composeFindingsFile } from "../../../report/make/findings-file.ts";
import type { Digest } from "../../../report/since/digest-lines.ts";
import type { Snapshot } from "../../../report/since/snapshot.ts";
import { drawHabits, simulateCommuters } from "./commuters.ts";
import { drawBetween, drawNormal, type Heard, type Planted, pick, type Random, type Script } from "./episode.ts";
import { drawManners, simulateHouseholds } from "./households.ts";
import { countAs, type Format } from "./platforms.ts";
import { createRandom, ORDINARY, SIMULATORS } from "./show.ts";

/** What happens to an episode between two reports. */
export interface Event {
  /** Listeners that came since, instead of those of a week. */
  readonly late?: number;
  /** What those who came since do otherwise. */
  readonly replant?: (planted: readonly Planted[], duration: number) => readonly Planted[];
  /** What the second curve is multiplied by. */
  readonly scale?: number;
  /** Part of the listeners that the second file has. */
  readonly part?: number;
}

export interface WeekPlan {
  readonly episodes: number;
  /** Changes an episode, by its index from the first one, of which the last is published between the reports. */
  readonly event: (index: number) => Event;
  readonly format?: Format;
}

export interface SimulatedWeek {
  readonly changes: Digest;
  readonly last: Snapshot;
  readonly now: Snapshot;
}

const DAY = 86_400_000;
const [FIRST, SECOND] = [new Date("2026-11-16T08:00:00Z"), new Date("2026-11-23T08:00:00Z")];

/** Part of its listeners that an episode has so many days after publication. */
const grow = (days: number) =>
  days <= 0
    ? 0
    : 0.62 * (1 - Math.exp(-days / 2)) + 0.28 * (1 - Math.exp(-days / 40)) + 0.1 * (1 - Math.exp(-days / 500));

/** Simulates two reports of a show, a week apart: the listeners of the first are some of the second's. */
export function simulateWeek(name: keyof typeof SIMULATORS, plan: WeekPlan, seed: number): SimulatedWeek {
  const simulator = SIMULATORS[name];
  const random = createRandom(simulator.seed + seed);
  const play = drawPlay(name, random, seed);
  const usual = pickOne(random, simulator.audiences);
  const minutes = pickOne(random, simulator.minutes);
  const format = plan.format ?? pickOne(random, simulator.seconds);
  const hasRoll = random() < 0.5;
  const both = Array.from({ length: plan.episodes }, (_, index) => {
    const guid = `episode-${index + 1}`;
    const published = new Date(SECOND.getTime() - 3 * DAY - 7 * DAY * (plan.episodes - 1 - index));
    const duration = Math.floor(60 * minutes * Math.exp(drawNormal(random, 0, simulator.spread.length)));
    const all = Math.max(40, Math.floor(usual * Math.exp(drawNormal(random, 0, 0.2))));
    const roll = Math.floor(0.45 * duration);
    const base = {
      ...ORDINARY,
      duration,
      planted: drawPlanted(random, duration, hasRoll ? roll : undefined),
      haste: Math.exp(drawNormal(random, 0, simulator.spread.haste)),
      opening: drawNormal(random, 0, simulator.spread.opening),
    };
    const { replant, scale = 1, part, late: planned } = plan.event(index);
    const days = (SECOND.getTime() - published.getTime()) / DAY;
    const before = Math.round(all * grow(days - 7));
    const late = planned ?? drawPoisson(random, all * (grow(days) - grow(days - 7)));
    const date = published.toISOString().slice(0, 10);
    const about = { title: `Episode ${index + 1}`, show: "Tides", chapters: listChapters(duration, roll), date };
    const compute = (heard: Heard, audience: number, madeAt: Date, factor = 1) => {
      if (audience === 0) return [];
      const { chart, ...counted } = countAs(format, guid, heard, { ...base, audience });
      const data = chart.data.map(({ time, percentage }) => ({
        time,
        percentage: Math.round(percentage * factor * 100) / 100,
      }));
      const curve = { ...counted, chart: { ...chart, data }, updatedAt: madeAt.toISOString() };
      return [computeEpisode({ guid, curves: [curve] }, about, madeAt)];
    };
    const first = play({ ...base, audience: before }, index, 1);
    if (part !== undefined) {
      const audience = Math.round(part * before);
      const fewer = play({ ...base, audience }, index, 1);
      return [compute(first, before, FIRST), compute(fewer, audience, SECOND, scale)] as const;
    }
    const planted = replant?.(base.planted, duration) ?? base.planted;
    const second = play({ ...base, audience: late, planted }, index, 2);
    return [compute(first, before, FIRST), compute(add(first, second), before + late, SECOND, scale)] as const;
  });
  const one = compareEpisodes(both.flatMap(([past]) => past));
  const other = compareEpisodes(both.flatMap(([, present]) => present));
  const last: Snapshot = JSON.parse([...composeFindingsFile({ title: "Tides", madeAt: FIRST }, one)].join(""));
  const heading = { title: "Tides", madeAt: SECOND };
  const changes = compareWithLast(last, heading, other);
  return { changes, last, now: JSON.parse([...composeFindingsFile(heading, other, changes)].join("")) };
}

const pickOne = (random: Random, options: readonly number[]) => pick(random, options as [number, ...number[]]);

/** Draws how listeners behave. Scenes of an episode are those of all its listeners; who comes is drawn anew for each group. */
function drawPlay(name: keyof typeof SIMULATORS, random: Random, seed: number) {
  const [habits, manners] = [drawHabits(random), drawManners(random)];
  return (script: Script, episode: number, group: number): Heard => {
    const shared = createRandom(seed * 131 + episode * 977 + 5);
    const own = createRandom(seed * 557 + episode * 7_907 + group * 104_729);
    if (name === "households") return simulateHouseholds(script, manners, own);
    // Two numbers for each seven minutes.
    let left = 2 * Math.ceil(script.duration / 420);
    return simulateCommuters(script, habits, () => (left-- > 0 ? shared() : own()));
  };
}

function drawPlanted(random: Random, duration: number, roll: number | undefined): Planted[] {
  const planted: Planted[] = [];
  if (roll !== undefined) planted.push({ kind: "advertisement", from: roll, to: roll + 75, share: 0.25 });
  if (random() < 0.08) {
    const from = Math.floor(duration * drawBetween(random, 0.55, 0.8));
    planted.push({ kind: "leave", from, to: from + 10, share: drawBetween(random, 0.1, 0.3) });
  }
  return planted;
}

function listChapters(duration: number, at: number) {
  const times = { Intro: 0, News: 60, Sponsor: at, Mailbag: at + 75, Outro: duration - 120 };
  return Object.entries(times).map(([title, time]) => ({ time, title }));
}

function add(one: Heard, other: Heard): Heard {
  const sum = (a: readonly number[], b: readonly number[]) => a.map((value, index) => value + (b[index] ?? 0));
  return { listeners: sum(one.listeners, other.listeners), plays: sum(one.plays, other.plays) };
}

function drawPoisson(random: Random, mean: number): number {
  if (mean > 50) return Math.max(0, Math.round(drawNormal(random, mean, Math.sqrt(mean))));
  const limit = Math.exp(-mean);
  let [count, product] = [0, random()];
  while (product > limit) {
    count++;
    product *= random();
  }
  return count;
}
