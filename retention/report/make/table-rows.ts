import { greatest, max, rollup } from "d3-array";
import { formatDate } from "../curve/days.ts";
import { type Markup, markup } from "../curve/markup.ts";
import { isFew, tellPart } from "../curve/sentences.ts";
import { formatPercent, shorten } from "../curve/text.ts";
import { type Episode, isInAudio } from "../episode/episode.ts";
import { countsReplays } from "../episode/hundred-percent.ts";
import { tellPlace } from "../episode/loss.ts";
import { TYPE_NAMES } from "../episode/summary.ts";
import { findToldMoments, placeTold, type ToldMoment } from "../episode/told-moments.ts";
import { listSources, selectShown, type TableColumn } from "../show/columns.ts";
import { PLAIN_VERBS } from "../show/finding-words.ts";
import { quoteFrom } from "../words/moment-words.ts";

/** Maximum lengths in a row. The full title is at the head of the episode. */
const MAX_TITLE = 120;
const MAX_QUOTE = 70;

/** Yields the table of all episodes row by row. It is readable without the script. */
export function* drawTable(episodes: readonly Episode[]): Iterable<Markup> {
  const told = new Map(episodes.map((each) => [each, findToldMoments(each)]));
  const columns = selectShown(episodes, (episode) => max(told.get(episode) ?? [], ({ share }) => share));
  const heads = [{ key: "title", name: "Episode" }, ...columns];
  const first = ["show", "date", "title"].find((key) => heads.some((head) => head.key === key));
  // Explicit roles: on a narrow screen, rows are laid out as cards, and some browsers then drop the table's semantics.
  yield markup`<table role="table" aria-labelledby="episodes">
<thead role="rowgroup"><tr role="row">${heads.map(({ key, name }) => drawHead(key, name, key === first))}</tr></thead>
<tbody role="rowgroup">
`;
  // Those of most episodes need not be said in each row.
  const counts = rollup(episodes, ({ length }) => length, listSources);
  const most = episodes.length > 1 ? greatest(counts, ([, count]) => count)?.[0] : undefined;
  const year = episodes.find(({ date }) => date !== undefined)?.date?.slice(0, 4);
  for (const [index, episode] of episodes.entries()) {
    const cells = columns.map((column) =>
      drawCell(column, episode, drawValue(column, episode, told.get(episode), year)),
    );
    const unusual = episode.deviations.length > 0 ? markup` class="is-unusual"` : "";
    yield markup`<tr role="row" data-index="${index}"${unusual}><th scope="row" role="rowheader">${drawName(episode, most)}</th>${cells}</tr>\n`;
  }
  yield markup`</tbody>\n</table>\n`;
}

/** Episodes are in the order of their shows, the latest first, or without dates in that of their titles. */
function drawHead(key: string, name: string, isOrder: boolean): Markup {
  const sort = isOrder ? markup` aria-sort="${key === "date" ? "descending" : "ascending"}"` : "";
  return markup`<th scope="col" role="columnheader" data-key="${key}"${sort}>${name}</th>`;
}

/** The page sorts moments by what is told, which it does not compute anew. */
function drawCell({ key, name, getValue }: TableColumn, episode: Episode, content: Markup): Markup {
  const share = key === "moment" ? getValue(episode) : undefined;
  const value = share === undefined ? "" : markup` data-share="${share}"`;
  return markup`<td role="cell" data-key="${key}" data-name="${name}"${value}>${content}</td>`;
}

/** A date is without its year if that is the latest episode's. */
function drawValue(
  { key, format }: TableColumn,
  episode: Episode,
  moments: readonly ToldMoment[] = [],
  year?: string,
): Markup {
  if (key === "date" && episode.date !== undefined) return markup`${formatDate(episode.date, year)}`;
  if (key === "moment") return markup`${moments.map((moment) => drawMoment(moment, episode))}`;
  const text = format(episode);
  return key === "usual" && text.startsWith("−") ? markup`<span class="less">${text}</span>` : markup`${text}`;
}

/** Draws what listeners do at a moment, as a link to it, and what is said there. */
function drawMoment(moment: ToldMoment, { guid }: Episode): Markup {
  const { kind, share, people, words, source, audio } = moment;
  const parameters = new URLSearchParams({ episode: guid, at: String(Math.round(placeTold(moment).from)) });
  const link = markup`<a class="lead is-${kind}" href="#${parameters.toString()}">${people ? tellPart(share, people.of, people.unit) : formatPercent(100 * share)} ${PLAIN_VERBS[kind]} ${tellPlace(moment, 30)}</a>`;
  const who =
    people && !isFew(people.of) ? ` ${people.count.toLocaleString("en")} of ${people.of.toLocaleString("en")}` : "";
  const only = audio && !isInAudio(audio) ? ", only in the video" : "";
  const where = source === undefined ? "" : ` ${source}${only}`;
  const quoted = words ? markup`<q dir="auto">${quoteFrom(words, MAX_QUOTE)}</q>` : "";
  return markup`<span class="moment">${link}<small>${where}${who}</small>${quoted}</span>`;
}

function drawName(episode: Episode, usualSources: string | undefined): Markup {
  const { guid, title, kind, type, doubt } = episode;
  const sources = listSources(episode);
  const from = sources === usualSources ? undefined : sources;
  const shown = shorten(title, MAX_TITLE);
  const marks = [
    from ?? "",
    type ? TYPE_NAMES[type] : "",
    countsReplays(kind) ? "counts replays" : "",
    doubt === undefined ? "" : markup`<strong>proves little: ${doubt}</strong>`,
  ].filter(Boolean);
  const listed = marks.flatMap((mark, index) => (index > 0 ? [" · ", mark] : mark));
  const label = markup`<span class="name"><input type="checkbox" aria-label="Compare ${shown}"><a class="lead" href="#${new URLSearchParams({ episode: guid }).toString()}"><bdi>${shown}</bdi></a></span>`;
  return marks.length > 0 ? markup`${label}<span class="marks">${listed}</span>` : label;
}
