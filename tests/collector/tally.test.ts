import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import type { Tally } from "../../lib/collector/episode-tally.ts";
import { composeListen, type Listen } from "../../lib/collector/listen-item.ts";
import { tallyListens } from "../../lib/collector/tally.ts";
import type { Span } from "../../lib/spans.ts";
import { findGuids, makeHash, makePages, tallyAll, tallyPages } from "../support/fold/listens.ts";

const WINDOW = "2026-03-01T00:00:00Z";
const MINUTE = [{ start: 0, end: 60 }];

function makeListen(guid: string, address: number, listener: number, spans: Span[]): Listen {
  return composeListen(WINDOW, guid, { address: makeHash(address), listener: makeHash(listener) }, spans);
}

/** Counts the listeners of a tally, wherever they began. */
function countListeners(tally: Tally | undefined): number | undefined {
  return tally?.firsts.reduce((sum, count) => sum + count, 0);
}

describe("of an address", () => {
  it("the first 20 listeners by id count, however many listens each has", async () => {
    const listens = Array.from({ length: 25 }, (_, listener) => [
      makeListen("one", 1, listener, [{ start: listener, end: listener + 1 }]),
      makeListen("one", 1, listener, [{ start: 100 + listener, end: 101 + listener }]),
    ]).flat();
    const [only] = await tallyAll(listens);
    const heard = [...(only?.counts ?? [])].flatMap((count, second) => (count > 0 ? [second] : []));
    expect(countListeners(only)).toBe(20);
    expect(heard).toEqual([0, 100].flatMap((start) => Array.from({ length: 20 }, (_, index) => start + index)));
  });
});

/** Makes the spans of single seconds. */
const makeSeconds = (starts: readonly number[]) => starts.map((start) => ({ start, end: start + 1 }));

describe("of a listener", () => {
  const countSeconds = ([tally]: Tally[]) => tally?.counts.reduce((sum, count) => sum + count, 0);
  const byId = (listens: Listen[]) => listens.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  /** Makes listens of one second in each passage, no two of which have a second in common. */
  const makeMany = (listens: number, passages: number) =>
    Array.from({ length: listens }, (_, listen) => {
      const starts = Array.from({ length: passages }, (_, passage) => 2 * (passage * listens + listen));
      return makeListen("one", 1, 1, makeSeconds(starts));
    });

  it("the first 500 listens by id count, so that an hour sent every ten seconds does", async () => {
    expect(countSeconds(await tallyAll(makeMany(500, 1)))).toBe(500);
    const listens = makeMany(600, 1);
    expect(await tallyAll(listens)).toEqual(await tallyAll(byId(listens).slice(0, 500)));
  });

  it("50,000 passages count, whether 500 listens have them or 100", async () => {
    expect(countSeconds(await tallyAll(makeMany(500, 100)))).toBe(50_000);
    expect(countSeconds(await tallyAll(makeMany(100, 500)))).toBe(50_000);
  });

  it("a listen with too many passages is passed over, and so are all that come after it", async () => {
    const last = makeListen("one", 1, 1, [{ start: 172_000, end: 172_001 }]);
    const addLast = (listens: Listen[]) => [...listens, { ...last, id: `${listens.at(-1)?.id}~` }];
    expect(countSeconds(await tallyAll(addLast(byId(makeMany(102, 490)))))).toBe(49_980 + 1);
    const more = byId(makeMany(103, 490));
    expect(await tallyAll(addLast(more))).toEqual(await tallyAll(more.slice(0, 102)));
  });

  it("malformed listens are among them, and so are listeners with nothing else among those of an address", async () => {
    const bad = (listener: number, count: number) =>
      Array.from({ length: count }, (_, second) => ({
        ...makeListen("one", 1, listener, [{ start: second, end: second + 1 }]),
        spans: Uint8Array.of(0x80),
      }));
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const good = makeListen("one", 1, 21, MINUTE);
    const others = Array.from({ length: 19 }, (_, one) => bad(1 + one, 1));
    const [only] = await tallyAll([...bad(0, 501), ...others.flat(), good]);
    expect(countListeners(only)).toBe(0);
    expect(log).toHaveBeenCalledTimes(519);
    log.mockRestore();
  });
});

it("a listener is noted at the first second that any of its listens has, and other episodes begin anew", async () => {
  const [one = "", two = ""] = findGuids("7", 2);
  const tallies = await tallyAll([
    makeListen(one, 1, 1, makeSeconds([2, 7])),
    makeListen(one, 1, 1, makeSeconds([1])),
    makeListen(one, 1, 2, [{ start: 7, end: 9 }]),
    makeListen(two, 1, 1, [{ start: 2, end: 4 }]),
  ]);
  expect(tallies.map(({ firsts }) => [...firsts])).toEqual([
    [0, 1, 0, 0, 0, 0, 0, 1, 0],
    [0, 0, 1, 0],
  ]);
});

