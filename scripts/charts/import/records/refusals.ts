/** Why a record, or with it a whole file or episode, was not taken. */
export interface Refusal {
  /** Where the record starts; none where there is no such place. */
  readonly line?: number | undefined;
  /** What is wrong, in a few words that all refusals of a kind share. */
  readonly kind: string;
  /** What is wrong with this one. */
  readonly detail: string;
}

/** A record that can't be taken. */
export class RecordError extends Error {
  override readonly name = "RecordError";
  /** What is wrong, in a few words that all errors of a kind share. */
  readonly kind: string;

  constructor(kind: string, detail: string) {
    super(detail);
    this.kind = kind;
  }
}

/** A whole source that can't be taken. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  /** Where it is wrong; none where there is no such place. */
  readonly line: number | undefined;

  constructor(detail: string, line?: number) {
    super(detail);
    this.line = line;
  }
}
