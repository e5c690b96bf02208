import { listSources, selectColumns, type TableColumn } from "../columns.ts";
import { escapeMarkup, shorten } from "../curve/text.ts";
import type { Episode } from "../episode.ts";
import { countsReplays } from "../hundred-percent.ts";
import { computeTop, drawSparkline, drawVersus } from "./tiny-pictures.ts";

/** Maximum lengths in a row. The full title of a selected episode is beside the curves. */
const MAX_TITLE = 120;
const MAX_GUID = 64;

/** Yields the table of all episodes row by row. It is readable without the script. */
export function* drawTable(episodes: readonly Episode[]): Iterable<string> {
  const columns = selectColumns(episodes);
  const top = computeTop(episodes);
  const heads = [{ key: "title", name: "Episode" }, { key: "curve", name: "Curve" }, ...columns];
  const first = ["show", "date", "title"].find((key) => heads.some((head) => head.key === key));
  // Explicit roles: on a narrow screen, rows are laid out as cards, and some browsers then drop the table's semantics.
  yield `<table role="table" aria-labelledby="episodes">
<thead role="rowgroup"><tr role="row">${heads.map(({ key, name }) => drawHead(key, name, key === first)).join("")}</tr></thead>
<tbody role="rowgroup">
`;
  const sources = new Set(episodes.map(listSources));
  const hasSources = episodes.length === 1 || sources.size > 1;
  for (const [index, episode] of episodes.entries()) yield `${drawRow(episode, index, { columns, top, hasSources })}\n`;
  yield "</tbody>\n</table>\n";
}

/** Episodes are in the order of their shows, the latest first, or without dates in that of their titles. */
function drawHead(key: string, name: string, isOrder: boolean): string {
  const sort = isOrder ? ` aria-sort="${key === "date" ? "descending" : "ascending"}"` : "";
  return `<th scope="col" role="columnheader" data-key="${key}"${sort}>${name}</th>`;
}

/** What all rows have in common. */
interface Layout {
  readonly columns: readonly TableColumn[];
  readonly top: number;
  /** Whether the sources are not the same in all rows. */
  readonly hasSources: boolean;
}

function drawRow(episode: Episode, index: number, { columns, top, hasSources }: Layout): string {
  const cells = columns.map((column) => drawCell(column.key, column.name, drawValue(column, episode)));
  const curve = drawCell("curve", "Curve", drawSparkline(episode, top));
  const unusual = episode.deviations.length > 0 ? ' class="is-unusual"' : "";
  return `<tr role="row" data-index="${index}"${unusual}><th scope="row" role="rowheader">${drawName(episode, hasSources)}</th>${curve}${cells.join("")}</tr>`;
}

/** Draws a bar beside a difference, and makes a place in the episode a link to it. */
function drawValue({ key, getValue, format, place }: TableColumn, episode: Episode): string {
  const text = escapeMarkup(format(episode));
  const value = getValue(episode);
  if (key === "usual" && typeof value === "number") return `${text}${drawVersus(value)}`;
  const from = place?.find(episode);
  if (from !== undefined) {
    const parameters = new URLSearchParams({ episode: episode.guid, at: String(Math.round(from)) });
    return `<a class="lead" href="${escapeMarkup(`#${parameters}`)}">${text}</a>`;
  }
  return text;
}

function drawCell(key: string, name: string, html: string): string {
  return `<td role="cell" data-key="${key}" data-name="${name}">${html}</td>`;
}

function drawName(episode: Episode, hasSources: boolean): string {
  const { guid, title, kind, doubt } = episode;
  const from = hasSources ? listSources(episode) : undefined;
  const id = shorten(guid, MAX_GUID);
  const marks = [
    from === undefined ? "" : escapeMarkup(from),
    countsReplays(kind) ? "counts replays" : "",
    doubt === undefined ? "" : `<strong>proves little: ${escapeMarkup(doubt)}</strong>`,
  ].filter(Boolean);
  const separator = marks.length > 0 ? " · " : "";
  const name =
    id === shorten(title, MAX_GUID) ? "" : `<span class="guid">${separator}<bdi>${escapeMarkup(id)}</bdi></span>`;
  const label = `<label><input type="checkbox"><bdi>${escapeMarkup(shorten(title, MAX_TITLE))}</bdi></label>`;
  return marks.length > 0 || name ? `${label}<span class="marks">${marks.join(" · ")}${name}</span>` : label;
}
