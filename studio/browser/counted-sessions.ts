/** In the place of sources/counted-sessions.ts. Files of sessions are refused when they are read: see studio/dropped.ts. */
export class CountedSessions {
  readonly size = 0;

  async count(): Promise<void> {
    throw new RangeError("A page counts no sessions.");
  }

  markUncounted(): void {}

  addPlaces(): void {}

  async computeCharts(): Promise<void> {}
}
