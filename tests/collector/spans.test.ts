import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packSpans, visitSpans } from "../../lib/collector/packed-spans.ts";
import { countSeconds, mergeSpans } from "../../lib/spans.ts";
import { listSeconds, unpackSpans } from "../support/spans.ts";

const MAX_POSITION = 48 * 3_600;

const span = fc.tuple(fc.nat(MAX_POSITION - 1), fc.integer({ min: 1, max: 4_000 })).map(([start, length]) => ({
  start,
  end: Math.min(start + length, MAX_POSITION),
}));
const spans = fc.array(span, { maxLength: 40 });
const short = fc.array(
  fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 9 })).map(([start, length]) => ({ start, end: start + length })),
);

describe("spans", () => {
  it("are merged into the same seconds, in order, with a gap between two of them", () => {
    fc.assert(
      fc.property(short, (all) => {
        const merged = mergeSpans(all);
        expect(listSeconds(merged)).toEqual(listSeconds(all));
        for (const [index, { start }] of merged.entries()) expect(start).toBeGreaterThan(merged[index - 1]?.end ?? -1);
      }),
    );
  });

  it("are the same after they were packed and unpacked", () => {
    fc.assert(
      fc.property(spans, (all) => {
        const merged = mergeSpans(all);
        expect(unpackSpans(packSpans(merged))).toEqual(merged);
      }),
    );
  });

  it("are visited until the visitor has enough", () => {
    const visited: number[] = [];
    const packed = packSpans([1, 3, 5, 7].map((start) => ({ start, end: start + 1 })));
    visitSpans(packed, (start) => visited.push(start) < 2);
    expect(visited).toEqual([1, 3]);
  });

  it("count before a limit only", () => {
    fc.assert(
      fc.property(short, fc.nat(80), (all, limit) => {
        const seconds = listSeconds(all).filter((second) => second < limit);
        expect(countSeconds(mergeSpans(all), 0, limit)).toBe(seconds.length);
      }),
    );
  });

  it.each([
    [[], ""],
    [[{ start: 0, end: 3_600 }], "00901c"],
    [[{ start: 127, end: 128 }], "7f01"],
    [[{ start: 128, end: 129 }], "800101"],
    [[{ start: MAX_POSITION - 1, end: MAX_POSITION }], "ffc50a01"],
  ])("%o are packed as %s", (all, hex) => {
    expect(Buffer.from(packSpans(all)).toString("hex")).toBe(hex);
  });

  it.each([
    ["a number", "0080", "The last number is cut off."],
    ["a span", "000107", "The last span is cut off."],
  ])("are refused if %s is cut off", (_, hex, message) => {
    expect(() => unpackSpans(Buffer.from(hex, "hex"))).toThrow(new RangeError(message));
  });
});
