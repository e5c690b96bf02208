/** Refuses a feed. */
export class FeedError extends Error {
  override readonly name = "FeedError";
  /** Line of the fault, from 1; undefined if it is not known. */
  readonly line: number | undefined;

  constructor(detail: string, line?: number) {
    super(detail);
    this.line = line;
  }
}
