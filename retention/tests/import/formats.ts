import { readFileSync } from "node:fs";
import { computePoints } from "../../sources/curve/chart-points.ts";
import type { Curve } from "../../sources/curve/platform-curve.ts";
import { type ParsedDocument, tryParseDocument } from "../../sources/formats/document.ts";
import type { AnsweredRequest } from "../../sources/formats/format.ts";

/** Parses one of the samples in tests/import/formats. */
export function parseSample(name: string, format?: string) {
  return parseBytes(readFileSync(new URL(`../import/formats/${name}`, import.meta.url)), format);
}

/** Parses a string as it is, and anything else as its JSON. */
export function parse(content: unknown, format?: string) {
  return parseBytes(Buffer.from(typeof content === "string" ? content : JSON.stringify(content)), format);
}

export function parseBytes(bytes: Uint8Array, format?: string, request?: AnsweredRequest): ParsedDocument {
  return tryParseDocument(bytes, format, request);
}

/** Returns the curve of a document. @throws Error if it has several, or refusals */
export function onlyCurve({ curves, refusals }: ParsedDocument): Curve {
  const [curve, ...others] = curves;
  if (!curve || others.length + refusals.length > 0) throw new Error(JSON.stringify({ curves, refusals }));
  return curve;
}

/** Computes points as pairs of time and percentage. */
export function pairsOf(curve: Curve, duration: number): number[][] {
  return computePoints(curve, duration).map(({ time, percentage }) => [time, percentage]);
}

/** The start of each bin, and its value, as a platform writes them. */
type Bins = readonly (readonly unknown[])[];

/** What platforms say of one episode without a GUID, by their formats, and any table. */
export const compose = {
  youtube: (rows: Bins) => ({
    columnHeaders: [{ name: "elapsedVideoTimeRatio" }, { name: "audienceWatchRatio" }],
    rows,
  }),
  graphql: (bins: Bins) => {
    const points = bins.map(([second, sampleCount]) => ({ second, sampleCount }));
    return { data: { e: { episodePerformanceTotalAllTime: { analyticsValue: { analyticsValue: { points } } } } } };
  },
  anchor: (bins: Bins) => {
    const rows = bins.map(([at, value]) => [at, value === null ? null : String(value)]);
    return { kind: "performance", data: { rows } };
  },
  apple: (bins: Bins) => ({ episodePlayHistogram: bins.map(([at, value]) => ({ [String(at)]: value })) }),
  harborfm: (bins: Bins) => ({
    retentionByEpisode: [{ episodeId: "e", buckets: bins.map(([bucket, pct]) => ({ bucket, pct })) }],
  }),
  peertube: (bins: Bins) => ({ data: bins.map(([second, retentionPercent]) => ({ second, retentionPercent })) }),
  table: (head: string, bins: Bins) => [head, ...bins.map((bin) => bin.join())].join("\n"),
};
