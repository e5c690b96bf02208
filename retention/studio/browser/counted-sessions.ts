/**
 * In the place of sources/counted-sessions.ts. Files of sessions are larger than a page can hold, and are refused when they are read:
 * see studio/dropped.ts.
 */
export class CountedSessions {
  readonly size = 0;

  // biome-ignore lint/complexity/noUselessConstructor: It takes what the other takes.
  constructor(..._: readonly unknown[]) {}

  async count(..._: readonly unknown[]): Promise<void> {
    throw new RangeError("A page counts no sessions.");
  }

  markUncounted(_file: string): void {}

  addPlaces(): void {}

  async computeCharts(..._: readonly unknown[]): Promise<void> {}
}
