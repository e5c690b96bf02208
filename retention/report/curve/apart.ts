/** Marks that touch each other, and are moved together. */
interface Group {
  /** Sum of the places that the marks would have if each stood alone, less what is before it in the group. */
  readonly sum: number;
  readonly size: number;
}

/**
 * Moves marks apart where they would overlap, each as little as possible: by least squares, with the algorithm for
 * isotonic regression of pooled adjacent violators (Ayer and others 1955).
 *
 * @param places in ascending order
 * @param distance smallest distance of two marks
 */
export function moveApart(places: readonly number[], distance: number): number[] {
  const groups: Group[] = [];
  for (const place of places) {
    let group: Group = { sum: place, size: 1 };
    for (let last = groups.at(-1); last && getEnd(last, distance) > getStart(group); last = groups.at(-1)) {
      groups.pop();
      group = { sum: last.sum + group.sum - group.size * last.size * distance, size: last.size + group.size };
    }
    groups.push(group);
  }
  return groups.flatMap((group) => {
    return Array.from({ length: group.size }, (_, index) => getStart(group) + index * distance);
  });
}

function getStart({ sum, size }: Group): number {
  return sum / size;
}

/** Returns where the next mark could be. */
function getEnd(group: Group, distance: number): number {
  return getStart(group) + group.size * distance;
}
