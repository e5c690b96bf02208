import { formatRecord } from "../../lib/csv.ts";
import type { TableColumn } from "../columns.ts";
import type { Episode } from "../episode.ts";
import { joinSaid } from "../summary.ts";

/** Formats episodes as CSV, with a byte order mark, without which Excel does not read it as UTF-8. */
export function formatTable(episodes: readonly Episode[], columns: readonly TableColumn[]): string {
  const heads = ["Title", "GUID", "Source", "Proves little", "Summary", ...columns.map(({ meaning }) => meaning)];
  const rows = episodes.map((episode) => [
    ...[episode.title, episode.guid, episode.source ?? "", episode.doubt ?? "", joinSaid(episode)],
    ...columns.map(({ getValue }) => round(getValue(episode) ?? "")),
  ]);
  return `\uFEFF${[heads, ...rows].map((cells) => `${formatRecord(cells)}\r\n`).join("")}`;
}

function round(value: number | string): number | string {
  return typeof value === "number" ? Math.round(value * 100) / 100 : value;
}
