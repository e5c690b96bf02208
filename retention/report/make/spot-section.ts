import { group } from "d3-array";
import { formatCount } from "../../../lib/count.ts";
import { formatTime } from "../../sources/base/times.ts";
import { formatDate } from "../curve/days.ts";
import { joinLines, type Markup, markup } from "../curve/markup.ts";
import { formatPercent } from "../curve/text.ts";
import type { Episode } from "../episode/episode.ts";
import type { Spot } from "../episode/spot-figures.ts";
import type { Heading } from "./compare-episodes.ts";

/** What the columns mean. */
const TERMS = [
  "There: people, plays or views as the spot begins, and after it. Each source has its own 100 %, so don't add them, and don't add people over episodes.",
  "Gone: the part of those there before it who are not there after it, whatever the reason. Shortly before the end of an episode, those who skip count, too.",
  "Skipped: the part of those there before it who miss its second half, on average, and are there after it. Who comes and goes all the time is left out.",
  "Of spots in a row, before is before the first, and after is after the last. In brackets: where the share would be for 95 of 100 audiences like this one.",
];

type SpotRow = Spot & Pick<Episode, "title" | "date" | "youth">;

/** How cells are formatted, by the heads of their columns. */
const COLUMNS: Readonly<Record<string, (row: SpotRow) => string>> = {
  Published: ({ date }) => (date ? formatDate(date) : ""),
  Episode: ({ title }) => title,
  Spot: ({ name }) => name,
  Source: ({ source }) => source,
  Begins: ({ from }) => formatTime(from),
  Length: ({ from, to, isOpen }) => `${isOpen ? "about " : ""}${formatTime(to - from)}`,
  "There at its start": (row) => formatThere(row, row.present),
  "There after it": (row) => formatThere(row, row.after),
  Gone: ({ left }) => formatShare(left),
  "Skipped, came back": ({ skipped }) => formatShare(skipped, true),
  Note: ({ youth, whole }) => {
    const young = youth ? "Less than a week old: many are still listening" : [];
    return [young, whole === undefined ? "Shares only: the source gives no counts" : []].flat().join(". ");
  },
};

/**
 * Draws the sponsors' spots of all episodes, if there are any, folded until somebody says that the host reads them. The page's script
 * saves the terms, the heads and the rows of one name: so these have nothing that its sponsor may not know.
 */
export function drawSpots({ madeAt, isHostRead }: Heading, episodes: readonly Episode[]): Markup {
  const rows = episodes.flatMap((episode) => (episode.spots ?? []).map((spot) => ({ ...episode, ...spot })));
  if (rows.length === 0) return markup``;
  const names = [...group(rows, ({ name }) => name)].sort(([one], [other]) => one.localeCompare(other, "en"));
  const columns = Object.entries(COLUMNS);
  const day = formatDate(madeAt.toISOString().slice(0, 10));
  const first = `An estimate from platforms' curves, not audited, as of ${day}. By the podcaster's word, the host reads the spots, and all listeners hear the same.`;
  const bodies = names.map(
    ([name, own]) => markup`<tbody data-name="${name}">
<tr><th scope="rowgroup" colspan="${columns.length}">${name} <button type="button" class="as-csv">Save for a sponsor as CSV</button> <button type="button" class="as-html">as a page</button></th></tr>
${joinLines(own.map((row) => markup`<tr>${columns.map(([, format]) => markup`<td>${format(row)}</td>`)}</tr>`))}
</tbody>`,
  );
  return markup`<section class="list spots" aria-labelledby="spots">
<h2 id="spots">Sponsor spots</h2>
${isHostRead ? "" : markup`<p>Does the host read these spots, so that all listeners hear the same? Of ads that are inserted for each listener, no curve knows which was played: they have no rows.</p>\n`}<details${isHostRead ? markup` open` : ""}><summary>The host reads them: show all spots</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Table of spots"><table>
<thead><tr>${columns.map(([head]) => markup`<th scope="col">${head}</th>`)}</tr></thead>
${joinLines(bodies)}
</table></div>
<div class="terms">${[first, ...TERMS].map((term) => markup`<p>${term}</p>`)}</div>
</details>
</section>
`;
}

/** Says how many are there, and which part of 100 % they are. */
function formatThere({ whole, unit }: Spot, part: number): string {
  const share = formatPercent(100 * part);
  return whole === undefined ? share : `${formatCount(Math.round(part * whole), unit)}, ${share}`;
}

/** @param isClaim whether it may be none */
function formatShare(found: Spot["left"], isClaim = false): string {
  if (!found) return "–";
  const { share, low, high } = found;
  if (low === undefined || high === undefined) return formatPercent(100 * share);
  const most = formatPercent(100 * high);
  if (isClaim && low === 0) return `none beyond chance (at most ${most})`;
  return `${formatPercent(100 * share)} (${formatPercent(100 * low)} to ${most})`;
}
