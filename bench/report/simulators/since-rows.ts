import { computeNormalLimit } from "../../../report/curve/statistics/limits.ts";
import { matchEpisodes } from "../../../report/since/episode-pairs.ts";
import { listContinued } from "../../../report/since/late.ts";
import { countPresent, type Trace } from "../../../report/since/snapshot.ts";
import type { Planted } from "./episode.ts";
import type { Event, SimulatedSince, SincePlan } from "./since.ts";

/** Weeks of one kind: what happens in them, and which lines tell it. */
export interface SinceRow extends SincePlan {
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

const nothing = (): Event => ({});
const inOne = (episodes: number, event: Event) => (index: number) => (index === episodes - AGO ? event : {});

/** Of those who come late, about ten points fewer are there at half: they leave within half a minute, or slowly. */
const leave = (share: number, to?: number) => (planted: readonly Planted[], duration: number) => {
  const from = Math.floor(0.2 * duration);
  return [
    ...planted,
    { kind: "leave", from, to: to === undefined ? from + 30 : Math.floor(to * duration), share } as const,
  ];
};
const cut = (planted: readonly Planted[]) => planted.filter(({ kind }) => kind !== "advertisement");

const calm = (name: string, episodes: number, format?: SincePlan["format"]): SinceRow => ({
  name: `No change, ${name}, ${episodes} episodes`,
  episodes,
  event: nothing,
  ...(format !== undefined && { format }),
});
const changed = (name: string, event: Event, kinds: readonly string[], more: Partial<SinceRow> = {}): SinceRow => {
  const episodes = more.episodes ?? 40;
  return { name, episodes, event: inOne(episodes, event), kinds, ...more };
};

const FIGURE = ["figure", "moment", "momentCertain"];

export const SINCE_ROWS: readonly SinceRow[] = [
  calm("own listeners", 40, 1),
  calm("own listeners", 300, 1),
  calm("Apple's plays", 40, "apple"),
  calm("Apple's plays", 300, "apple"),
  calm("bins of 36 s", 40, 36),
  calm("bins of 36 s", 300, 36),
  changed("800 late, 10 points fewer at half, slowly", { late: 800, replant: leave(0.16, 0.45) }, FIGURE, {
    hasOracle: true,
  }),
  changed("200 late, 16 % leave within 30 s", { late: 200, replant: leave(0.16) }, FIGURE, { hasOracle: true }),
  changed("150 late, without a passage that 25 % skip", { late: 150, replant: cut }, ["moment"], { wasNamed: true }),
  changed("All curves times 0.88, YouTube", {}, ["redefined"], { format: "youtube", event: () => ({ scale: 0.88 }) }),
  changed("All curves of 70 % of the listeners", {}, ["fewer", "redrawn"], { event: () => ({ part: 0.7 }) }),
];

/** Says whether a digest told what happened, and anything else; undefined if it could not have. */
export function findCall(row: SinceRow, { changes, last, now }: SimulatedSince) {
  const guid = `episode-${row.episodes - AGO + 1}`;
  const old = last.episodes.find((episode) => episode.guid === guid);
  if (row.wasNamed && !old?.moments.some(({ kind }) => kind === "skip")) return undefined;
  const isOf = (item: (typeof changes.items)[number]) => item.guid === undefined || item.guid === guid;
  const isTold = (item: (typeof changes.items)[number]) => row.kinds?.includes(item.kind) === true && isOf(item);
  const others = changes.items.filter(
    (item) => !SILENT.has(item.kind) && !isTold(item) && (row.kinds ? item.guid !== guid : true),
  );
  return {
    told: changes.items.some(isTold),
    others: others.length > 0,
    oracle: row.hasOracle ? isSeen(last, now, guid) : false,
  };
}

/** A test at half alone, at 5 % for all episodes with 20 late listeners: no other test has its knowledge. */
function isSeen(last: SimulatedSince["last"], now: SimulatedSince["now"], guid: string): boolean {
  const { pairs } = matchEpisodes(last, now);
  const count = ({ whole = 0 }: Trace) => whole;
  const tested = pairs.filter((pair) => listContinued(pair).some((trace) => count(trace.now) - count(trace.old) >= 20));
  const trace = pairs.find((pair) => pair.now.guid === guid)?.traces[0];
  if (!trace) return false;
  const half = trace.now.duration / 2;
  const share = (one: Trace) => countPresent(one, half - 1, half + 1) / count(one);
  const [before, late] = [count(trace.old), count(trace.now) - count(trace.old)];
  const difference = (count(trace.now) * share(trace.now) - before * share(trace.old)) / late - share(trace.old);
  const deviation = Math.sqrt(share(trace.now) * (1 - share(trace.now)) * (1 / before + 1 / late));
  return Math.abs(difference) / deviation > computeNormalLimit(2 * Math.max(1, tested.length));
}
