import { formatRecord } from "../../sources/base/csv-record.ts";
import type { Episode } from "../episode/episode.ts";
import { countsReplays } from "../episode/hundred-percent.ts";
import { joinSaid } from "../episode/summary.ts";
import { listSources, type TableColumn } from "../show/columns.ts";

/** Formats episodes as CSV. */
export function formatTable(episodes: readonly Episode[], columns: readonly TableColumn[]): string {
  const heads = [
    "Title",
    "GUID",
    "Source",
    "Counts replays",
    "Proves little",
    "Summary",
    ...columns.flatMap(({ meaning, place }) => (place ? [meaning, place.meaning] : [meaning])),
  ];
  const rows = episodes.map((episode) => [
    ...[
      episode.title,
      episode.guid,
      listSources(episode) ?? "",
      countsReplays(episode.kind) ? "yes" : "",
      episode.doubt ?? "",
      joinSaid(episode),
    ],
    ...columns
      .flatMap(({ getValue, place }) => [getValue(episode), ...(place ? [place.find(episode)] : [])])
      .map((value = "") => round(value)),
  ]);
  return formatRows([heads, ...rows]);
}

/** Formats rows as CSV, with a byte order mark, without which Excel does not read it as UTF-8. */
export function formatRows(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((cells) => `${formatRecord(cells)}\r\n`).join("")}`;
}

function round(value: number | string): number | string {
  return typeof value === "number" ? Math.round(value * 100) / 100 : value;
}
