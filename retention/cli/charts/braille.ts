import type { Chart, Point } from "../../../lib/chart.ts";
import { type Gap, splitAtGaps } from "../../report/curve/levels/gaps.ts";
import { extendToEnd, type Plane } from "../../report/curve/plane.ts";

/** A braille character has 2 by 4 dots, so the curve is finer than the grid of characters. */
export const DOT_COLUMNS = 2;
export const DOT_ROWS = 4;
const BRAILLE = 0x2800;
const EMPTY = String.fromCharCode(BRAILLE);
/** Stands where a curve lacks points, on the straight line between them. */
export const GAP = "┄";
/** Bits of a braille character's dots: left and right column, each from top to bottom (Unicode, "Braille Patterns"). */
const DOT_BITS = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
];

/** Draws a curve in braille, a text for each row. @param plane its units are dots, of which a character has 2 by 4 */
export function drawBraille(chart: Chart, gaps: readonly Gap[], plane: Plane, columns: number, rows: number): string[] {
  const lines = Array.from({ length: rows }, () => new Array<number>(columns).fill(BRAILLE));
  const parts = splitAtGaps(extendToEnd(chart), gaps).map((part) => part.map((point) => place(point, plane)));
  for (const { x, y } of parts.flatMap((part) => [...computeDots(part)])) {
    const line = lines[Math.floor(y / DOT_ROWS)];
    const column = Math.floor(x / DOT_COLUMNS);
    const bit = DOT_BITS[x % DOT_COLUMNS]?.[y % DOT_ROWS] ?? 0;
    if (line) line[column] = (line[column] ?? BRAILLE) | bit;
  }
  for (const [index, part] of parts.slice(1).entries())
    for (const { x, y } of computeCells(parts[index]?.at(-1), part[0])) {
      const line = lines[y];
      if (line) line[x] = GAP.charCodeAt(0);
    }
  return lines.map((line) =>
    String.fromCharCode(...line)
      .replaceAll(EMPTY, " ")
      .trimEnd(),
  );
}

interface Dot {
  readonly x: number;
  readonly y: number;
}

function place({ time, percentage }: Point, { x, y }: Plane): Dot {
  return { x: Math.round(x(time)), y: Math.round(y(percentage)) };
}

/** Yields the dots of steps: from each place to the right, then up or down to the next. */
function* computeDots(places: readonly Dot[]): Generator<Dot> {
  let [from] = places;
  for (const to of places) {
    from ??= to;
    for (let column = from.x; column < to.x; column++) yield { x: column, y: from.y };
    for (let row = Math.min(from.y, to.y); row <= Math.max(from.y, to.y); row++) yield { x: to.x, y: row };
    from = to;
  }
}

/** Yields the characters of a straight line between two dots, at least the one in its middle. */
function* computeCells(from: Dot | undefined, to: Dot | undefined): Generator<Dot> {
  if (!from || !to) return;
  const middle = Math.floor((from.x + to.x) / 2 / DOT_COLUMNS);
  const first = Math.min(middle, Math.ceil(from.x / DOT_COLUMNS));
  const last = Math.max(middle, Math.floor(to.x / DOT_COLUMNS) - 1);
  for (let column = first; column <= last; column++) {
    const part = Math.min(1, Math.max(0, ((column + 0.5) * DOT_COLUMNS - from.x) / Math.max(1, to.x - from.x)));
    yield { x: column, y: Math.floor((from.y + part * (to.y - from.y)) / DOT_ROWS) };
  }
}
