import { sum } from "d3-array";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPoint } from "../../../lib/chart.ts";
import { countRuns } from "../../../tests/support/parts.ts";
import { RecordError } from "../../sources/base/refusals.ts";
import { computePoints } from "../../sources/curve/chart-points.ts";
import { findMissing } from "../../sources/curve/curve-gaps.ts";
import { requireValues } from "../../sources/curve/missing-values.ts";
import type { Curve } from "../../sources/curve/platform-curve.ts";
import { tryParseDocument } from "../../sources/formats/document.ts";
import { compose, onlyCurve, pairsOf, parse } from "./formats.ts";

describe("shares", () => {
  it("are 100 times the ratio in YouTube's report, at the start of its hundredth", () => {
    const ratios = fc.uniqueArray(fc.integer({ min: 1, max: 100 }), { minLength: 1 });
    fc.assert(
      fc.property(ratios, fc.integer({ min: 1, max: 100_000 }), fc.nat(20_000), (ends, duration, base) => {
        const rows = ends.map((end) => [end / 100, (base + end) / 10_000]);
        const expected = ends
          .toSorted((one, other) => one - other)
          .map((end) => [((end - 1) * duration) / 100, (base + end) / 100]);
        expect(pairsOf(onlyCurve(parse(compose.youtube(rows))), duration)).toEqual(expected);
      }),
    );
  });
});

/** Part of a unit by which a product may be below its exact value. */
const NOISE = 1e-9;

describe("positions that were rounded", () => {
  const grids = fc.record({
    bins: fc.integer({ min: 40, max: 300 }),
    duration: fc.integer({ min: 60, max: 20_000 }),
    isPercent: fc.boolean(),
    decimals: fc.nat(3),
    round: fc.constantFrom(Math.round, Math.floor),
    from: fc.integer({ min: 1, max: 20 }),
    missing: fc.integer({ min: 7, max: 15 }),
  });

  it("are told from missing ones", () => {
    fc.assert(
      fc.property(grids, ({ bins, duration, isPercent, decimals, round, from, missing }) => {
        const unit = 10 ** -decimals;
        const step = (isPercent ? 100 : duration) / bins;
        fc.pre(step >= 2 * unit);
        const points = Array.from({ length: bins }, (_, index) => ({
          at: Number((unit * round((index * step) / unit + NOISE)).toFixed(decimals)),
          value: 50,
        }));
        const whole: Curve = { positions: isPercent ? "percent" : "seconds", values: "percentages", points };
        expect(requireValues(whole, findMissing(whole, duration), duration, false)).toBe(whole);
        if (step < 3 * unit) return;
        const lacking = { ...whole, points: points.toSpliced(from, missing) };
        expect(() => requireValues(lacking, findMissing(lacking, duration), duration, false)).toThrow(RecordError);
        expect(findMissing(lacking, duration).inside).toMatchObject([{ missing }]);
      }),
      { numRuns: countRuns(1_000) },
    );
  });

  it("are not seen where only some are so far apart", () => {
    const distances = fc.array(fc.integer({ min: 10, max: 12 }), { minLength: 6, maxLength: 200 });
    fc.assert(
      fc.property(distances, (apart) => {
        const at = apart.map((_, index) => sum(apart.slice(0, index)));
        const points = at.map((at) => ({ at, value: 50 }));
        const curve: Curve = { positions: "seconds", values: "counts", isTable: true, points };
        expect(requireValues(curve, findMissing(curve, sum(apart)), sum(apart), false)).toBe(curve);
      }),
      { numRuns: countRuns(1_000) },
    );
  });
});

/**
 * Accepts a late refusal: some need the duration or the peak, such as that of a count above the largest safe integer.
 */
function isRefusedOrGivesPoints(curve: Curve, duration: number): boolean {
  try {
    return computePoints(curve, duration).every(isPoint);
  } catch (error) {
    return error instanceof RecordError && error.message !== "";
  }
}

describe("any file", () => {
  const member = fc.constantFrom(
    ...["columnHeaders", "rows", "name"],
    ...["retentionByEpisode", "episodeId", "buckets", "bucket", "pct"],
    ...["showUuid", "episodeListens", "minuteMaps"],
    ...["episodePlayHistogram", "content", "results", "offers", "0", "15"],
    ...["samples", "sampleRate", "seconds", "max", "kind", "episodePerformanceTotalAllTime", "analyticsValue"],
    ...["points", "second", "sampleCount"],
    ...["provider", "meta", "data", "error", "errors"],
  );
  const leaf = fc.oneof(
    fc.constantFrom("elapsedVideoTimeRatio", "audienceWatchRatio", "performance", "0101", "19.0", ""),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.string(),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "large", withCrossShrink: true },
      leaf,
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(member, tie("value"), { maxKeys: 5 }),
    ),
  }));
  const line = fc.array(fc.oneof(fc.constantFrom("time", "count", "guid", '"', "0", "1"), fc.string()), {
    maxLength: 4,
  });
  const text = fc.array(line, { maxLength: 5 }).map((lines) => lines.map((cells) => cells.join(",")).join("\n"));

  it("is refused, or gives points that are valid in a chart", () => {
    const json = fc.dictionary(member, value, { minKeys: 1, maxKeys: 5 }).map((document) => JSON.stringify(document));
    fc.assert(
      fc.property(fc.oneof(json, text), fc.integer({ min: 1, max: 10_000 }), (content, duration) => {
        const { curves, refusals } = tryParseDocument(Buffer.from(content));
        expect(curves.length + refusals.length).toBeGreaterThan(0);
        for (const curve of curves) expect(isRefusedOrGivesPoints(curve, duration + 100)).toBe(true);
      }),
      { numRuns: countRuns(2_000) },
    );
  });
});
