import { compareEpisodes } from "../../report/make/compare-episodes.ts";
import { compareWithLast, composeFindingsFile } from "../../report/make/findings-file.ts";
import { computeEpisode } from "../../report/make/measure-episode.ts";
import type { Digest } from "../../report/since/digest-lines.ts";
import type { Snapshot } from "../../report/since/snapshot.ts";
import { finish } from "../../report/since/stepwise.ts";
import { plantChapter } from "../planting.ts";
import { SCENE } from "./commuters.ts";
import { type Binning, type CountedCurve, countAs } from "./platforms.ts";
import {
  drawBetween,
  drawNormal,
  type Hearing,
  type PlantedMove,
  pick,
  type Random,
  type Script,
} from "./simulated-episode.ts";
import { createMulberry32, drawScript, SIMULATORS, type Simulator } from "./simulated-show.ts";

/** What happens to an episode between two reports. */
export interface Event {
  /** Listeners that came since, instead of those of a week. */
  readonly late?: number;
  /** What those who came since do otherwise. */
  readonly replant?: (planted: readonly PlantedMove[], duration: number) => readonly PlantedMove[];
  /** What the second curve is multiplied by. */
  readonly scale?: number;
  /** Part of the listeners that the second file has. */
  readonly part?: number;
}

export interface WeekPlan {
  readonly episodes: number;
  /** Changes an episode, by its index from the first one, of which the last is published between the reports. */
  readonly event: (index: number) => Event;
  readonly format?: Binning;
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
  const { seed: first, audiences, minutes, seconds, spread }: Simulator = SIMULATORS[name];
  const random = createMulberry32(first + seed);
  const play = drawPlay(name, random, seed);
  const usual = { audience: pick(random, audiences), minutes: pick(random, minutes) };
  const format = plan.format ?? pick(random, seconds);
  const hasAdvertisement = random() < 0.5;
  const both = Array.from({ length: plan.episodes }, (_, index) => {
    const days = 3 + 7 * (plan.episodes - 1 - index);
    const script = drawScript(usual, spread, random, (duration) => plantUsual(duration, hasAdvertisement, random));
    const event = plan.event(index);
    const before = Math.round(script.audience * grow(days - 7));
    const late = event.late ?? drawPoisson(random, script.audience * (grow(days) - grow(days - 7)));
    const hear = (audience: number, group: number, planted = script.planted) =>
      play({ ...script, audience, planted }, index, group);
    const past = { audience: before, heard: hear(before, 1) };
    const present = hearSince(past, late, script, event, hear);
    const report = ({ audience, heard }: HeardEpisode, madeAt: Date, scale?: number) => {
      const curve = countAs(format, `episode-${index + 1}`, heard, { ...script, audience });
      return audience === 0 ? [] : [computeAt(madeAt, curve, script, days, scale)];
    };
    return [report(past, FIRST), report(present, SECOND, event.scale)] as const;
  });
  const one = compareEpisodes(both.flatMap(([past]) => past));
  const other = compareEpisodes(both.flatMap(([, present]) => present));
  const last: Snapshot = JSON.parse([...composeFindingsFile({ title: "Tides", madeAt: FIRST }, one)].join(""));
  const heading = { title: "Tides", madeAt: SECOND };
  const changes = finish(compareWithLast(last, heading, other));
  return { changes, last, now: JSON.parse([...composeFindingsFile(heading, other, changes)].join("")) };
}

/** Those who have heard an episode up to a report. */
interface HeardEpisode {
  readonly audience: number;
  readonly heard: Hearing;
}

/** Plays an episode to those who come between the reports, or anew to a part of those who came before. */
function hearSince(
  { audience, heard }: HeardEpisode,
  late: number,
  { planted, duration }: Script,
  { part, replant }: Event,
  hear: (audience: number, group: number, planted?: readonly PlantedMove[]) => Hearing,
): HeardEpisode {
  if (part !== undefined) {
    const fewer = Math.round(part * audience);
    return { audience: fewer, heard: hear(fewer, 1) };
  }
  return { audience: audience + late, heard: add(heard, hear(late, 2, replant?.(planted, duration))) };
}

/** Computes what a report has of an episode that was published so many days before the second one. */
function computeAt(madeAt: Date, { chart, ...counted }: CountedCurve, { chapters }: Script, days: number, scale = 1) {
  const data = chart.data.map(({ time, percentage }) => {
    return { time, percentage: Math.round(percentage * scale * 100) / 100 };
  });
  const curve = { ...counted, chart: { ...chart, data }, updatedAt: madeAt.toISOString() };
  const date = new Date(SECOND.getTime() - days * DAY).toISOString().slice(0, 10);
  return computeEpisode(
    { guid: chart.guid, curves: [curve] },
    { title: chart.guid, show: "Tides", chapters, date },
    madeAt,
  );
}

/** Draws how listeners behave. Scenes of an episode are those of all its listeners; who comes is drawn anew for each group. */
function drawPlay(name: keyof typeof SIMULATORS, random: Random, seed: number) {
  const [commuters, households] = [SIMULATORS.commuters.draw(random), SIMULATORS.households.draw(random)];
  return (script: Script, episode: number, group: number): Hearing => {
    const shared = createMulberry32(seed * 131 + episode * 977 + 5);
    const own = createMulberry32(seed * 557 + episode * 7_907 + group * 104_729);
    if (name === "households") return households(script, own);
    // Two numbers for each scene.
    let left = 2 * Math.ceil(script.duration / SCENE);
    return commuters(script, () => (left-- > 0 ? shared() : own()));
  };
}

/** Plants what an episode of any week may have: an advertisement in its middle, and in some a place that listeners leave. */
function plantUsual(duration: number, hasAdvertisement: boolean, random: Random): Partial<Script> {
  const usual = plantChapter(duration, "Sponsor", 75, hasAdvertisement ? { kind: "skip", share: 0.25 } : undefined);
  if (random() >= 0.08) return usual;
  const from = Math.floor(duration * drawBetween(random, 0.55, 0.8));
  const loss: PlantedMove = { kind: "leave", from, to: from + 10, share: drawBetween(random, 0.1, 0.3) };
  return { ...usual, planted: [...(usual.planted ?? []), loss] };
}

function add(one: Hearing, other: Hearing): Hearing {
  const sum = (a: readonly number[], b: readonly number[]) => a.map((value, index) => value + (b[index] ?? 0));
  return {
    listeners: sum(one.listeners, other.listeners),
    plays: sum(one.plays, other.plays),
    each: [...one.each, ...other.each],
  };
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
