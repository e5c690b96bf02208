import { formatCount } from "../../../lib/count.ts";
import { formatRecord } from "../../sources/base/csv-record.ts";
import { formatTime } from "../../sources/base/times.ts";
import { formatDate } from "../curve/days.ts";
import { joinLines, type Markup, markup } from "../curve/markup.ts";
import { formatPercent } from "../curve/text.ts";
import type { Episode } from "../episode/episode.ts";
import type { Spot, SpotShare } from "../episode/spot-figures.ts";

/** A spot with its episode. */
export interface Spotted {
  readonly spot: Spot;
  readonly episode: Pick<Episode, "title" | "date" | "youth">;
}

/** What all that is saved begins with: it is saved only once somebody has said who reads the spots. */
export function describeSpots(day: string): string {
  return `An estimate from platforms' curves, not audited, as of ${day}. By the podcaster's word, the host reads the spots, and all listeners hear the same.`;
}

/** What the columns mean. */
export const SPOT_TERMS = [
  "There: people, plays or views as the spot begins, and after it. Each source has its own 100 %, so don't add them, and don't add people over episodes.",
  "Gone: the part of those there before it who are not there after it, whatever the reason. Shortly before the end of an episode, those who skip count, too.",
  "Skipped: the part of those there before it who miss its second half, on average, and are there after it. Who comes and goes all the time is left out.",
  "Of spots in a row, before is before the first, and after is after the last. In brackets: where the share would be for 95 of 100 audiences like this one.",
];

export const SPOT_HEADS = [
  ...["Published", "Episode", "Spot", "Source", "Begins", "Length", "There at its begin", "There after it"],
  ...["Gone", "Skipped, came back", "Note"],
];

/** Formats the cells of a row. */
export function formatSpot({ spot, episode: { title, date, youth } }: Spotted): string[] {
  const { name, source, unit, from, to, isOpen, present, after, whole, left, skipped } = spot;
  const count = (part: number) => {
    const share = formatPercent(100 * part);
    return whole === undefined ? share : `${formatCount(Math.round(part * whole), unit)}, ${share}`;
  };
  const notes = [
    youth ? "Less than a week old: many are still listening" : [],
    whole === undefined ? "Shares only: nobody knows of how many" : [],
  ].flat();
  return [
    ...[date ? formatDate(date) : "", title, name, source, formatTime(from)],
    ...[`${isOpen ? "about " : ""}${formatTime(to - from)}`, count(present), count(after)],
    ...[formatShare(left), formatShare(skipped, true), notes.join(". ")],
  ];
}

/** @param isClaim whether it may be none */
function formatShare(found: SpotShare | undefined, isClaim = false): string {
  if (!found) return "–";
  const { low, high } = found;
  const share = formatPercent(100 * found.share);
  if (low === undefined || high === undefined) return share;
  const most = formatPercent(100 * high);
  return isClaim && low === 0
    ? `none beyond chance (at most ${most})`
    : `${share} (${formatPercent(100 * low)} to ${most})`;
}

/** Formats rows as CSV, below what they are. The mark at its beginning is for Excel. */
export function formatSpotTable(first: string, rows: readonly Spotted[]): string {
  return `\uFEFF${[[first], SPOT_HEADS, ...rows.map(formatSpot)].map((cells) => `${formatRecord(cells)}\r\n`).join("")}`;
}

/** Draws a page for one sponsor: these rows, and nothing else. It has no script, and requests nothing. */
export function drawSponsorPage(first: string, rows: readonly Spotted[]): Markup {
  const name = rows[0]?.spot.name ?? "";
  const body = rows.map((row) => markup`<tr>${formatSpot(row).map((cell) => markup`<td>${cell}</td>`)}</tr>`);
  return markup`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${name}</title>
<style>body { font: 1rem/1.5 system-ui; margin: 2rem } td, th { padding: 0.3rem 0.6rem; text-align: left }</style>
<p>${first}</p>
<h1>${name}</h1>
<table>
<tr>${SPOT_HEADS.map((head) => markup`<th>${head}</th>`)}</tr>
${joinLines(body)}
</table>
${joinLines(SPOT_TERMS.map((term) => markup`<p>${term}</p>`))}
`;
}
