/** Where a sponsor's spot is in an episode, in seconds. */
export interface SpotPlace {
  readonly guid: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Whether nobody knows where it ends: it was found by what is said. */
  readonly isOpen?: true;
}

/** Merges lists of spots: those of an earlier list override what they overlap. */
export function mergeSpots(lists: readonly (readonly SpotPlace[])[]): SpotPlace[] {
  const taken: SpotPlace[] = [];
  for (const list of lists) {
    const isFree = ({ guid, from, to }: SpotPlace) =>
      taken.every((other) => guid !== other.guid || from >= other.to || to <= other.from);
    taken.push(...list.filter(isFree));
  }
  return taken;
}
