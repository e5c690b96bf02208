import type { RefusalCode } from "./codes.ts";
import { type CurvePlace, createFact, type Fact, type FactArguments, sayProblem } from "./facts.ts";

/** Why a record, a whole file or an episode was refused. In CSV, its line is the one where the row ends. */
export type Refusal = Fact<RefusalCode>;

/** A refusal, and the file or the episode that it is of. */
export type PlacedRefusal = Refusal & ({ readonly file: string } | { readonly episode: string });

/** Takes refusals. */
export interface Refusals {
  add(refusal: PlacedRefusal): void;
}

abstract class RefusalError<C extends RefusalCode> extends Error {
  readonly refusal: Refusal;

  constructor(...fact: FactArguments<C>) {
    const refusal: Refusal = createFact(...fact);
    super(sayProblem(refusal.problem));
    this.refusal = refusal;
  }
}

/** Refuses a record. */
export class RecordError<C extends RefusalCode = RefusalCode> extends RefusalError<C> {
  override readonly name = "RecordError";
}

/** Refuses a source, or what is left of it. */
export class InputError<C extends RefusalCode = RefusalCode> extends RefusalError<C> {
  override readonly name: string = "InputError";
}

/** Runs an action. If it throws a RecordError, calls `refuse`, and returns undefined. */
export function tryOrRefuse<Result>(act: () => Result, refuse: (refusal: Refusal) => void): Result | undefined {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    refuse(error.refusal);
    return undefined;
  }
}

/** Says in a refusal which curve it is of. */
export function refuseCurve(
  { line, path, keys, title, guid }: CurvePlace & { readonly line?: number | undefined },
  refusal: Refusal,
): Refusal {
  return { ...(line !== undefined && { line }), ...refusal, of: { path, keys, title, guid } };
}

/** Reports a refusal without stopping the parser. */
export type Refuse = (refusal: Refusal) => void;

/**
 * Maps an array. Entries for which `map` throws a RecordError are refused and left out.
 *
 * @param findPlace tells of which curve the refusal of an entry is
 */
export function mapOrRefuse<Entry, Result>(
  entries: readonly Entry[],
  map: (entry: Entry, index: number) => Result,
  refuse: Refuse,
  findPlace?: (entry: Entry) => CurvePlace & { readonly line?: number | undefined },
): Result[] {
  return entries.flatMap((entry, index) => {
    const mapped = tryOrRefuse(
      () => [map(entry, index)],
      (refusal) => refuse(findPlace ? refuseCurve(findPlace(entry), refusal) : refusal),
    );
    return mapped ?? [];
  });
}
