import { describeMember } from "../../lib/describe.ts";
import { packCounts } from "../../lib/episode/counts.ts";
import type { Provenance } from "../../lib/episode/item.ts";
import type { JsonObject } from "../../lib/json.ts";
import { RecordError } from "./input/refusals.ts";

const KIND = "not a chart";

/** Length of the longest name of a source. */
const MAX_SOURCE = 100;

/** Thirty days of seconds, the longest duration that an import takes. */
const MAX_COUNTS = 30 * 86_400;

const MAX_COUNT = 2 ** 32 - 1;

/** Matches the name of a window of the collector. */
const WINDOW = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/**
 * Parses what a record says of a chart besides its curve, as `charts export` prints it. All of it is optional.
 *
 * @throws RecordError if a member is malformed, or if the members contradict each other
 */
export function parseProvenance({ source, listeners, counts, drawnListeners, countedUntil }: JsonObject): Provenance {
  const known = {
    source: parseSource(source),
    ...parseNumber("listeners", listeners),
    ...(counts !== undefined && { counts: parseCounts(counts, listeners) }),
    ...parseNumber("drawnListeners", drawnListeners),
    ...(countedUntil !== undefined && { countedUntil: parseWindow(countedUntil) }),
  };
  const { listeners: all = 0, drawnListeners: drawn = 0 } = known;
  // The collector would not draw the chart again until so many have listened.
  if (drawn > all)
    throw new RecordError(KIND, describeMember("drawnListeners", `at most ${all}, the listeners`, drawnListeners));
  if (known.counts || (drawnListeners === undefined && countedUntil === undefined)) return known;
  throw new RecordError(
    KIND,
    "counts is missing. What the collector counted is of no use without it. Export it again.",
  );
}

function parseSource(value: unknown): string {
  if (value === undefined) return "own";
  if (typeof value === "string" && value !== "" && value.length <= MAX_SOURCE) return value;
  throw new RecordError(KIND, describeMember("source", `a string of 1 to ${MAX_SOURCE} characters`, value));
}

function parseNumber<Name extends string>(name: Name, value: unknown): { readonly [name in Name]?: number } {
  if (value === undefined) return {};
  if (Number.isSafeInteger(value) && Number(value) >= 0)
    return { [name]: value } as { readonly [name in Name]?: number };
  throw new RecordError(KIND, describeMember(name, "a whole number of 0 or more", value));
}

/** Each listener counts once in a second, so no second has more listeners than the chart. */
function parseCounts(value: unknown, listeners: unknown): Uint8Array {
  const isList = Array.isArray(value) && value.length <= MAX_COUNTS;
  if (!isList || !value.every((count) => Number.isInteger(count) && count >= 0 && count <= MAX_COUNT))
    throw new RecordError(KIND, describeMember("counts", "an array of the listeners of each second", value));
  const most = value.reduce((max, count) => Math.max(max, count), 0);
  if (most <= Number(listeners)) return packCounts(Uint32Array.from(value));
  throw new RecordError(KIND, describeMember("listeners", `at least ${most}, the highest of counts`, listeners));
}

/** A window in the future would keep the collector from counting until then. */
function parseWindow(value: unknown): string {
  if (typeof value === "string" && WINDOW.test(value) && Date.parse(value) <= Date.now()) return value;
  const expected = "the end of a window that is over, such as 2026-11-22T00:00:00Z";
  throw new RecordError(KIND, describeMember("countedUntil", expected, value));
}
