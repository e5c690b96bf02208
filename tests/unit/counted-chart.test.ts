import { expect, it } from "vitest";
import { computeHeard } from "../../lib/episode/counted-chart.ts";
import { packCounts } from "../../lib/episode/counts.ts";

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
