import type uPlot from "uplot";
import { drawLine } from "./bands.ts";
import type { DrawnCurve, Extent } from "./drawn-curve.ts";
import type { Style } from "./plot-types.ts";

/** Sizes in CSS pixels. */
const LINE_HEIGHT = 14;
const FIRST_LINE = 5;
const GAP = 8;
const MAX_WIDTH = 170;

/** No more characters fit into the place of a title: of longer ones, each word's width would be measured. */
const MAX_CHARACTERS = 200;

/** Lines above the axis for the titles of chapters that are narrower than their titles. */
const UPPER_LINES = [1, 2, 3];

/** A chapter in canvas pixels, from its start to its end. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly title: string;
}

/** Where a title is: its left and right end, and the line above the axis. */
interface Place {
  readonly text: string;
  readonly x: number;
  readonly end: number;
  readonly line: number;
}

/** Draws a line at each chapter's start, and its title: at the axis where it fits into its chapter, else above that. */
export function drawChapters(
  { ctx, bbox }: uPlot,
  { episode }: DrawnCurve,
  toX: (time: number) => number,
  size: number,
  style: Style,
): void {
  ctx.font = `${11 * size}px system-ui, sans-serif`;
  ctx.textBaseline = "alphabetic";
  ctx.textAlign = "left";
  const right = bbox.left + bbox.width;
  const chapters = episode.chapters ?? [];
  const parts = chapters.map(({ time, end, title }): Part => ({ start: toX(time), end: toX(end), title }));
  const shown = parts.filter(({ start, end }) => end > bbox.left && start < right);
  const bottom = bbox.top + bbox.height;
  for (const { start, place } of placeTitles(ctx, shown, { from: bbox.left, to: right }, size)) {
    const y = bottom - (FIRST_LINE + (place?.line ?? 0) * LINE_HEIGHT) * size;
    ctx.strokeStyle = style("--line");
    ctx.lineWidth = size;
    drawLine(ctx, [start, y - (place ? 10 : 0) * size], [start, bottom]);
    if (!place) continue;
    ctx.lineWidth = 3 * size;
    ctx.lineJoin = "round";
    ctx.strokeStyle = style("--ground");
    ctx.strokeText(place.text, place.x, y);
    ctx.fillStyle = style("--quiet");
    ctx.fillText(place.text, place.x, y);
  }
}

/** Finds a place for each title. Where there is none, the chapter has only its line at the axis. */
function placeTitles(
  ctx: CanvasRenderingContext2D,
  parts: readonly Part[],
  extent: Extent,
  size: number,
): { start: number; place: Place | undefined }[] {
  const taken: Place[] = [];
  return parts.map(({ start, end, title: whole }) => {
    const title = whole.length > MAX_CHARACTERS ? `${whole.slice(0, MAX_CHARACTERS).toWellFormed()}…` : whole;
    const from = Math.max(start, extent.from) + 4 * size;
    const room = Math.min(end, extent.to) - from - 4 * size;
    const isWide = room >= ctx.measureText(title).width || room >= MAX_WIDTH * size;
    const text = fitText(ctx, title, Math.max(room, MAX_WIDTH * size));
    const width = ctx.measureText(text).width;
    // A title at the right edge goes to the left of its chapter's start rather than over the edge.
    const x = Math.min(from, extent.to - width - 2 * size);
    const line = isWide ? 0 : UPPER_LINES.find((upper) => isFree(taken, upper, x, x + width + GAP * size));
    const place = line === undefined ? undefined : { text, x, end: x + width + GAP * size, line };
    if (place) taken.push(place);
    return { start, place };
  });
}

function isFree(taken: readonly Place[], line: number, from: number, to: number): boolean {
  return taken.every((place) => place.line !== line || place.end <= from || place.x >= to);
}

/** Cuts a text at a word's end where it is too wide, or within its only word. */
function fitText(ctx: CanvasRenderingContext2D, text: string, width: number): string {
  if (ctx.measureText(text).width <= width) return text;
  const words = text.split(" ");
  for (let count = words.length - 1; count > 0; count--) {
    const cut = `${words.slice(0, count).join(" ")}…`;
    if (ctx.measureText(cut).width <= width) return cut;
  }
  const letters = [...text.slice(0, 100)];
  while (letters.length > 1 && ctx.measureText(`${letters.join("")}…`).width > width) letters.pop();
  return `${letters.join("")}…`;
}
