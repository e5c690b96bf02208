import { isObject } from "../../../../lib/json.ts";
import { RecordError, type Refusal } from "../records/refusals.ts";

/** Records a refusal. */
export type Refuse = (refusal: Refusal) => void;

/** Kinds of refusals that all formats share. The summary of an import counts refusals by kind. */
export const NOT_A_CURVE = "not a curve";
export const WITHOUT_CURVE = "without a curve";
export const NO_DATA = "no data";

/** The longest text that a message quotes, in characters. */
const MAX_SHOWN = 40;

/** Maps a list. An entry that throws a RecordError is refused and left out; the others stay. */
export function takeEach<Entry, Taken>(
  entries: readonly Entry[],
  take: (entry: Entry, index: number) => Taken,
  refuse: Refuse,
): Taken[] {
  return entries.flatMap((entry, index) => {
    try {
      return [take(entry, index)];
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      refuse({ kind: error.kind, detail: error.message });
      return [];
    }
  });
}

/** Shows a value in a message. Lists and objects are only named: they may be deeper than JSON.stringify can go. */
export function show(value: unknown, maxLength = MAX_SHOWN): string {
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "an object";
  if (typeof value !== "string") return value === undefined ? "nothing" : String(value);
  return JSON.stringify(value.length > maxLength ? `${value.slice(0, maxLength)}…` : value);
}
