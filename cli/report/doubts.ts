import { computeStep } from "../../curve/moments/noise.ts";
import type { Chart } from "../../lib/chart.ts";

/** With fewer listeners, one listener is more than 3 percentage points. */
const FEW_LISTENERS = 30;

/** With fewer points, a curve does not show where listeners leave. */
const FEW_POINTS = 24;

/**
 * Says why a curve proves little: `18 listeners`, `10 points`, `one point`.
 *
 * @param listeners undefined if it is not known: then the curve's smallest step stands for one listener
 * @returns undefined if nothing speaks against it
 */
export function computeDoubt({ data }: Chart, listeners: number | undefined): string | undefined {
  const points = new Set(data.map(({ time }) => time)).size;
  if (points === 1) return "one point";
  if (listeners !== undefined && listeners < FEW_LISTENERS)
    return `${listeners} ${listeners === 1 ? "listener" : "listeners"}`;
  if (points < FEW_POINTS) return `${points} points`;
  return computeStep(data, listeners) > 100 / FEW_LISTENERS ? "few listeners" : undefined;
}
