import { describe, expect, it } from "vitest";
import type { Chart } from "../../../../lib/chart.ts";
import { isOfOtherShape } from "../../../sources/item/shape.ts";

/** A curve of listeners who leave at these parts of its length. */
function draw(stops: readonly number[], duration = 1_000): Chart {
  const data = Array.from({ length: 100 }, (_, place) => {
    const there = stops.filter((stop) => stop > place / 100).length;
    return { time: (place * duration) / 100, percentage: (100 * there) / stops.length };
  });
  return { guid: "g", duration, data };
}

/** Parts of the length that are spread over it, in an order of their own. */
const spread = (count: number, step: number) => Array.from({ length: count }, (_, index) => (index * step) % 1);

describe("a curve that replaces another", () => {
  const first = spread(60, 0.618);

  it("goes on from it if the listeners of before are among those of now", () => {
    expect(isOfOtherShape(draw(first), draw([...first, ...spread(200, 0.414)]))).toBe(false);
    expect(isOfOtherShape(draw(first), draw(first, 2_000))).toBe(false);
  });

  it("does not if others have left elsewhere, however alike the curves look", () => {
    expect(isOfOtherShape(draw(first), draw(spread(60, 0.737)))).toBe(true);
  });

  it("says nothing where few have left", () => {
    expect(isOfOtherShape(draw([0.2, 0.5, 1]), draw([0.3, 0.6, 1]))).toBe(false);
  });
});
