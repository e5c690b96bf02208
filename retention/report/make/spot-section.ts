import { group } from "d3-array";
import { formatCount } from "../../../lib/count.ts";
import { formatTime } from "../../sources/base/times.ts";
import { formatDate } from "../curve/days.ts";
import { joinLines, Markup, markup } from "../curve/markup.ts";
import { formatPercent } from "../curve/text.ts";
import type { Episode } from "../episode/episode.ts";
import type { Spot } from "../episode/spot-figures.ts";
import type { Heading } from "./compare-episodes.ts";

const QUESTION = markup`<p>Does the host read these spots, so that all listeners hear the same? Of ads that are inserted for each listener, no curve knows which was played: they have no rows.</p>
`;

/** What the columns mean. */
const TERMS = [
  "There: people, plays or views as the spot begins, and after it. Each source has its own 100 %, so don't add them, and don't add people over episodes.",
  "Gone: the part of those there before it who are not there after it, whatever the reason. Shortly before the end of an episode, those who skip count, too.",
  "Skipped: the part of those there before it who miss its second half, on average, and are there after it. Who comes and goes all the time is left out.",
  "Of spots in a row, before is before the first, and after is after the last. In brackets: where the share would be for 95 of 100 audiences like this one.",
];

const HEADS = [
  ...["Published", "Episode", "Spot", "Source", "Begins", "Length", "There at its start", "There after it"],
  ...["Gone", "Skipped, came back", "Note"],
];

/**
 * Draws the sponsors' spots of all episodes, if there are any, folded until somebody says that the host reads them. The page's script
 * saves the terms, the heads and the rows of one name: so these have nothing that its sponsor may not know.
 */
export function drawSpots({ madeAt, isHostRead }: Heading, episodes: readonly Episode[]): Markup {
  const rows = episodes.flatMap((episode) => (episode.spots ?? []).map((spot) => ({ spot, episode })));
  if (rows.length === 0) return markup``;
  const names = [...group(rows, ({ spot }) => spot.name)].sort(([one], [other]) => one.localeCompare(other, "en"));
  const day = formatDate(madeAt.toISOString().slice(0, 10));
  const first = `An estimate from platforms' curves, not audited, as of ${day}. By the podcaster's word, the host reads the spots, and all listeners hear the same.`;
  return markup`<section class="list spots" aria-labelledby="spots">
<h2 id="spots">Sponsor spots</h2>
${isHostRead ? "" : QUESTION}<details${isHostRead ? new Markup(" open") : ""}><summary>The host reads them: show all spots</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Table of spots"><table>
<thead><tr>${HEADS.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
${joinLines(names.map(([name, own]) => drawSponsor(name, own)))}
</table></div>
<div class="terms">${[first, ...TERMS].map((term) => markup`<p>${term}</p>`)}</div>
</details>
</section>
`;
}

interface SpotRow {
  readonly spot: Spot;
  readonly episode: Pick<Episode, "title" | "date" | "youth">;
}

function drawSponsor(name: string, rows: readonly SpotRow[]): Markup {
  const body = rows.map((row) => markup`<tr>${formatSpot(row).map((cell) => markup`<td>${cell}</td>`)}</tr>`);
  return markup`<tbody data-name="${name}">
<tr><th scope="rowgroup" colspan="${HEADS.length}">${name} <button type="button" class="as-csv">Save for a sponsor as CSV</button> <button type="button" class="as-page">as a page</button></th></tr>
${joinLines(body)}
</tbody>`;
}

/** Formats the cells of a row. */
export function formatSpot({ spot, episode: { title, date, youth } }: SpotRow): string[] {
  const { name, source, unit, from, to, isOpen, present, after, whole, left, skipped } = spot;
  const count = (part: number) => {
    const share = formatPercent(100 * part);
    return whole === undefined ? share : `${formatCount(Math.round(part * whole), unit)}, ${share}`;
  };
  const notes = [
    youth ? "Less than a week old: many are still listening" : [],
    whole === undefined ? "Shares only: the source gives no counts" : [],
  ].flat();
  return [
    ...[date ? formatDate(date) : "", title, name, source, formatTime(from)],
    ...[`${isOpen ? "about " : ""}${formatTime(to - from)}`, count(present), count(after)],
    ...[formatShare(left), formatShare(skipped, true), notes.join(". ")],
  ];
}

/** @param isClaim whether it may be none */
function formatShare(found: Spot["left"], isClaim = false): string {
  if (!found) return "–";
  const { share, low, high } = found;
  if (low === undefined || high === undefined) return formatPercent(100 * share);
  const [least, most] = [formatPercent(100 * low), formatPercent(100 * high)];
  return isClaim && low === 0
    ? `none beyond chance (at most ${most})`
    : `${formatPercent(100 * share)} (${least} to ${most})`;
}
