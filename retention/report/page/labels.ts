import { least } from "d3-array";

/** A rectangle in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What is to be written on the chart. */
export interface Label {
  readonly element: HTMLElement;
  /** The passage that it is about, beside which it is written: from the highest to the lowest place of the curve in it. */
  readonly passage: Box;
}

/** Space around a label, and steps by which places are tried, in CSS pixels. */
const GAP = 6;
const STEP = 8;

/** A place on the left counts as so much farther away, one below as half of it. */
const ASIDE = 16;

/**
 * Puts labels beside their passages, as near to the curve as possible, so that none covers another one, a passage or what is drawn.
 * The first are the most important. Those without room are cut short, or else hidden.
 *
 * @param taken where something is already
 * @param measure returns the highest and the lowest place of what is drawn over a part of the width
 */
export function placeLabels(
  labels: readonly Label[],
  box: Box,
  taken: readonly Box[],
  measure: (left: number, right: number) => { readonly top: number; readonly bottom: number },
): void {
  const placed = [...taken];
  const isFree = (place: Box) => {
    const drawn = measure(place.left - GAP, place.right + GAP);
    const isClear = place.bottom + GAP <= drawn.top || place.top - GAP >= drawn.bottom;
    return isClear && !placed.some((other) => overlap(place, other));
  };
  for (const { element, passage } of labels) {
    const find = () =>
      least(
        listPlaces(element, passage, box).filter(({ place }) => isFree(place)),
        ({ distance }) => distance,
      );
    let found = find();
    if (!found) {
      element.classList.add("is-short");
      found = find();
    }
    element.hidden = !found;
    if (!found) continue;
    placed.push(found.place);
    element.style.left = `${found.place.left}px`;
    element.style.top = `${found.place.top}px`;
  }
}

/** Lists the places within a box on both sides of a passage. */
function listPlaces({ offsetWidth: width, offsetHeight: height }: HTMLElement, passage: Box, box: Box) {
  const count = Math.floor((box.bottom - box.top - height) / STEP);
  const tops = Array.from({ length: Math.max(0, count) }, (_, index) => box.top + STEP * index);
  const sides = [passage.right + GAP, passage.left - GAP - width].filter(
    (left) => left >= box.left && left + width <= box.right,
  );
  return sides.flatMap((left) =>
    tops.map((top) => {
      const [above, below] = [passage.top - top - height, top - passage.bottom];
      const distance = Math.max(above, below, 0) + (left < passage.left ? ASIDE : 0) + (below > above ? ASIDE / 2 : 0);
      return { place: { left, right: left + width, top, bottom: top + height }, distance };
    }),
  );
}

function overlap(one: Box, other: Box): boolean {
  const isBeside = one.right + GAP <= other.left || one.left - GAP >= other.right;
  return !isBeside && one.top < other.bottom + GAP && one.bottom > other.top - GAP;
}
