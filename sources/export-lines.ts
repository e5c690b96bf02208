import { MalformedItemError } from "../lib/episode/counts.ts";
import type { StoredCurve } from "../lib/episode/curves.ts";
import { composeExported, listExported, type Scope } from "../lib/episode/exported-curve.ts";
import type { Item } from "../lib/item.ts";
import type { JsonObject } from "../lib/json.ts";
import { toPrintableJson } from "../lib/printable.ts";
import { readCurve } from "./loaded-episode.ts";

/** A line of an export with its line break, or what is wrong with the curve or the item. */
export type ExportedLine =
  | { readonly record: JsonObject; readonly line: string; readonly hasCurve: boolean }
  | { readonly problem: string };

/** Composes the lines of an export for an item: one for each curve, or one for an episode without a curve. */
export function exportItem(item: Item, scope: Scope): ExportedLine[] {
  const exported = tryOrNameProblem(() => listExported(item, scope), "");
  if ("problem" in exported) return [exported];
  return exported.map((curve) => exportCurve(item, curve, scope));
}

function exportCurve(item: Item, curve: StoredCurve | undefined, scope: Scope): ExportedLine {
  const read = curve && readCurve(curve);
  if (read && "reason" in read) return { problem: `${item.guid}: ${read.reason}` };
  return tryOrNameProblem(() => {
    const record = composeExported(item, curve, read?.chart, scope);
    return { record, line: `${toPrintableJson(record)}\n`, hasCurve: curve !== undefined };
  }, " Import the chart again.");
}

function tryOrNameProblem<Result>(compose: () => Result, wayOut: string): Result | { readonly problem: string } {
  try {
    return compose();
  } catch (error) {
    if (error instanceof MalformedItemError) return { problem: `${error.message}${wayOut}` };
    throw error;
  }
}
