import type { Column } from "../columns.ts";
import type { Episode } from "../episode.ts";

const SPECIAL = /[",;\t\r\n]/;

/** Characters with which a spreadsheet's formula begins (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** Formats episodes as CSV (RFC 4180), with a byte order mark, without which Excel does not read it as UTF-8. */
export function formatTable(episodes: readonly Episode[], columns: readonly Column[]): string {
  const heads = ["Title", "GUID", "Source", "Proves little", "Summary", ...columns.map(({ meaning }) => meaning)];
  const rows = episodes.map((episode) => [
    ...[episode.title, episode.guid, episode.source ?? "", episode.doubt ?? "", episode.summary].map(disarm),
    ...columns.map(({ getValue }) => formatValue(getValue(episode))),
  ]);
  return `\uFEFF${[heads, ...rows].map((cells) => `${cells.map(quote).join(",")}\r\n`).join("")}`;
}

/** Keeps a spreadsheet from running a title of somebody else's feed as a formula. */
function disarm(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function formatValue(value: number | string | undefined): string {
  return typeof value === "number" ? String(Math.round(value * 100) / 100) : (value ?? "");
}

function quote(cell: string): string {
  return SPECIAL.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
