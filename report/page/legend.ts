import { formatTime } from "../../curve/text.ts";
import { capitalize } from "../../lib/printable.ts";
import { HUNDRED_PERCENT } from "../kinds.ts";
import { listNumbered } from "../loss.ts";
import { MIN_OTHERS } from "../others.ts";
import type { View } from "./choice.ts";
import { find } from "./dom.ts";
import { type DrawnCurve, getLetter } from "./drawn-curve.ts";

/** Says in one line what is drawn, and behind "About these numbers" what that is exactly. */
export function showLegend(lead: DrawnCurve | undefined, view: View): void {
  find(".legend", HTMLElement).textContent = lead ? describeMarks(lead, view) : "";
  find(".about-text", HTMLElement).textContent = lead ? explainMarks(lead, view) : "";
  find(".sources-text", HTMLElement).textContent = lead?.episode.sourcesText ?? "";
}

function describeMarks({ episode }: DrawnCurve, view: View): string {
  const parts = [
    view === "episodes" && episode.usual ? "Grey: the usual" : "",
    listNumbered(episode).length > 0 ? "numbers: moments" : "",
    episode.chapters ? "bars: who drops off in a chapter, or skips it (outlined)" : "",
  ].filter(Boolean);
  return capitalize(parts.join(" · "));
}

function explainMarks(lead: DrawnCurve, view: View): string {
  const { usual, kind, sources, chapters } = lead.episode;
  if (view === "sources" && sources)
    return `100\u00a0% are those present at ${formatTime(sources[0]?.base ?? 0)} in each source. What they count before that differs.`;
  const others = usual ? usual.similar || usual.any : 0;
  const length = usual?.similar ? "of a similar length" : "of any length, in the opening";
  const text = usual
    ? `Grey is the usual of this show for ${getLetter(lead)}: the median (dotted) and the middle half of ${others} other episodes ${length}.`
    : `The usual of this show appears from ${MIN_OTHERS} other episodes of the same kind on.`;
  const across = chapters?.some((chapter) => chapter.usual) ? " The line across a bar is the chapter's usual." : "";
  return `${text}${across} 100\u00a0% is ${HUNDRED_PERCENT[kind]}.`;
}
