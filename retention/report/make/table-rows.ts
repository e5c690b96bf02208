import { type Markup, markup } from "../curve/markup.ts";
import { shorten } from "../curve/text.ts";
import type { Episode } from "../episode/episode.ts";
import { countsReplays } from "../episode/hundred-percent.ts";
import { listSources, selectColumns, type TableColumn } from "../show/columns.ts";
import { computeTop, drawSparkline, drawVersus } from "./tiny-pictures.ts";

/** Maximum lengths in a row. The full title of a selected episode is beside the curves. */
const MAX_TITLE = 120;
const MAX_GUID = 64;

/** Yields the table of all episodes row by row. It is readable without the script. */
export function* drawTable(episodes: readonly Episode[]): Iterable<Markup> {
  const columns = selectColumns(episodes);
  const top = computeTop(episodes);
  const heads = [{ key: "title", name: "Episode" }, { key: "curve", name: "Curve" }, ...columns];
  const first = ["show", "date", "title"].find((key) => heads.some((head) => head.key === key));
  // Explicit roles: on a narrow screen, rows are laid out as cards, and some browsers then drop the table's semantics.
  yield markup`<table role="table" aria-labelledby="episodes">
<thead role="rowgroup"><tr role="row">${heads.map(({ key, name }) => drawHead(key, name, key === first))}</tr></thead>
<tbody role="rowgroup">
`;
  const sources = new Set(episodes.map(listSources));
  const hasSources = episodes.length === 1 || sources.size > 1;
  for (const [index, episode] of episodes.entries())
    yield markup`${drawRow(episode, index, { columns, top, hasSources })}\n`;
  yield markup`</tbody>\n</table>\n`;
}

/** Episodes are in the order of their shows, the latest first, or without dates in that of their titles. */
function drawHead(key: string, name: string, isOrder: boolean): Markup {
  const sort = isOrder ? markup` aria-sort="${key === "date" ? "descending" : "ascending"}"` : "";
  return markup`<th scope="col" role="columnheader" data-key="${key}"${sort}>${name}</th>`;
}

/** What all rows have in common. */
interface Layout {
  readonly columns: readonly TableColumn[];
  readonly top: number;
  /** Whether the sources are not the same in all rows. */
  readonly hasSources: boolean;
}

function drawRow(episode: Episode, index: number, { columns, top, hasSources }: Layout): Markup {
  const cells = columns.map((column) => drawCell(column.key, column.name, drawValue(column, episode)));
  const curve = drawCell("curve", "Curve", drawSparkline(episode, top));
  const unusual = episode.deviations.length > 0 ? markup` class="is-unusual"` : "";
  return markup`<tr role="row" data-index="${index}"${unusual}><th scope="row" role="rowheader">${drawName(episode, hasSources)}</th>${curve}${cells}</tr>`;
}

/** Draws a bar beside a difference, and makes a place in the episode a link to it. */
function drawValue({ key, getValue, format, place }: TableColumn, episode: Episode): Markup {
  const text = format(episode);
  const value = getValue(episode);
  if (key === "usual" && typeof value === "number") return markup`${text}${drawVersus(value)}`;
  const from = place?.find(episode);
  if (from !== undefined) {
    const parameters = new URLSearchParams({ episode: episode.guid, at: String(Math.round(from)) });
    return markup`<a class="lead" href="#${parameters.toString()}">${text}</a>`;
  }
  return markup`${text}`;
}

function drawCell(key: string, name: string, content: Markup): Markup {
  return markup`<td role="cell" data-key="${key}" data-name="${name}">${content}</td>`;
}

function drawName(episode: Episode, hasSources: boolean): Markup {
  const { guid, title, kind, doubt } = episode;
  const from = hasSources ? listSources(episode) : undefined;
  const id = shorten(guid, MAX_GUID);
  const marks = [
    from ?? "",
    countsReplays(kind) ? "counts replays" : "",
    doubt === undefined ? "" : markup`<strong>proves little: ${doubt}</strong>`,
  ].filter(Boolean);
  const listed = marks.flatMap((mark, index) => (index > 0 ? [" · ", mark] : mark));
  const separator = marks.length > 0 ? " · " : "";
  const name = id === shorten(title, MAX_GUID) ? "" : markup`<span class="guid">${separator}<bdi>${id}</bdi></span>`;
  const label = markup`<label><input type="checkbox"><bdi>${shorten(title, MAX_TITLE)}</bdi></label>`;
  return marks.length > 0 || name ? markup`${label}<span class="marks">${listed}${name}</span>` : label;
}
