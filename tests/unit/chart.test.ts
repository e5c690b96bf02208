import { expect, it } from "vitest";
import { isAmount, tryParseChart } from "../../lib/chart.ts";

it.each([0, 0.5, Number.MAX_VALUE])("%d is an amount", (value) => {
  expect(isAmount(value)).toBe(true);
});

it.each([-0.5, Number.NaN, Number.POSITIVE_INFINITY, "1", 1n, true, null, undefined, [1]])(
  "%s is not an amount",
  (value) => {
    expect(isAmount(value)).toBe(false);
  },
);

it.each([undefined, "chart", [], {}, { guid: "g", duration: 4 }, { guid: "g", duration: 4, data: [{ time: 0 }] }])(
  "%j has no chart",
  (answer) => {
    expect(tryParseChart(answer)).toBeUndefined();
  },
);
