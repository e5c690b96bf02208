import fc from "fast-check";
import { findGuids } from "../../support/fold/listens.ts";
import { OPERATIONS, type Operation } from "./operator.ts";
import type { Step } from "./world.ts";

/** Three episodes whose hashes begin with 7, so that they share a partition, and one that begins with 2. */
const GUIDS = ["ep-2", "ep-7", "one", "ep-1"];

/** More episodes of that partition than a run decides from one checkpoint to the next. */
const SERIES = findGuids("7", 12);

export const ALL_GUIDS = [...GUIDS, ...SERIES];

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const guid = fc.constantFrom(...GUIDS);

/** Where counts end: of the shortest episodes, and of those of {@link LONG} seconds. */
const REACHES = [6 * HOUR, 2 * 12_000 + HOUR];
const LONG = 11_999.5;

/** Seconds at which passages begin: mostly near the end of the shortest episodes, and now and then where counts end. */
const start = fc.oneof(
  { weight: 20, arbitrary: fc.nat(25) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...REACHES), fc.nat(6)).map(([reach, before]) => reach - before) },
);

/** Seconds that were heard: some passages, which may end after the episode. */
const seconds = fc
  .array(fc.tuple(start, fc.integer({ min: 1, max: 8 })), { minLength: 1, maxLength: 3 })
  .map((passages) => passages.flatMap(([start, length]) => Array.from({ length }, (_, index) => start + index)));

/** @param replacing how often something overwrites what was collected: once in so many times */
const change = (kinds: readonly Operation["kind"][], replacing: number): fc.Arbitrary<Operation> =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    guid,
    // The same ones again and again, so that a change may leave the duration as it is.
    duration: fc.constantFrom(...Array(3).fill([0, 5, 12, 12, 12, 20.5, 20.5, 30]).flat(), LONG),
    replace: fc.nat(replacing - 1).map((number) => number === 0),
    counts: fc
      .tuple(fc.array(fc.nat(9), { minLength: 1, maxLength: 25 }), fc.constantFrom(0, 0, 0, 30_000))
      .map(([counts, noise]) => [...counts, 1, ...Array(noise).fill(1)]),
    // So many that hardly one more listener makes a drawing, and fewer.
    listeners: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 35 })),
    points: fc.nat(2),
  });
const operation = change([...OPERATIONS, "register", "register", "register", "import sessions", "delete"], 3);
const operate = operation.map((operation): Step => ["operate", operation]);

/** A feed that is corrected, and corrected again. */
const correct = fc
  .tuple(guid, fc.constantFrom([12, 20.5], [5, 20.5, 12], [30, 5, 20.5]))
  .map(([guid, durations]): Step[] => durations.map((duration) => ["operate", makeRegistration(guid, duration)]));

/** @param skews seconds by which the clock of `listen` is ahead or behind */
const listening = (skews: readonly number[]) =>
  fc.record({
    guid,
    address: fc.constantFrom("192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2:1"),
    userAgent: fc.constantFrom("Podcasts/1.0", "Mozilla/5.0"),
    seconds,
    way: fc.constantFrom("at once", "at once", "in parts", "together", "so far", "twice"),
    container: fc.nat(1),
    skew: fc.constantFrom(...skews),
  });
const listen = (skews: readonly number[]) => listening(skews).map((one): Step => ["send", one]);

/** Somebody hears the same of each episode of the series. */
const binge = listening([0]).map((one): Step[] => SERIES.map((guid) => ["send", { ...one, way: "at once", guid }]));

const crowd = fc
  .record({
    guid,
    address: fc.nat(250).map((number) => `198.51.100.${number}`),
    seconds,
    size: fc.constantFrom(19, 20, 21, 24),
  })
  .map((crowd): Step => ["sendAll", crowd]);

const configure = (lengths: readonly number[]) =>
  fc
    .record({
      windowSeconds: fc.constantFrom(...lengths),
      minListeners: fc.constantFrom(1, 2, 3, 5),
      pageSize: fc.constantFrom(1, 2, 3, 7, 500),
    })
    .map((settings): Step => ["configure", settings]);

const wait = fc
  .constantFrom(1, 70, 11 * MINUTE, HOUR, DAY, 3 * DAY, 9 * DAY, 10 * DAY, 30 * DAY)
  .map((seconds): Step => ["wait", seconds]);
const waitForClose = fc.constantFrom(-1, 0, 0, 1_000).map((milliseconds): Step => ["waitForClose", milliseconds]);

/** Of requests, mostly of the first ones. */
const place = fc.oneof(fc.nat(5), fc.nat(24), fc.nat(60));
const trouble = fc.record({
  kind: fc.constantFrom("killed before a write", "killed after a write", "answer lost", "refused", "refused"),
  at: place,
});
const update = fc
  .record({ trouble: fc.option(trouble, { freq: 3 }), requests: fc.option(place, { freq: 2 }) })
  .map((disturbance): Step => ["update", disturbance]);
