/** How a browser recorded a curve in a HAR file, a program saved it, or an app says that it was. */
export interface Recording {
  /** When the browser sent the request, or the curve was current, in milliseconds since 1970; 0 if that is unknown, or in the future. */
  readonly at: number;
  /** The names of what it asked for besides the episode: what may make the answer one of some listeners only. */
  readonly parameters: readonly string[];
}

/** Compares two recordings of a curve. Above 0 if the first one counts: it is fuller, as it asked for less, or else later. */
export function compareRecordings(one: Recording, other: Recording): number {
  return other.parameters.length - one.parameters.length || one.at - other.at;
}

/** A time of ISO 8601, whose zone may be missing. */
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?<zone>Z|[+-]\d\d:?\d\d)?$/;

/** How far ahead a time may be, in milliseconds: it may lack the zone that it is of. */
const MAX_AHEAD = 86_400_000;

/**
 * Reads when an answer was saved, in UTC unless it says a zone. Returns undefined if it is no time, or one in the future, of a
 * clock that was wrong.
 */
export function tryParseSaved(text: unknown): Recording | undefined {
  const found = TIME.exec(typeof text === "string" ? text : "");
  const at = Date.parse(`${found?.[0].replace(" ", "T")}${found?.groups?.zone ? "" : "Z"}`);
  return at > 0 && at <= Date.now() + MAX_AHEAD ? { at, parameters: [] } : undefined;
}
