import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { composeListen, type Listen } from "../../lib/collector/listen.ts";
import { tallyListens } from "../../lib/collector/tally.ts";
import type { Span } from "../../lib/spans.ts";
import { findGuids, makeHash, tallyAll } from "../support/fold/listens.ts";

const WINDOW = "2026-03-01T00:00:00Z";
const MINUTE = [{ start: 0, end: 60 }];

function makeListen(guid: string, address: number, listener: number, spans: Span[]): Listen {
  return composeListen(WINDOW, guid, { address: makeHash(address), listener: makeHash(listener) }, spans);
}

describe("of an address", () => {
  it("the first 20 listeners by id count, however many listens each has", async () => {
    const listens = Array.from({ length: 25 }, (_, listener) => [
      makeListen("one", 1, listener, [{ start: listener, end: listener + 1 }]),
      makeListen("one", 1, listener, [{ start: 100 + listener, end: 101 + listener }]),
    ]).flat();
    const [only] = await tallyAll(listens);
    const heard = [...(only?.counts ?? [])].flatMap((count, second) => (count > 0 ? [second] : []));
    expect(only?.listeners).toBe(20);
    expect(heard).toEqual([0, 100].flatMap((start) => Array.from({ length: 20 }, (_, index) => start + index)));
  });

  it("the cap does not touch other addresses and other episodes", async () => {
    const [one = "", two = ""] = findGuids("7", 2);
    const listens = [one, two].flatMap((guid) =>
      [1, 2].flatMap((address) =>
        Array.from({ length: 21 }, (_, listener) => makeListen(guid, address, listener, MINUTE)),
      ),
    );
    expect((await tallyAll(listens)).map(({ guid, listeners }) => ({ guid, listeners }))).toEqual([
      { guid: one, listeners: 40 },
      { guid: two, listeners: 40 },
    ]);
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
      if (number % Math.ceil(count / 10) === 1) most = Math.max(most, measure());
    }
  };
  const pages = Object.assign(source(), { skip: () => {} });
  for await (const { listeners } of tallyListens(pages)) expect(listeners).toBeGreaterThan(0);
  return (most - before) / 1e6;
}

describe("the memory of a run is that of one episode", () => {
  it("with listens of many episodes", async () => {
    const guids = findGuids("7", 300);
    expect(
      await measureGrowth(9_000, (number) =>
        makeListen(String(guids[Math.floor(number / 30)]), number, number, MINUTE),
      ),
    ).toBeLessThan(10);
  });

  it("with many listeners of one episode", async () => {
    expect(await measureGrowth(20_000, (number) => makeListen("one", number, number, MINUTE))).toBeLessThan(10);
  });

  it("with many listens of one listener, who hears other passages in each", async () => {
    const passages = (number: number) =>
      Array.from({ length: 500 }, (_, index) => ({
        start: 320 * index + (number % 319),
        end: 320 * index + (number % 319) + 1,
      }));
    expect(await measureGrowth(500, (number) => makeListen("one", 1, 1, passages(number)))).toBeLessThan(30);
  });
});
