import type { Chart } from "../../lib/chart.ts";
import { answerCurve } from "../../lib/episode/chart-answer.ts";
import type { StoredCurve } from "../../lib/episode/curves.ts";
import { tryParseChart } from "./client.ts";

/** A curve that is read, or what is wrong with it. */
export type ReadCurve = { readonly chart: Chart } | { readonly reason: string };

const WAY_OUT = "Import a chart to replace it.";

/** Reads a curve with the code that the service answers with. */
export function readCurve(curve: StoredCurve): ReadCurve {
  try {
    const chart = tryParseChart(JSON.parse(answerCurve(curve, false).body ?? ""));
    return chart ? { chart } : { reason: `The item does not hold a chart. ${WAY_OUT}` };
  } catch (error) {
    // The service would answer 500, or a broken body.
    if (error instanceof TypeError) return { reason: error.message };
    if (error instanceof SyntaxError) return { reason: `${error.message}. ${WAY_OUT}` };
    throw error;
  }
}
