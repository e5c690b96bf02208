/** What to do about a source that ends too early. */
export const CUT_OFF = "Its export or transfer may have been cut off. Export or transfer it again.";

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
  readonly lacksDuration?: string;
}

/** Refuses a record. */
export class RecordError extends Error {
  override readonly name = "RecordError";
  /** As in Refusal. */
  readonly kind: string;

  constructor(kind: string, detail: string) {
    super(detail);
    this.kind = kind;
  }
}

/** Refuses a curve, because nobody knows how long its episode is. */
export class DurationError extends RecordError {
  readonly guid: string;

  constructor(guid: string, detail: string) {
    super("without a duration", detail);
    this.guid = guid;
  }
}

/** Runs an action. Passes a RecordError that it throws on to `refuse`, and returns undefined then. */
export function tryOrRefuse<Result>(act: () => Result, refuse: (error: RecordError) => void): Result | undefined {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    refuse(error);
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