const updateAhead = fc.constantFrom(HOUR, DAY, 3 * DAY).map((seconds): Step => ["updateAhead", seconds]);

/** What comes between a run's reads and writes: mostly what it must not overwrite. */
const OFTEN = [
  "restore counts",
  "restore counts",
  "register",
  "import sessions",
  "import sessions",
  "write data",
  "write a chart",
] as const;
const meddling = change([...OPERATIONS, ...OFTEN, "write counts"], 2);

const meddle = fc
  .array(fc.option(fc.record({ operation: meddling, isOfSameDuration: fc.constantFrom(true, true, false) })), {
    minLength: 1,
    maxLength: 4,
    size: "max",
  })
  .map((all): Step => ["meddle", all]);

/** Operations of which about half are for one episode. None brings counts back, because nothing tells two counts apart. */
const beside = change(
  [...OPERATIONS, ...OFTEN].filter((kind) => kind !== "write counts"),
  2,
);
const operations = fc
  .tuple(fc.array(fc.tuple(beside, fc.boolean()), { maxLength: 4, size: "max" }), guid)
  .map(([all, guid]) => all.map(([operation, isOfOne]) => (isOfOne ? { ...operation, guid } : operation)));

const overlap = fc
  .record({
    operations,
    second: fc.option(fc.nat(3), { freq: 3 }),
    gap: fc.constantFrom(0, 1, 19 * MINUTE),
    order: fc.array(fc.nat(7), { maxLength: 90, size: "max" }),
    recount: fc.option(fc.nat(3), { freq: 2 }),
  })
  .map((overlap): Step => ["overlap", overlap]);

const restore = fc
  .record({ guid, isEarly: fc.boolean(), isDuringRun: fc.boolean() })
  .map((restoration): Step => ["restore", restoration]);

const alone = (step: fc.Arbitrary<Step>) => step.map((one): Step[] => [one]);

/** A window or so: who listens and what an operator does, some time that passes, and runs. */
function round(skews: readonly number[], lengths: readonly number[]): fc.Arbitrary<Step[]> {
  const before = fc.oneof(
    { weight: 30, arbitrary: alone(listen(skews)) },
    { weight: 1, arbitrary: alone(crowd) },
    { weight: 2, arbitrary: binge },
    { weight: 4, arbitrary: alone(operate) },
    { weight: 3, arbitrary: correct },
    { weight: 1, arbitrary: alone(configure(lengths)) },
    { weight: 2, arbitrary: fc.constant<Step[]>([["recount", undefined]]) },
    { weight: 1, arbitrary: fc.constant<Step[]>([["backUp", undefined]]) },
    { weight: 1, arbitrary: alone(restore) },
  );
  const passing = fc.oneof({ weight: 7, arbitrary: waitForClose }, { weight: 1, arbitrary: wait });
  const run = fc.oneof(
    { weight: 6, arbitrary: update },
    { weight: 1, arbitrary: updateAhead },
    { weight: 6, arbitrary: meddle },
    { weight: 5, arbitrary: overlap },
  );
  return fc
    .tuple(fc.array(before, { minLength: 1, maxLength: 6 }), passing, fc.array(run, { minLength: 1, maxLength: 2 }))
    .map(([all, time, runs]) => [...all.flat(), time, ...runs]);
}

/** Most episodes are registered at first, or have a curve. */
const first = change([...OPERATIONS, ...Array<"register">(6).fill("register")], 3);
const items = fc.tuple(...GUIDS.map((guid) => fc.option(first.map((one): Step => ["operate", { ...one, guid }]))));

const series = SERIES.map((guid): Step => ["operate", makeRegistration(guid, 20)]);

function makeRegistration(guid: string, duration: number): Operation {
  return { kind: "register", guid, duration, replace: false, counts: [], listeners: 0, points: 0 };
}

function rounds(skews: readonly number[], lengths: readonly number[]): fc.Arbitrary<Step[]> {
  return fc
    .tuple(configure(lengths), items, fc.array(round(skews, lengths), { minLength: 2, maxLength: 7, size: "max" }))
    .map(([settings, items, rounds]) => [
      settings,
      ...series,
      ...items.filter((one) => one !== null),
      ...rounds.flat(),
    ]);
}

/** Random histories. Windows of seconds are too short for clocks that are a minute off. */
export const history = fc.oneof(
  rounds([0, 0, -MINUTE, MINUTE], [DAY, DAY, HOUR, 7 * DAY, 10 * MINUTE]),
  rounds([0], [10, MINUTE, DAY]),
);
