import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { addTally, computeHeard, correctDuration } from "../../lib/episode/counted-chart.ts";
import { packCounts, unpackCounts } from "../../lib/episode/counts.ts";
import type { Update } from "../../lib/episode/update.ts";
import type { Item } from "../../lib/item.ts";

const GUID = "episode";
const REGISTERED: Item = { guid: GUID, duration: 4 };
const NEVER = { inWindow: 1_000, inAll: 1_000 };
const ALWAYS = { inWindow: 0, inAll: 0 };

const pack = (...counts: number[]) => packCounts(Uint32Array.from(counts));

/** What two listeners heard in a window: both the first second, and one the second after. */
const TALLY = {
  guid: GUID,
  window: "2026-11-22T00:00:00Z",
  counts: Uint32Array.of(2, 1),
  firsts: Uint32Array.of(2),
};

/** Reads the change of an item, with its counts and its drawing unpacked. */
function read({ set = {} }: Update): Item {
  const { counts, chart, ...others } = set;
  return {
    ...others,
    ...(counts instanceof Uint8Array && { counts: [...unpackCounts(counts)] }),
    ...(chart instanceof Uint8Array && { curve: readPercentages(chart) }),
  };
}

function readPercentages(chart: Uint8Array): number[] {
  const { data } = JSON.parse(gunzipSync(chart).toString());
  return data.map(({ percentage }: { percentage: number }) => percentage);
}

describe("a window's listening", () => {
  it("is kept as counts while too few listeners are new for a drawing", () => {
    const update = addTally(REGISTERED, TALLY, { inWindow: 3, inAll: 3 });
    expect(update).toMatchObject({ guid: GUID, asRead: REGISTERED });
    expect(read(update)).toEqual({
      counts: [2, 1],
      listeners: 2,
      countedUntil: TALLY.window,
      drawnListeners: 0,
      source: "collector",
    });
  });

  it.each([
    ["in the window", { inWindow: 2, inAll: 1_000 }],
    ["in all since the last drawing", { inWindow: 1_000, inAll: 2 }],
  ])("is drawn, in percent of the peak, with as many listeners as it takes %s", (_, threshold) => {
    expect(read(addTally(REGISTERED, TALLY, threshold))).toMatchObject({
      curve: [100, 50, 0, 0],
      duration: 4,
      points: 4,
      listeners: 2,
      drawnListeners: 2,
    });
  });

  it("is added to that of before, whichever is longer", () => {
    const item = { ...REGISTERED, counts: pack(1, 1, 1), listeners: 5, drawnListeners: 3 };
    const { curve, ...changes } = read(addTally(item, TALLY, { inWindow: 3, inAll: 4 }));
    expect(curve).toEqual([100, 66.67, 33.33, 0]);
    expect(changes).toMatchObject({ counts: [3, 2, 1], listeners: 7, drawnListeners: 7 });
    const longer = { ...TALLY, counts: Uint32Array.of(1, 1, 1, 1) };
    expect(read(addTally({ ...item, counts: pack(2) }, longer, NEVER))).toMatchObject({ counts: [3, 1, 1, 1] });
  });

  it("beyond the episode's end is kept, but whoever begins there is no listener", () => {
    const late = { ...TALLY, counts: Uint32Array.of(0, 0, 0, 1, 1), firsts: Uint32Array.of(0, 0, 0, 1, 1) };
    expect(read(addTally(REGISTERED, late, NEVER))).toMatchObject({ counts: [0, 0, 0, 1, 1], listeners: 1 });
  });

  it("of a second that more heard than are known makes them as many", () => {
    const item = { ...REGISTERED, counts: pack(9), listeners: 3 };
    expect(read(addTally(item, TALLY, NEVER))).toMatchObject({ counts: [11, 1], listeners: 11 });
  });

  it("that is all after the counts' end is left out", () => {
    const counts = new Uint32Array(6 * 3_600 + 1).fill(1);
    const { counts: kept } = read(addTally(REGISTERED, { ...TALLY, counts }, NEVER));
    expect(kept).toHaveLength(6 * 3_600);
  });

  it.each([{ duration: "4" }, { duration: -1 }, { duration: 4, listeners: "2" }, { duration: 4, counts: "no bytes" }])(
    "is not added to a malformed item: %j",
    (members) => {
      expect(() => addTally({ guid: GUID, ...members }, TALLY, NEVER)).toThrow(
        expect.objectContaining({ name: "MalformedItemError" }),
      );
    },
  );

  it("is not drawn over so long a time that the chart can't be answered", () => {
    expect(() => addTally({ ...REGISTERED, duration: 200_001 }, TALLY, ALWAYS)).toThrow(
      "The chart is at least 5.1 MB of JSON; the limit is 5 MB.",
    );
    expect(() => addTally({ ...REGISTERED, duration: 200_000 }, TALLY, ALWAYS)).toThrow(
      /^The chart is \d\.\d MB of JSON/,
    );
  });
});

describe("a corrected duration", () => {
  const drawn = { ...REGISTERED, ...addTally(REGISTERED, TALLY, ALWAYS).set };

  it("draws again what nobody is new in", () => {
    const update = correctDuration(drawn, 2);
    expect(update).toMatchObject({ guid: GUID, asRead: drawn });
    expect(read(update)).toMatchObject({ curve: [100, 50], duration: 2, drawnListeners: 2 });
  });

  it("leaves the drawing to the next fold if somebody is new", () => {
    expect(read(correctDuration({ ...drawn, listeners: 3 }, 2))).toEqual({ duration: 2 });
    expect(read(correctDuration(REGISTERED, 2))).toEqual({ duration: 2 });
  });

  it("that is longer makes listeners of those who were there after the end, and does not draw them", () => {
    const counts = pack(2, 1, 0, 0, 5);
    expect(read(correctDuration({ ...drawn, counts }, 6))).toEqual({ duration: 6, listeners: 5, drawnListeners: 2 });
    expect(read(correctDuration({ ...drawn, counts: pack(2, 1, 0, 0, 1) }, 6))).toEqual({ duration: 6 });
  });

  it("draws what sessions have beyond the end, which were imported as a whole", () => {
    const { countedUntil: _, ...ofSessions } = { ...drawn, counts: pack(2, 1, 0, 0, 1) } as Item;
    expect(read(correctDuration(ofSessions, 6))).toMatchObject({ curve: [100, 50, 0, 0, 50, 0] });
  });
});

describe("the average time heard", () => {
  it("is the sum of the counts before the end, by listeners", () => {
    const item = { ...REGISTERED, counts: pack(2, 2, 1, 1, 9), listeners: 2 };
    expect(computeHeard(item, 4)).toBe(3);
    expect(computeHeard(item, 1.5)).toBe(2);
  });

  it.each([{ listeners: 2 }, { counts: pack(2) }, { counts: pack(2), listeners: 0 }])(
    "is unknown where listeners were not counted (%#)",
    (members) => {
      expect(computeHeard({ ...REGISTERED, ...members }, 4)).toBeUndefined();
    },
  );
});
