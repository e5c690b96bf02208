import { gunzipSync } from "node:zlib";
import { vi } from "vitest";
import { findCurve, listCurves } from "../../../lib/episode/curves.ts";
import type { Outcome } from "../../../tests/support/process.ts";
import { readChartItem } from "../../../tests/support/tables.ts";
import type { Fact } from "../../sources/base/facts.ts";
import type { PlacedRefusal } from "../../sources/base/refusals.ts";
import { runCommand } from "./command.ts";

/** The result of a command, with the facts that it tells in its words. */
export interface FactualOutcome extends Outcome {
  readonly refusals: readonly PlacedRefusal[];
  readonly hints: readonly Fact[];
}

export function importFiles(...args: string[]): Promise<FactualOutcome> {
  return runForFacts("import", ...args);
}

/** Runs `charts`, to see which facts it tells. */
export async function runForFacts(...args: string[]): Promise<FactualOutcome> {
  const [{ Outcome }, { RefusalList }] = await Promise.all([
    import("../../cli/bulk/outcome.ts"),
    import("../../cli/refusal-list.ts"),
  ]);
  using refused = vi.spyOn(RefusalList.prototype, "add");
  using hinted = vi.spyOn(Outcome.prototype, "addHint");
  const outcome = await runCommand("charts", args);
  return {
    ...outcome,
    refusals: refused.mock.calls.map(([refusal]) => refusal),
    hints: hinted.mock.calls.map(([hint]) => hint),
  };
}

/** Composes a line of a listening session that plays at some seconds (default: at the beginning). */
export function composeSession(episodeGUID: string, times: readonly number[] = [0], more: object = {}): string {
  const data = times.map((time) => ({ time, event: "play" }));
  return `${JSON.stringify({ ...more, episodeGUID, data })}\n`;
}

/** Loads the chart of an episode from the table, as the service selects it; undefined if there is none. */
export async function readChart(guid: string): Promise<unknown> {
  const item = (await readChartItem(guid)) ?? {};
  const chart = findCurve(item, listCurves(item))?.attributes.chart;
  return chart && JSON.parse(gunzipSync(chart as Uint8Array).toString());
}
