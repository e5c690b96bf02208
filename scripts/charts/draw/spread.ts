/**
 * Moves marks to the right where they would overlap. Those that then pass the end are moved back.
 *
 * @param places in ascending order
 */
export function spread(places: readonly number[], distance: number, end: number): number[] {
  const spread: number[] = [];
  for (const place of places) spread.push(Math.max(place, (spread.at(-1) ?? Number.NEGATIVE_INFINITY) + distance));
  let limit = end;
  for (let index = spread.length - 1; index >= 0; index--) {
    spread[index] = Math.min(spread[index] ?? 0, limit);
    limit = (spread[index] ?? 0) - distance;
  }
  return spread;
}
