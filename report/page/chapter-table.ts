import type { ChapterRow } from "../chapters.ts";
import { formatPercent, formatTime } from "../curve/text.ts";
import { LEAST } from "./chapter-strip.ts";
import { find, make, makeTable } from "./dom.ts";
import { type DrawnCurve, getLetter } from "./drawn-curve.ts";

/** Lists the chapters of the leading episode: how many are present at the start, skip it, and drop off in it. */
export function listChapters(lead: DrawnCurve): void {
  const { chapters: rows = [] } = lead.episode;
  find(".chapters-part", HTMLElement).hidden = rows.length === 0;
  find(".chapters-name", HTMLElement).textContent = `Chapters of ${getLetter(lead)}`;
  const hasUsual = rows.some(({ usual }) => usual);
  const names = ["Chapter", "At", "There at start", "Skipped", "Dropped off"];
  const heads = names.flatMap((name, index) => [
    make("th", { scope: "col" }, name),
    ...(hasUsual && index > 1 ? [make("th", { scope: "col", class: "usual" }, "usual")] : []),
  ]);
  const table = find(".chapters", HTMLTableElement);
  table.classList.toggle("has-usual", hasUsual);
  table.replaceChildren(
    ...makeTable(
      heads,
      rows.map((row) => makeRow(row, hasUsual)),
    ),
  );
}

function makeRow({ title, time, present, skipped, left, usual }: ChapterRow, hasUsual: boolean): HTMLElement {
  const values = [
    [formatPercent(present), usual && formatPercent(usual.present)],
    [formatPart(skipped), usual && formatPart(usual.skipped)],
    [formatPart(left), usual && formatPart(usual.left)],
  ];
  const cells = values.flatMap(([value = "", usually = "–"]) => [
    make("td", {}, value),
    ...(hasUsual ? [make("td", { class: "usual" }, usually)] : []),
  ]);
  const name = make("th", { scope: "row" }, make("bdi", {}, title));
  return make("tr", {}, name, make("td", { class: "at" }, formatTime(time)), ...cells);
}

function formatPart(part: number): string {
  return part < LEAST ? "–" : formatPercent(100 * part);
}
