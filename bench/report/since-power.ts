import { computeNormalLimit } from "../../curve/statistics/limits.ts";
import { listContinued } from "../../report/since/late.ts";
import { matchEpisodes } from "../../report/since/pairs.ts";
import { readTrace } from "../../report/since/snapshot.ts";
import type { Planted } from "./simulators/episode.ts";
import { formatRate } from "./simulators/rates.ts";
import { type Event, simulateSince } from "./simulators/since.ts";

const [scenario = "figure", name = "commuters", shows = "5", seed = "0", episodes = "40", late = "150", format = ""] =
  process.argv.slice(2);
const count = Number(episodes);
const TARGET = count - 10;
const guid = `episode-${TARGET + 1}`;
const has = (changes: { items: readonly { kind: string; guid?: string }[] }, kinds: readonly string[]) =>
  changes.items.some((change) => kinds.includes(change.kind) && (change.guid === undefined || change.guid === guid));

/** Of those who come late, about ten points fewer are there at half: they leave within half a minute, or slowly. */
const leave = (share: number, to?: number) => (planted: readonly Planted[], duration: number) => [
  ...planted,
  {
    kind: "leave",
    from: Math.floor(0.2 * duration),
    to: Math.floor(to === undefined ? 0.2 * duration + 30 : to * duration),
    share,
  } as const,
];
/** A passage that others skip is cut, so all that was after it is 75 s earlier. */
const cut = (planted: readonly Planted[]) => planted.filter(({ kind }) => kind !== "advertisement");

interface Planned {
  readonly event: (index: number) => Event;
  readonly kinds: readonly string[];
}

const NOTHING: Planned = { event: () => ({}), kinds: [] };

const EVENTS: Readonly<Record<string, Planned>> = {
  figure: {
    event: (index) => (index === TARGET ? { late: Number(late), replant: leave(0.16) } : {}),
    kinds: ["figure", "momentNew"],
  },
  slow: {
    event: (index) => (index === TARGET ? { late: Number(late), replant: leave(0.16, 0.45) } : {}),
    kinds: ["figure", "momentNew"],
  },
  roll: {
    event: (index) => (index === TARGET ? { late: Number(late), replant: cut } : {}),
    kinds: ["momentGone", "momentChanged"],
  },
  scale: { event: () => ({ scale: 0.88 }), kinds: ["redefined"] },
  narrower: { event: () => ({ part: 0.7 }), kinds: ["fewer", "redrawn"] },
};
const { event, kinds } = EVENTS[scenario] ?? NOTHING;
let [told, oracle, possible, wrong] = [0, 0, 0, 0];
const others = new Map<string, number>();
for (let index = 0; index < Number(shows); index++) {
  const number = Number(seed) + index;
  const plan = { episodes: count, event, ...(format && { format: format as "apple" }) };
  const { changes, last, now } = simulateSince(name as "commuters", plan, number);
  if (
    scenario === "roll" &&
    !last.episodes.find((one) => one.guid === guid)?.moments.some(({ kind }) => kind === "skip")
  )
    continue;
  possible++;
  const isTold = has(changes, kinds);
  if (isTold) told++;
  for (const { kind, guid: other } of changes.items)
    if (
      (!(["new", "judged", "growth", ...kinds] as readonly string[]).includes(kind) && other !== guid) ||
      (kinds.includes(kind) && other !== undefined && other !== guid)
    ) {
      others.set(kind, (others.get(kind) ?? 0) + 1);
      wrong++;
    }
  if (scenario === "figure" || scenario === "slow") {
    // A test of the right figure alone, with the share of all as the variance: no other test has its knowledge.
    const pairs = matchEpisodes(last, now).pairs;
    const tested = pairs.filter((pair) =>
      listContinued(pair).some(({ old, now: one }) => (one.whole ?? 0) - (old.whole ?? 0) >= 20),
    );
    const trace = pairs.find((pair) => pair.now.guid === guid)?.traces[0];
    if (!trace) continue;
    const at = trace.now.duration * 0.5;
    const [one, two] = [trace.old.whole ?? 0, trace.now.whole ?? 0];
    const read = (curve: typeof trace.now) => readTrace(curve, at - 1, at + 1);
    const p = read(trace.old);
    const d = two - one;
    const pooled = read(trace.now);
    const observed =
      Math.abs((two * read(trace.now) - one * read(trace.old)) / d - p) /
      Math.sqrt(pooled * (1 - pooled) * (1 / one + 1 / d));
    if (observed > computeNormalLimit(2 * Math.max(1, tested.length))) oracle++;
  }
}
console.log(
  `${scenario} ${name} ${episodes} episodes${scenario === "figure" ? `, ${late} late` : ""}: told ${formatRate({ hits: told, of: possible })}; oracle ${formatRate({ hits: oracle, of: possible })}; other lines ${wrong}`,
  Object.fromEntries(others),
);
