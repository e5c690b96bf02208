import type { FigureShift, Groups } from "../before-after.ts";
import { formatPercent, formatPoints } from "../curve/text.ts";
import type { Episode } from "../episode.ts";
import { capitalizeFigure } from "../reported-figures.ts";
import { make, makeTable } from "./dom.ts";

/** Makes the table of medians before a date and from it on, each with the shift and its interval. */
export function makeGroupTable(shifts: readonly FigureShift[], { before, after }: Groups<Episode>): HTMLElement[] {
  const heads = ["Median", `Before (${before.length})`, `After (${after.length})`, "Points"];
  const rows = shifts.map(({ figure, before: one, after: other, shift }) => {
    const cells = [formatPercent(one), formatPercent(other), shift ? formatShift(shift) : "–"];
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, capitalizeFigure(figure)),
      ...cells.map((cell) => make("td", {}, cell)),
    );
  });
  return makeTable(
    heads.map((head) => make("th", { scope: "col" }, head)),
    rows,
  );
}

/** Formats a shift and its interval in points: `+4 (2 to 6)`. */
function formatShift({ size, low, high }: NonNullable<FigureShift["shift"]>): string {
  return `${formatSigned(size, "+")} (${formatSigned(low)} to ${formatSigned(high)})`;
}

function formatSigned(points: number, plus = ""): string {
  return `${points < 0 ? "−" : plus}${formatPoints(points)}`;
}
