import { readFileSync } from "node:fs";
import { type ParsedDocument, tryParseDocument } from "../../sources/formats/document.ts";
import { type Curve, computePoints } from "../../sources/formats/platform-curve.ts";

/** Parses one of the samples in tests/import/formats. */
export function parseSample(name: string, format?: string): ParsedDocument {
  return tryParseDocument(readFileSync(new URL(`../import/formats/${name}`, import.meta.url)), format);
}

/** Parses a string as it is, and anything else as its JSON. */
export function parse(content: unknown, format?: string): ParsedDocument {
  return tryParseDocument(Buffer.from(typeof content === "string" ? content : JSON.stringify(content)), format);
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
