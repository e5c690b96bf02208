import { formatTime } from "../../sources/base/times.ts";
import { formatPercent } from "../curve/text.ts";
import type { ChapterRow } from "../episode/chapters.ts";
import type { Over } from "./choice.ts";
import { find, make } from "./dom.ts";
import { type DrawnCurve, toPosition } from "./drawn-curve.ts";

/** Smaller parts are not worth a number. */
const LEAST = 0.005;

/** Shows an episode's chapters below its curve, each with the part of those present at its start who leave in it, or skip it. */
export function showChapters(curve: DrawnCurve | undefined, over: Over, end: number): void {
  const items = curve?.episode.chapters?.flatMap((row) => {
    const [from = 0, to = 0] = [row.time, row.end].map((time) => Math.min(1, toPosition(curve, time, over) / end));
    if (to <= from) return [];
    const item = makeChapter(row, curve);
    item.style.setProperty("--from", `${100 * from}%`);
    item.style.setProperty("--length", `${100 * (to - from)}%`);
    return [item];
  });
  const band = find("ol.chapters", HTMLOListElement);
  band.hidden = !items?.length;
  band.replaceChildren(...(items ?? []));
}

/** Only a loss that is proven is unusual: the largest of the episode. */
function isUnusual({ episode: { loss } }: DrawnCurve, { time, end }: ChapterRow): boolean {
  const middle = loss && (loss.from + loss.to) / 2;
  return middle !== undefined && middle >= time && middle < end;
}

function makeChapter(row: ChapterRow, curve: DrawnCurve): HTMLElement {
  const { title, time, end, left, skipped, usual } = row;
  const isSkipped = skipped > left;
  const [part, usually] = isSkipped ? [skipped, usual?.skipped] : [left, usual?.left];
  const write = (text: string) => (isSkipped || Number.parseFloat(text) === 0 ? text : `−${text}`);
  const beside = usually === undefined ? "" : ` (usual ${write((100 * usually).toFixed(0))})`;
  const skip = isSkipped ? " skip" : "";
  const value = part < LEAST && beside === "" ? "" : `${write(formatPercent(100 * part))}${skip}${beside}`;
  return make(
    "li",
    {
      class: isUnusual(curve, row) ? "has-loss" : "",
      title: `${title}, ${formatTime(time)} to ${formatTime(end)}: ${value}`,
    },
    make("bdi", { class: "chapter-title" }, title),
    make("span", { class: "at" }, ` ${formatTime(time)} `),
    make(
      "span",
      { class: "chapter-value" },
      ...(curve.source && value ? [make("span", { class: `letter slot-${curve.slot}` }, curve.letter), " "] : []),
      value,
    ),
  );
}
