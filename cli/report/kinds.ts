import type { Kind } from "../../lib/chart.ts";
import { findSourceFacts, type SourceFacts } from "../import/formats/formats.ts";

/** The sources of the own curve. A host's own numbers may be of any kind. */
const OWN_SOURCES: readonly SourceFacts[] = [
  { source: "own", title: "own chart", kind: "unknown" },
  { source: "sessions", title: "listening sessions", kind: "peak" },
  { source: "collector", title: "collected here", kind: "peak" },
];

/** @param highest the curve's highest percentage: only a curve that counts replays passes 100 % */
export function computeKind(source: string | undefined, highest: number): Kind {
  const kind = findFacts(source ?? "")?.kind ?? "unknown";
  return kind === "unknown" && highest > 100 ? "views" : kind;
}

/** Returns the name of a source for people; one that has none here keeps its own. */
export function nameSource(source: string): string {
  return findFacts(source)?.title ?? source;
}

function findFacts(source: string): SourceFacts | undefined {
  return OWN_SOURCES.find((own) => own.source === source) ?? findSourceFacts(source);
}
