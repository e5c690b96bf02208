/** Work in steps, between which whoever does it may pause, or stop. */
export type Stepwise<Result> = Generator<void, Result>;

/** Does all steps at once. */
export function finish<Result>(work: Stepwise<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
