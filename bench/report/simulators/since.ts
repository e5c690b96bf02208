import { compareEpisodes, computeEpisode } from "../../../report/make/data.ts";
import { compareWithLast, composeFindingsFile } from "../../../report/make/findings-file.ts";
import type { Digest } from "../../../report/since/changes.ts";
import type { Snapshot } from "../../../report/since/snapshot.ts";
import { drawHabits, simulateCommuters } from "./commuters.ts";
import { drawBetween, drawNormal, type Heard, type Planted, pick, type Random, type Script } from "./episode.ts";
import { drawManners, simulateHouseholds } from "./households.ts";
import { countAs, type Format } from "./platforms.ts";
import { createRandom, SIMULATORS } from "./show.ts";

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

export interface SincePlan {
  readonly episodes: number;
  /** Changes an episode, by its index from the first one, of which the last is published between the reports. */
  readonly event: (index: number) => Event;
  readonly format?: Format;
}

export interface SimulatedSince {
  readonly changes: Digest;
  readonly last: Snapshot;
  readonly now: Snapshot;
  /** By GUID: the true shares of 20,000 listeners, old and late, at 1 min, half and 95 %, and how many these are. */
  readonly drafts: ReadonlyMap<string, { readonly script: Script; readonly before: number; readonly late: number }>;
}

const DAY = 86_400_000;
const [FIRST, SECOND] = [new Date("2026-11-16T08:00:00Z"), new Date("2026-11-23T08:00:00Z")];

/** Part of its listeners that an episode has so many days after publication. */
const grow = (days: number) =>
  days <= 0
    ? 0
    : 0.62 * (1 - Math.exp(-days / 2)) + 0.28 * (1 - Math.exp(-days / 40)) + 0.1 * (1 - Math.exp(-days / 500));

/** Simulates two reports of a show, a week apart: the listeners of the first are some of the second's. */
export function simulateSince(name: keyof typeof SIMULATORS, plan: SincePlan, seed: number): SimulatedSince {
  const simulator = SIMULATORS[name];
  const random = createRandom(simulator.seed + seed);
  const habits = drawHabits(random);
  const manners = drawManners(random);
  const [audience, minutes] = [
    pick(random, simulator.audiences as [number, ...number[]]),
    pick(random, simulator.minutes as [number, ...number[]]),
  ];
  const format = plan.format ?? pick(random, simulator.seconds as [number, ...number[]]);
  const hasRoll = random() < 0.5;
  const play = (script: Script, episode: number, group: number): Heard => {
    // Scenes of an episode are those of all its listeners; who comes is drawn anew for each group.
    const scenes = 2 * Math.ceil(script.duration / 420);
    const [one, other] = [
      createRandom(seed * 131 + episode * 977 + 5),
      createRandom(seed * 557 + episode * 7_907 + group * 104_729),
    ];
    let drawn = 0;
    const next: Random = () => (name === "commuters" && drawn++ < scenes ? one() : other());
    return name === "commuters" ? simulateCommuters(script, habits, next) : simulateHouseholds(script, manners, next);
  };
  const drafts = new Map<string, { script: Script; before: number; late: number }>();
  const both = Array.from({ length: plan.episodes }, (_, index) => {
    const guid = `episode-${index + 1}`;
    const published = new Date(SECOND.getTime() - 3 * DAY - 7 * DAY * (plan.episodes - 1 - index));
    const duration = Math.floor(60 * minutes * Math.exp(drawNormal(random, 0, simulator.spread.length)));
    const all = Math.max(40, Math.floor(audience * Math.exp(drawNormal(random, 0, 0.2))));
    const planted: Planted[] = [];
    const at = Math.floor(0.45 * duration);
    if (hasRoll) planted.push({ kind: "advertisement", from: at, to: at + 75, share: 0.25 });
    if (random() < 0.08) {
      const from = Math.floor(duration * drawBetween(random, 0.55, 0.8));
      planted.push({ kind: "leave", from, to: from + 10, share: drawBetween(random, 0.1, 0.3) });
    }
    const base: Script = {
      duration,
      audience: all,
      planted,
      haste: Math.exp(drawNormal(random, 0, simulator.spread.haste)),
      opening: drawNormal(random, 0, simulator.spread.opening),
      strangers: 0,
      hasPreRoll: false,
      endsAtOnce: false,
      inProgress: 0,
    };
    const event = plan.event(index);
    const days = (SECOND.getTime() - published.getTime()) / DAY;
    const before = Math.round(all * grow(days - 7) * (1 + 0));
    const late = event.late ?? drawPoisson(random, all * (grow(days) - grow(days - 7)));
    const first = play({ ...base, audience: before }, index, 1);
    const script: Script = { ...base, planted: event.replant?.(planted, duration) ?? planted };
    const second = play({ ...script, audience: late }, index, 2);
    drafts.set(guid, { script, before, late });
    const name_ = {
      title: `Episode ${index + 1}`,
      show: "Tides",
      chapters: listChapters(duration, at),
      date: published.toISOString().slice(0, 10),
    };
    const curveOf = (heard: Heard, count: number, madeAt: Date, scale = 1) => {
      const counted = countAs(format, guid, heard, { ...base, audience: count });
      const data = counted.chart.data.map(({ time, percentage }) => ({
        time,
        percentage: Math.round(percentage * scale * 100) / 100,
      }));
      return computeEpisode(
        { guid, curves: [{ ...counted, chart: { ...counted.chart, data }, updatedAt: madeAt.toISOString() }] },
        name_,
        madeAt,
      );
    };
    const total =
      event.part === undefined
        ? add(first, second)
        : play({ ...base, audience: Math.round(event.part * before) }, index, 1);
    return {
      one: before > 0 ? [curveOf(first, before, FIRST)] : [],
      other:
        before + late > 0
          ? [
              curveOf(
                total,
                event.part === undefined ? before + late : Math.round(event.part * before),
                SECOND,
                event.scale,
              ),
            ]
          : [],
    };
  });
  const [one, other] = [
    compareEpisodes(both.flatMap((pair) => pair.one)),
    compareEpisodes(both.flatMap((pair) => pair.other)),
  ];
  const last: Snapshot = JSON.parse([...composeFindingsFile({ title: "Tides", madeAt: FIRST }, one)].join(""));
  const heading = { title: "Tides", madeAt: SECOND };
  const changes = compareWithLast(last, heading, other);
  return { changes, last, now: JSON.parse([...composeFindingsFile(heading, other, changes)].join("")), drafts };
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
