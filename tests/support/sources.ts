import { readFileSync } from "node:fs";
import { type Curve, computePoints } from "../../scripts/charts/import/sources/curve.ts";
import { type ParsedDocument, parseDocument } from "../../scripts/charts/import/sources/document.ts";

/** Parses one of the samples in tests/charts/sources. */
export function parseSample(name: string, format?: string): ParsedDocument {
  return parseDocument(readFileSync(new URL(`../charts/sources/${name}`, import.meta.url)), format);
}

/** Parses a text, or the JSON of anything else. */
export function parse(content: unknown, format?: string): ParsedDocument {
  return parseDocument(Buffer.from(typeof content === "string" ? content : JSON.stringify(content)), format);
}

/** The only curve of a document with nothing wrong in it. */
export function onlyCurve({ curves, refusals }: ParsedDocument): Curve {
  const [curve, ...others] = curves;
  if (!curve || others.length + refusals.length > 0) throw new Error(JSON.stringify({ curves, refusals }));
  return curve;
}

/** Points as pairs of time and percentage. */
export function pairsOf(curve: Curve, duration: number): number[][] {
  return computePoints(curve, duration).map(({ time, percentage }) => [time, percentage]);
}
