const HALF = 22;
const HEIGHT = 10;

/** Points at which a bar has its whole length: more are cut off, so that one episode does not flatten all others. */
const REACH = 15;

/** Draws a difference in points as a bar to the left or right of a line. The number is beside it. */
export function drawVersus(points: number): string {
  const width = Math.min(1, Math.abs(points) / REACH) * HALF;
  const x = points < 0 ? -width : 0;
  const type = points < 0 ? "versus is-less" : "versus";
  return `<svg class="${type}" viewBox="${-HALF} 0 ${2 * HALF} ${HEIGHT}" aria-hidden="true"><path d="M0,0V${HEIGHT}"/><rect x="${x.toFixed(1)}" y="2" width="${width.toFixed(1)}" height="6"/></svg>`;
}
