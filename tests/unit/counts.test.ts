import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packCounts, unpackCounts } from "../../lib/episode/counts.ts";

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
    expect(unpackCounts(packCounts(counts))).toEqual(counts);
  });

  it.each([
    ["gzip of another length", gzipSync("five!"), /not a multiple of 4/],
    ["no gzip", Buffer.from("no gzip"), /incorrect header check/],
    ["more than 30 days", gzipSync(Buffer.alloc(4 * 30 * 86_400 + 4)), /larger than/],
  ])("can't be %s", (_, packed, message) => {
    expect(() => unpackCounts(packed)).toThrow(message);
  });
});
