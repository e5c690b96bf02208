import { describeDrop, describeInsights, formatPercent, formatTime, shorten } from "../../draw/text.ts";
import type { Over } from "./choice.ts";
import { type Curve, DASHES, findPercentage, getLetter, toTime } from "./curve.ts";
import { find, make, makeLine } from "./dom.ts";

/** Maximum length of a title beside the curves. Longer titles can be unfolded. */
const MAX_TITLE = 80;

/** Lists the selected episodes, each with an empty element for the curve's percentage. */
export function listChosen(curves: readonly Curve[], onRemove: (curve: Curve) => void): void {
  find(".chosen", HTMLOListElement).replaceChildren(...curves.map((curve) => makeItem(curve, onRemove)));
  find(".description", HTMLElement).textContent = curves.map(describeCurve).join(" ");
}

function makeItem(curve: Curve, onRemove: (curve: Curve) => void): HTMLElement {
  const { title, insights } = curve.episode;
  const shown = shorten(title, MAX_TITLE);
  const name = `Remove ${shown}`;
  const remove = make("button", { type: "button", class: "remove", "aria-label": name, title: name }, "×");
  remove.addEventListener("click", () => onRemove(curve));
  const drop = insights.sharpestDrop ? `sharpest drop ${describeDrop(insights.sharpestDrop)}` : "no drop";
  const facts = `Average ${formatPercent(insights.average)}, ${drop}`;
  const item = make(
    "li",
    {},
    makeLine(curve.slot, DASHES[curve.slot] ?? []),
    make("span", { class: `letter slot-${curve.slot}` }, getLetter(curve)),
    make("bdi", { class: "name" }, shown),
    make("span", { class: "value" }),
    remove,
    make("span", { class: "facts" }, facts),
  );
  if (shown !== title) item.append(makeWhole(title));
  return item;
}

function makeWhole(title: string): HTMLElement {
  const whole = make(
    "p",
    { class: "whole", tabindex: "0", role: "region", "aria-label": "Full title" },
    make("bdi", {}, title),
  );
  return make("details", {}, make("summary", {}, "Full title"), whole);
}

function describeCurve(curve: Curve): string {
  const sentences = [`Length: ${formatTime(curve.episode.duration)}`, ...describeInsights(curve.episode.insights)];
  return `${getLetter(curve)}, ${shorten(curve.episode.title, MAX_TITLE)}: ${sentences.join(". ")}.`;
}

/**
 * Shows the curves' percentages at a position.
 *
 * @returns the same for screen readers: `0:01, A 100.0 %, B 98.5 %`
 */
export function showReading(curves: readonly Curve[], position: number, over: Over): string {
  const point = over === "time" ? formatTime(position) : `${position.toFixed(1)} % of the length`;
  const values = curves.map((curve) => formatReading(curve, position, over));
  find(".point", HTMLElement).textContent = `At ${point}`;
  for (const [index, element] of document.querySelectorAll(".chosen .value").entries()) {
    element.textContent = values[index] ?? "";
  }
  return [point, ...curves.map((curve, index) => `${getLetter(curve)} ${values[index]}`)].join(", ");
}

function formatReading(curve: Curve, position: number, over: Over): string {
  const percentage = findPercentage(curve, position, over);
  if (percentage === undefined) return "ended";
  const time = over === "percent" ? ` at ${formatTime(toTime(curve, position, over))}` : "";
  return `${formatPercent(percentage)}${time}`;
}
