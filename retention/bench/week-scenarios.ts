import { computeNormalLimit } from "../report/curve/statistics/limits.ts";
import { matchEpisodes } from "../report/since/episode-pairs.ts";
import { countThere, listContinued } from "../report/since/late.ts";
import type { Trace } from "../report/since/snapshot.ts";
import { finish } from "../report/since/stepwise.ts";
import { addRates, countTrue, type Rates, type Scenario } from "./harness.ts";
import type { PlantedMove } from "./simulators/simulated-episode.ts";
import { type Event, type SimulatedWeek, simulateWeek, type WeekPlan } from "./simulators/simulated-week.ts";

/** Weeks of one kind: what happens in them, and which lines tell it. */
interface Week extends WeekPlan {
  readonly name: string;
  /** Undefined if nothing happens. */
  readonly kinds?: readonly string[];
  /** Whether a test that knows the figure is computed as well. */
  readonly hasOracle?: true;
  /** Whether it is told of one episode, and counts only if its passage was named before. */
  readonly wasNamed?: true;
}

/** What a digest says of weeks without a change. */
const SILENT = new Set(["new", "judged", "growth"]);

/** The changed episode is that of eleven weeks ago. */
const AGO = 10;

/** Of those who come late, about ten points fewer are there at half: they leave within half a minute, or slowly. */
const leave = (share: number, to?: number) => (planted: readonly PlantedMove[], duration: number) => {
  const from = Math.floor(0.2 * duration);
  const end = to === undefined ? from + 30 : Math.floor(to * duration);
  return [...planted, { kind: "leave", from, to: end, share } as const];
};
const cut = (planted: readonly PlantedMove[]) => planted.filter(({ kind }) => kind !== "skip");

const calm = (name: string, format: 1 | 36 | "apple") =>
  [40, 300].map((episodes): Week => {
    return { name: `No change, ${name}, ${episodes} episodes`, episodes, event: () => ({}), format };
  });
const changed = (name: string, event: Event, kinds: readonly string[], more: Partial<Week> = {}): Week => {
  return { name, episodes: 40, event: (index) => (index === 40 - AGO ? event : {}), kinds, ...more };
};

const FIGURE = ["figure", "moment", "momentCertain"];

const WEEKS: readonly Week[] = [
  ...calm("own listeners", 1),
  ...calm("Apple's plays", "apple"),
  ...calm("bins of 36 s", 36),
  changed("800 late, 10 points fewer at half, slowly", { late: 800, replant: leave(0.16, 0.45) }, FIGURE, {
    hasOracle: true,
  }),
  changed("200 late, 16 % leave within 30 s", { late: 200, replant: leave(0.16) }, FIGURE, { hasOracle: true }),
  changed("150 late, without a passage that 25 % skip", { late: 150, replant: cut }, ["moment"], { wasNamed: true }),
  changed("All curves times 0.88, YouTube", {}, ["redefined"], { format: "youtube", event: () => ({ scale: 0.88 }) }),
  changed("All curves of 70 % of the listeners", {}, ["fewer", "redrawn"], { event: () => ({ part: 0.7 }) }),
];

/** How often a digest tells of a week without a change, and how often of a real one, in half of the weeks of each simulator. */
export const WEEK_SCENARIOS: readonly Scenario[] = WEEKS.map((week, row) => ({
  name: week.name,
  ...(week.episodes > 100 && { most: 40 }),
  measure: (_, seed) => {
    const one = judge(week, simulateWeek("commuters", week, seed + 1_000 * row));
    return addRates(one, judge(week, simulateWeek("households", week, seed + 1_000 * row)));
  },
}));

/** Says whether a digest told what happened, and anything else; nothing if it could not have. */
function judge(week: Week, { changes, last, now }: SimulatedWeek): Rates {
  const guid = `episode-${week.episodes - AGO + 1}`;
  const old = last.episodes.find((episode) => episode.guid === guid);
  if (week.wasNamed && !old?.moments.some(({ kind }) => kind === "skip")) return {};
  const isOf = (item: (typeof changes.items)[number]) => item.guid === undefined || item.guid === guid;
  const isTold = (item: (typeof changes.items)[number]) => week.kinds?.includes(item.kind) === true && isOf(item);
  const isOther = (item: (typeof changes.items)[number]) =>
    !SILENT.has(item.kind) && !isTold(item) && (week.kinds ? item.guid !== guid : true);
  return {
    ...(week.kinds && { told: countTrue([changes.items], (items) => items.some(isTold)) }),
    ...(week.hasOracle && { oracle: countTrue([guid], (sought) => isSeen(last, now, sought)) }),
    "not silent besides": countTrue([changes.items], (items) => items.some(isOther)),
  };
}

/** A test at half alone, at 5 % for all episodes with 20 late listeners: no other test has its knowledge. */
function isSeen(last: SimulatedWeek["last"], now: SimulatedWeek["now"], guid: string): boolean {
  const { pairs } = finish(matchEpisodes(last, now));
  const count = ({ whole = 0 }: Trace) => whole;
  const tested = pairs.filter((pair) => listContinued(pair).some((trace) => count(trace.now) - count(trace.old) >= 20));
  const trace = pairs.find((pair) => pair.now.guid === guid)?.traces[0];
  if (!trace) return false;
  const half = trace.now.duration / 2;
  const share = (trace: Trace) => countThere(trace, half - 1, half + 1) / count(trace);
  const [before, late] = [count(trace.old), count(trace.now) - count(trace.old)];
  const difference = (count(trace.now) * share(trace.now) - before * share(trace.old)) / late - share(trace.old);
  const deviation = Math.sqrt(share(trace.now) * (1 - share(trace.now)) * (1 / before + 1 / late));
  return Math.abs(difference) / deviation > computeNormalLimit(2 * Math.max(1, tested.length));
}
