import { type Refusal, tryOrRefuse } from "../input/refusals.ts";

/** Reports a refusal without stopping the parser. */
export type Refuse = (refusal: Refusal) => void;

/** Kinds of refusals, as the summary of an import counts them: "2 refused (1 no data, 1 not a curve)". */
export const NOT_A_CURVE = "not a curve";
export const WITHOUT_CURVE = "without a curve";
export const NO_DATA = "no data";

/** Maps an array. Entries for which `map` throws a RecordError are refused and left out. */
export function mapOrRefuse<Entry, Result>(
  entries: readonly Entry[],
  map: (entry: Entry, index: number) => Result,
  refuse: Refuse,
): Result[] {
  return entries.flatMap((entry, index) => {
    const mapped = tryOrRefuse(
      () => [map(entry, index)],
      ({ kind, message }) => refuse({ kind, detail: message }),
    );
    return mapped ?? [];
  });
}
