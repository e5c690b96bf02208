import { type Refusal, tryOrRefuse } from "../base/refusals.ts";

/**
 * Reports a refusal without stopping the parser.
 *
 * @param keys those of the refused curve, if known
 */
export type Refuse = (refusal: Refusal, keys?: readonly string[]) => void;

/** Kinds of refusals, as the summary of an import counts them: "2 refused (1 no data, 1 not a curve)". */
export const NOT_A_CURVE = "not a curve";
export const WITHOUT_CURVE = "without a curve";
export const NO_DATA = "no data";

/**
 * Maps an array. Entries for which `map` throws a RecordError are refused and left out.
 *
 * @param collectKeys returns the keys of an entry
 */
export function mapOrRefuse<Entry, Result>(
  entries: readonly Entry[],
  map: (entry: Entry, index: number) => Result,
  refuse: Refuse,
  collectKeys: (entry: Entry) => readonly string[] = () => [],
): Result[] {
  return entries.flatMap((entry, index) => {
    const mapped = tryOrRefuse(
      () => [map(entry, index)],
      ({ kind, message }) => refuse({ kind, detail: message }, collectKeys(entry)),
    );
    return mapped ?? [];
  });
}
