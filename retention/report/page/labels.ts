/** A rectangle in CSS pixels. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What is to be written on the chart. */
export interface Label {
  readonly element: HTMLElement;
  /** Its place on the curve: the ends of a line from above, and of one from below. */
  readonly x: number;
  readonly above: number;
  readonly below: number;
  /** The passage that it is about, of which it is written on no other. */
  readonly passage: { readonly left: number; readonly right: number };
}

/** The line from a label to its place. */
export interface Line {
  readonly x: number;
  readonly from: number;
  readonly to: number;
}

/** Space around a label, and steps by which places are tried, in CSS pixels. */
const GAP = 6;
const STEP = 8;
const SHORTEST = 14;

/** A place on another passage counts as so much farther away. */
const FAR = 120;

/**
 * Puts labels beside their places, so that none covers another, a line or what is drawn: as near as possible, above rather than
 * below. The first are the most important; those without room are hidden.
 *
 * @param measure returns the highest and the lowest place of what is drawn over a part of the width
 * @returns the lines of the labels that are shown
 */
export function placeLabels(
  labels: readonly Label[],
  box: Box,
  measure: (left: number, right: number) => { readonly top: number; readonly bottom: number },
): Line[] {
  const taken: Box[] = [];
  return labels.flatMap((label) => {
    const places = listPlaces(label, box).filter(({ place, line }) => {
      const drawn = measure(place.left, place.right);
      const isClear = place.bottom + GAP <= drawn.top || place.top - GAP >= drawn.bottom;
      return isClear && isInside(place, box) && !taken.some((other) => overlap(place, other) || overlap(line, other));
    });
    const others = labels.filter((other) => other !== label).map(({ passage }) => passage);
    const rate = ({ place, distance }: (typeof places)[number]) =>
      distance + (others.some(({ left, right }) => place.left < right && place.right > left) ? FAR : 0);
    const [nearest] = places.sort((one, other) => rate(one) - rate(other));
    label.element.hidden = !nearest;
    if (!nearest) return [];
    const { place, line } = nearest;
    taken.push(place, line);
    label.element.style.left = `${place.left}px`;
    label.element.style.top = `${place.top}px`;
    return [{ x: label.x, from: line.top, to: line.bottom }];
  });
}

/** Lists places above and below, each with the line to it. */
function listPlaces({ element, x, above, below }: Label, box: Box) {
  const { offsetWidth: width, offsetHeight: height } = element;
  const count = Math.ceil((box.bottom - box.top) / STEP);
  const distances = Array.from({ length: count }, (_, index) => SHORTEST + STEP * index);
  return [x - 3, x - width / 2, x + 3 - width].flatMap((left) =>
    distances.flatMap((distance) => {
      const upper = { left, right: left + width, top: above - distance - height, bottom: above - distance };
      const lower = { left, right: left + width, top: below + distance, bottom: below + distance + height };
      return [
        { place: upper, line: { left: x, right: x, top: upper.bottom, bottom: above - 2 }, distance },
        { place: lower, line: { left: x, right: x, top: below + 2, bottom: lower.top }, distance: distance + 2 * STEP },
      ];
    }),
  );
}

function isInside(place: Box, box: Box): boolean {
  return place.left >= box.left && place.right <= box.right && place.top >= box.top && place.bottom <= box.bottom;
}

function overlap(one: Box, other: Box): boolean {
  const isBeside = one.right + GAP < other.left || one.left - GAP > other.right;
  return !isBeside && one.top < other.bottom + GAP && one.bottom > other.top - GAP;
}
