import type { Point } from "../../../lib/chart.ts";
import { computeMeans } from "../curve/levels/bins.ts";
import type { Trace } from "./snapshot.ts";

/** Means that a trace has. */
export const TRACE_PLACES = 100;

/** What a trace has of its curve besides the levels. */
type TraceFacts = Pick<Trace, "kind" | "listeners" | "duration"> & { readonly whole?: number | undefined };

/** Composes what the next report is compared with. @param data of the thinned curve: pages have no other */
export function composeTrace(
  { kind, listeners, duration, whole }: TraceFacts,
  data: readonly Point[],
  source?: string,
): Trace {
  const length = duration || (data.at(-1)?.time ?? 0) + 1;
  return {
    ...(source !== undefined && { source }),
    kind,
    ...(listeners !== undefined && { listeners }),
    ...(whole !== undefined && { whole }),
    duration,
    levels: computeMeans(data, 0, length / TRACE_PLACES, TRACE_PLACES).map((level) => level / 100),
  };
}
