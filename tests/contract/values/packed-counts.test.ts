import { isDeepStrictEqual } from "node:util";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeHeard } from "../../../lib/episode/counted-chart.ts";
import {
  computeCountsEnd,
  drawCounts,
  findPeak,
  packCounts,
  readCounts,
  unpackCounts,
} from "../../../lib/episode/counts.ts";

describe("packed counts", () => {
  it("are unpacked as they were, but for zeros at the end", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff_ffff)), (counts) => {
        const length = counts.findLastIndex((count) => count > 0) + 1;
        expect([...unpackCounts(packCounts(Uint32Array.from(counts)))]).toEqual(counts.slice(0, length));
      }),
    );
  });

  it("can be those of 30 days", () => {
    const counts = new Uint32Array(30 * 86_400).fill(7);
    // Vitest takes long to compare as many numbers.
    expect(isDeepStrictEqual(unpackCounts(packCounts(counts)), counts)).toBe(true);
  });

  it.each([
    ["gzip of another length", gzipSync("five!"), /not a multiple of 4/],
    ["no gzip", Buffer.from("no gzip"), /incorrect header check/],
    ["more than 30 days", gzipSync(Buffer.alloc(4 * 30 * 86_400 + 4)), /larger than/],
  ])("can't be %s", (_, packed, message) => {
    expect(() => unpackCounts(packed)).toThrow(message);
  });
});

describe("counts", () => {
  it("are drawn in percent of the peak before the end, with nobody after the last of them", () => {
    const data = [100, 33.33, 0].map((percentage, time) => ({ time, percentage }));
    expect(drawCounts("g", 2.5, Uint32Array.of(3, 1))).toEqual({ guid: "g", duration: 2.5, data });
    expect(drawCounts("g", 3, Uint32Array.of(3, 1, 0, 6)).data).toEqual(data);
    expect(drawCounts("g", 3, Uint32Array.of(0, 0, 0, 6))).toEqual({ guid: "g", duration: 3, data: [] });
    expect([1.5, 4].map((end) => findPeak(Uint32Array.of(1, 2, 3), end))).toEqual([2, 3]);
  });

  it("end after six hours, or after twice the duration and an hour, and after 30 days at the latest", () => {
    const ends = [0, 9_000, 9_000.5, 10_000, 1_294_200, 1_294_201].map(computeCountsEnd);
    expect(ends).toEqual([21_600, 21_600, 21_602, 23_600, 2_592_000, 2_592_000]);
  });

  it("of an item are none if it has none, and an error if they are anything else", () => {
    expect(readCounts({ guid: "g" })).toEqual(new Uint32Array());
    expect(readCounts({ guid: "g", counts: packCounts(Uint32Array.of(2)) })).toEqual(Uint32Array.of(2));
    for (const counts of ["text", new Uint8Array(1)])
      expect(() => readCounts({ guid: "g", counts })).toThrow('The chart item of "g" is malformed: counts can\'t be');
  });
});

const EPISODE = { guid: "episode", duration: 4 };

const pack = (...counts: number[]) => packCounts(Uint32Array.from(counts));

it("the average time heard is the sum of the counts before the end, by listeners", () => {
  const item = { ...EPISODE, counts: pack(2, 2, 1, 1, 9), listeners: 2 };
  expect([4, 1.5].map((end) => computeHeard(item, end))).toEqual([3, 2]);
});

it.each([{ listeners: 2 }, { counts: pack(2) }, { counts: pack(2), listeners: 0 }])(
  "the average time heard is unknown where listeners were not counted (%#)",
  (members) => {
    expect(computeHeard({ ...EPISODE, ...members }, 4)).toBeUndefined();
  },
);
