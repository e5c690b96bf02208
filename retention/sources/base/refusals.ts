import { group } from "d3-array";
import { toPrintable } from "../../../lib/printable.ts";

/** What to do about a source that ends too early. */
export const CUT_OFF = "Its export or transfer may have been cut off. Export or transfer it again.";

/** What is wrong with a source in UTF-16. */
export const UTF16 = "It is in UTF-16. Save it as UTF-8.";

/** The kind of a refusal that each record of a file gets: one says it for all. */
export const TEXT_NUMBERS = "with numbers as text";

/** Why a record, a whole file or an episode was refused. */
export interface Refusal {
  /** Line where the record starts (in CSV, where the row ends), from 1; undefined if lines do not apply. */
  readonly line?: number | undefined;
  /** Category by which the summary counts, such as `not JSON`. */
  readonly kind: string;
  /** What is wrong, and what to do, in sentences. */
  readonly detail: string;
  /** The episode whose duration nobody knows, if that is what is wrong. */
  readonly lacksDuration?: string | undefined;
}

/** Refuses a record. */
export class RecordError extends Error {
  override readonly name = "RecordError";
  readonly refusal: Refusal;

  /** @param kind and the others as in Refusal */
  constructor(kind: string, detail: string, lacksDuration?: string) {
    super(detail);
    this.refusal = { kind, detail, lacksDuration };
  }
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

/** Refuses a source, or what is left of it. */
export class InputError extends Error {
  override readonly name = "InputError";
  /** Line of the fault, from 1; undefined if lines do not apply. */
  readonly line: number | undefined;

  constructor(detail: string, line?: number) {
    super(detail);
    this.line = line;
  }
}

/** Maximum number of refusals that are shown. All are counted. */
const MAX_SHOWN = 100;

/** A refusal, and the file or the episode that it is of. */
export type PlacedRefusal = Refusal & ({ readonly file: string } | { readonly episode: string });

/** Collects refusals: at least one of each kind, and at most so many that they can be read. */
export class RefusalList {
  readonly #keepsAll: boolean;
  #size = 0;
  readonly #countsByKind = new Map<string, number>();
  /** The first refusal of each kind, which is always shown. */
  readonly #firsts: PlacedRefusal[] = [];
  readonly #others: PlacedRefusal[] = [];

  /** @param keepsAll whether all of them are wanted, however many */
  constructor(keepsAll = false) {
    this.#keepsAll = keepsAll;
  }

  get size(): number {
    return this.#size;
  }

  /** Those that are kept. */
  get kept(): readonly PlacedRefusal[] {
    return [...this.#firsts, ...this.#others];
  }

  add(refusal: PlacedRefusal): void {
    const { kind } = refusal;
    const isFirst = !this.#countsByKind.has(kind);
    const kept = isFirst ? this.#firsts : this.#others;
    const isShown = kept.length < MAX_SHOWN && (isFirst || kind !== TEXT_NUMBERS);
    if (this.#keepsAll || isShown) kept.push(refusal);
    this.#size++;
    this.#countsByKind.set(kind, (this.#countsByKind.get(kind) ?? 0) + 1);
  }

  /** Formats at most 100 refusals, at least one of each kind, as lines such as `charts.jsonl:7: data is missing. …`. */
  formatLines(): string[] {
    const shown = this.kept.slice(0, MAX_SHOWN);
    const lines = [...group(shown, namePlace).values()].flatMap((refusals) =>
      refusals.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)).map(formatRefusal),
    );
    const hidden = this.#size - lines.length;
    return hidden > 0 ? [...lines, `… and ${hidden.toLocaleString("en")} more`] : lines;
  }

  /** Formats a text such as `3 refused (2 not JSON, 1 too long)`. */
  formatCount(): string {
    const kinds = [...this.#countsByKind].map(([kind, count]) => `${count.toLocaleString("en")} ${kind}`).join(", ");
    return `${this.#size.toLocaleString("en")} refused${this.#size > 0 ? ` (${kinds})` : ""}`;
  }
}

function namePlace(refusal: PlacedRefusal): string {
  return "file" in refusal ? refusal.file : `episode ${refusal.episode}`;
}

function formatRefusal(refusal: PlacedRefusal): string {
  const { line, detail } = refusal;
  return toPrintable(`${namePlace(refusal)}${line === undefined ? "" : `:${line}`}: ${detail}`);
}

/**
 * Reports a refusal without stopping the parser.
 *
 * @param keys those of the refused curve, if known
 * @param title that of its episode, if known
 */
export type Refuse = (refusal: Refusal, keys?: readonly string[], title?: string) => void;

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
      (refusal) => refuse(refusal, collectKeys(entry)),
    );
    return mapped ?? [];
  });
}