it("an episode can be heard to the last second of 48 hours", async () => {
  const [only] = await tallyAll([makeListen("one", 1, 1, [{ start: 172_799, end: 172_800 }])]);
  expect([only?.counts.length, only?.counts[172_799], only?.firsts[172_799]]).toEqual([172_800, 1, 1]);
});

it("an episode with more listens in a window than a run can read has those counted that come first, and holds nobody up", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const [one = "", two = ""] = findGuids("7", 2);
  // Stands for many listens: its spans are empty.
  const spans = new Uint8Array(1e8);
  const skipped: (string | undefined)[] = [];
  const source = async function* () {
    for (let number = 0; number < 70; number++)
      yield [{ ...makeListen(one, number, number, MINUTE), ...(number % 2 === 0 && { spans }) }];
    for (let number = 0; number < 40; number++) yield [{ ...makeListen(one, 1_000 + number, 1, []), spans }];
    yield [{ ...makeListen(two, 1, 1, MINUTE) }];
  };
  const pages = Object.assign(source(), { skip: (prefix?: string) => void skipped.push(prefix) });
  const tallies = await tallyPages(pages);
  expect(tallies.map(countListeners)).toEqual([35, 1]);
  expect(log.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
    {
      code: "fault",
      guid: one,
      error: { message: `The episode "${one}" has more than 5 GB of listens in a window. The rest is not counted.` },
    },
  ]);
  expect(skipped.filter((prefix) => prefix === tallies[0]?.episode)).toHaveLength(26);
  log.mockRestore();
});

describe("what does not count", () => {
  /** Listens of one address: of some listeners, and by each of them. */
  const flood = (listeners: number, each: number) =>
    Array.from({ length: listeners * each }, (_, number) => {
      const start = number % each;
      return makeListen("one", 1, Math.floor(number / each), [{ start, end: start + 1 }]);
    });

  it.each([
    [1, 15_000],
    [20, 750],
    [25, 600],
    [1_000, 15],
    [15_000, 1],
  ])("is hardly read: %i listeners of an address, each with %i listens", async (listeners, each) => {
    const others = [2, 3].map((address) => makeListen("one", address, address, MINUTE));
    const pages = makePages([...flood(listeners, each), ...others], 500);
    expect((await tallyPages(pages)).map(countListeners)).toEqual([Math.min(20, listeners) + 2]);
    expect(pages.count).toBeLessThanOrEqual(21);
  });

  it("is the same at each size of a page", async () => {
    const listens = [1, 2].flatMap((address) => [
      ...Array.from({ length: 22 }, (_, listener) => makeListen("one", address, listener, MINUTE)),
      ...Array.from({ length: 505 }, (_, second) => makeListen("one", address, 19, [{ start: second, end: 600 }])),
      makeListen(String(findGuids("7", 1)[0]), address, 1, MINUTE),
    ]);
    const expected = await tallyAll(listens);
    for (const size of [1, 2, 3, 7, 100, 499, 501]) expect(await tallyAll(listens, size)).toEqual(expected);
  });
});

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Measures the bytes in use after a collection of garbage. */
function measure(): number {
  // The second time waits until the buffers that the first one found are freed.
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Tallies listens that are made one by one, and returns how far the memory in use grows meanwhile, in MB. */
async function measureGrowth(count: number, make: (number: number) => Listen): Promise<number> {
  const before = measure();
  let most = before;
  const source = async function* () {
    for (let number = 0; number < count; number++) {
      yield [{ ...make(number) }];
      if ((number + 1) % (count / 2) === 0) most = Math.max(most, measure());
    }
  };
  const pages = Object.assign(source(), { skip: () => {} });
  for await (const tally of tallyListens(pages)) expect(countListeners(tally)).toBeGreaterThan(0);
  return (most - before) / 1e6;
}

describe("the memory of a run is that of one episode", () => {
  const guids = findGuids("7", 300);
  const makePassages = (number: number) =>
    makeSeconds(Array.from({ length: 500 }, (_, index) => 320 * index + (number % 319)));

  it.each<[string, number, (number: number) => Listen, number]>([
    ["many episodes", 9_000, (number) => makeListen(`${guids[Math.floor(number / 30)]}`, number, number, MINUTE), 10],
    ["many listeners of one episode", 20_000, (number) => makeListen("one", number, number, MINUTE), 10],
    ["many listens of one listener", 500, (number) => makeListen("one", 1, 1, makePassages(number)), 30],
  ])("with %s", async (_, count, make, megabytes) => {
    expect(await measureGrowth(count, make)).toBeLessThan(megabytes);
  });
});
