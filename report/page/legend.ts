import { formatTime } from "../../curve/text.ts";
import { HUNDRED_PERCENT } from "../kinds.ts";
import { listNumbered } from "../loss.ts";
import { MIN_OTHERS } from "../others.ts";
import type { View } from "./choice.ts";
import { type DrawnCurve, getLetter } from "./drawn-curve.ts";

/** Says what is drawn, and what 100 % is. */
export function describeUsual(lead: DrawnCurve | undefined, view: View): string {
  if (!lead) return "";
  const { usual, kind, sources } = lead.episode;
  if (view === "sources" && sources)
    return `100\u00a0% are those present at ${formatTime(sources[0]?.base ?? 0)} in each source. What they count before that differs.`;
  const marks = listNumbered(lead.episode).length > 0 ? "Numbers and shaded bars: the moments. " : "";
  const others = usual ? usual.similar || usual.any : 0;
  const length = usual?.similar ? "of a similar length" : "of any length, in the opening";
  const text = usual
    ? `Grey: the usual of this show for ${getLetter(lead)}, as the median (dotted) and the middle half of ${others} other episodes ${length}.`
    : `The usual of this show appears from ${MIN_OTHERS} other episodes of the same kind on.`;
  return `${marks}${text} 100\u00a0% is ${HUNDRED_PERCENT[kind]}.`;
}
