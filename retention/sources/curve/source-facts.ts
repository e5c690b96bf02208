import { isSource } from "../../../lib/source.ts";
import type { Kind } from "../base/kinds.ts";

/** What is known of a source. */
export interface SourceFacts {
  /** Its name for people. */
  readonly title: string;
  /** What 100 % is in its curves. A host's own numbers may be of any kind, and so may a table. */
  readonly kind: Kind;
  /** Whether it plays videos, which may be another cut of an episode than its audio. */
  readonly isVideo?: true;
}

/** What the own curve is called for people, however it came: as a chart, from sessions, or from the collector. */
const OWN_TITLE = "your own listeners";

/** The sources of curves, as the table has them. The first three name the own curve. */
export const SOURCE_FACTS = {
  own: { title: OWN_TITLE, kind: "unknown" },
  sessions: { title: OWN_TITLE, kind: "peak" },
  collector: { title: OWN_TITLE, kind: "peak" },
  youtube: { title: "YouTube", kind: "views", isVideo: true },
  spotify: { title: "Spotify", kind: "peak" },
  apple: { title: "Apple Podcasts", kind: "plays" },
  op3: { title: "OP3", kind: "peak" },
  harborfm: { title: "HarborFM", kind: "starters" },
  peertube: { title: "PeerTube", kind: "starters", isVideo: true },
  csv: { title: "table", kind: "unknown" },
} satisfies Readonly<Record<string, SourceFacts>>;

export type SourceName = keyof typeof SOURCE_FACTS;

/** Returns what is known of a source; undefined for one that a file has named. */
export function findSourceFacts(source: string): SourceFacts | undefined {
  return Object.hasOwn(SOURCE_FACTS, source) ? SOURCE_FACTS[source as SourceName] : undefined;
}

/** Returns what 100 % is in the curves of a source, as far as its name tells. */
export function findKind(source: string): Kind {
  return findSourceFacts(source)?.kind ?? "unknown";
}

/** Checks whether a curve is of a source that plays videos. */
export function isOfVideo({ source = "" }: { readonly source?: string | undefined }): boolean {
  return findSourceFacts(source)?.isVideo ?? false;
}

const TITLES = new Set(Object.values(SOURCE_FACTS).map(({ title }) => title));

/** Checks whether a value is what {@link nameSource} may return. */
export function isSourceName(value: unknown): value is string {
  return isSource(value) || (typeof value === "string" && TITLES.has(value));
}

/** Returns the name of a source for people; one that has none here keeps its own. */
export function nameSource(source: string): string {
  return findSourceFacts(source)?.title ?? source;
}
