import { escapeMarkup, formatPercent, formatTime, shorten } from "../draw/text.ts";
import type { Entry } from "./data.ts";
import type { Episode } from "./episode.ts";

/** Maximum lengths in a row. The full title of a selected episode can be unfolded beside the curves. */
const MAX_TITLE = 120;
const MAX_GUID = 64;

/** A column of the table. The page's script sorts by its key. */
interface Column {
  readonly key: string;
  readonly name: string;
  /** Returns a cell's HTML. */
  readonly format: (entry: Entry) => string;
}

/** Yields the table of all episodes row by row. It is readable without the script. */
export function* drawTable(entries: readonly Entry[]): Iterable<string> {
  const columns = computeColumns(entries);
  const heads = columns.map(({ key, name }) => `<th scope="col" role="columnheader" data-key="${key}">${name}</th>`);
  // Explicit roles: on a narrow screen, rows are laid out as cards, and some browsers then drop the table's semantics.
  yield `<table role="table" aria-labelledby="episodes">
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader" data-key="title">Episode</th>${heads.join("")}</tr></thead>
<tbody role="rowgroup">
`;
  for (const [index, entry] of entries.entries()) yield `${drawRow(entry, index, columns)}\n`;
  yield "</tbody>\n</table>\n";
}

function computeColumns(entries: readonly Entry[]): readonly Column[] {
  const dated = { key: "date", name: "Published", format: ({ episode }: Entry) => episode.date ?? "–" };
  return [
    ...(entries.some(({ episode }) => episode.date) ? [dated] : []),
    { key: "curve", name: "Curve", format: ({ sparkline }) => sparkline },
    { key: "duration", name: "Length", format: ({ episode }) => formatTime(episode.duration) },
    { key: "average", name: "Average", format: ({ episode }) => formatPercent(episode.insights.average) },
    ...(entries[0]?.episode.insights.remaining ?? []).map(({ part }, index) => ({
      key: `part-${index}`,
      name: `At\u00a0${part * 100}\u00a0%`,
      format: ({ episode }: Entry) => formatPercent(episode.insights.remaining[index]?.percentage ?? 0),
    })),
    { key: "drop", name: "Sharpest drop", format: ({ episode }) => formatDrop(episode) },
  ];
}

function formatDrop({ insights: { sharpestDrop } }: Episode): string {
  if (!sharpestDrop) return "none";
  return `−${sharpestDrop.points.toFixed(1)} <span class="at">at ${formatTime(sharpestDrop.time)}</span>`;
}

function drawRow(entry: Entry, index: number, columns: readonly Column[]): string {
  const { guid, title } = entry.episode;
  const cells = columns.map(
    ({ key, name, format }) => `<td role="cell" data-key="${key}" data-name="${name}">${format(entry)}</td>`,
  );
  const id = shorten(guid, MAX_GUID);
  const isNamed = id !== shorten(title, MAX_GUID);
  const label = `<label><input type="checkbox"><bdi>${escapeMarkup(shorten(title, MAX_TITLE))}</bdi></label>`;
  const head = isNamed ? `${label}<span class="guid"><bdi>${escapeMarkup(id)}</bdi></span>` : label;
  return `<tr role="row" data-index="${index}"><th scope="row" role="rowheader">${head}</th>${cells.join("")}</tr>`;
}
