import { describeInsights, describeMoments } from "../../curve/sentences.ts";
import { formatPercent, formatTime, shorten } from "../../curve/text.ts";
import { countsReplays } from "../kinds.ts";
import type { Over } from "./choice.ts";
import { find, make, makeLine } from "./dom.ts";
import { DASHES, type EpisodeCurve, findPercentage, getLetter, toTime } from "./drawn-curve.ts";

/** Maximum length of a title beside the curves: about two lines. The whole one appears on hover and focus. */
const MAX_TITLE = 56;

/** What the reader can do with a selected curve. */
export interface Actions {
  readonly onRemove: (curve: EpisodeCurve) => void;
  readonly onLead: (curve: EpisodeCurve) => void;
}

/** Lists the selected episodes, each with an empty element for the curve's percentage. */
export function listChosen(curves: readonly EpisodeCurve[], lead: EpisodeCurve | undefined, actions: Actions): void {
  const list = find(".chosen", HTMLOListElement);
  list.replaceChildren(...curves.map((curve) => makeItem(curve, curve === lead, actions)));
  find(".description", HTMLElement).textContent = curves.map(describeCurve).join(" ");
}

function makeItem(curve: EpisodeCurve, isLead: boolean, { onRemove, onLead }: Actions): HTMLElement {
  const { title } = curve.episode;
  const shown = shorten(title, MAX_TITLE);
  const remove = make(
    "button",
    { type: "button", class: "remove", "aria-label": `Remove ${shown}`, title: `Remove ${shown}` },
    "×",
  );
  remove.addEventListener("click", () => onRemove(curve));
  const name = make(
    "button",
    { type: "button", class: "name", "aria-pressed": String(isLead), title: "Show this episode's moments" },
    make("bdi", { class: shown === title ? "" : "short" }, shown),
  );
  if (shown !== title) name.append(make("bdi", { class: "whole" }, title));
  name.addEventListener("click", () => onLead(curve));
  return make(
    "li",
    { class: isLead ? "is-lead" : "" },
    makeLine(curve.slot, DASHES[curve.slot] ?? []),
    make("span", { class: `letter slot-${curve.slot}`, "data-slot": String(curve.slot) }, getLetter(curve)),
    name,
    make("span", { class: "value" }),
    remove,
    make("span", { class: "facts" }, describeFacts(curve)),
  );
}

function describeFacts({ episode }: EpisodeCurve): string {
  const { insights, source, kind, listeners, doubt } = episode;
  const facts = [
    `${formatTime(insights.heard)} of ${formatTime(insights.end)} heard (${formatPercent(insights.figures.average)})`,
    source,
    countsReplays(kind) ? "counts replays" : undefined,
    listeners === undefined ? undefined : `${listeners.toLocaleString("en")} listeners`,
    doubt === undefined ? undefined : `proves little: ${doubt}`,
  ];
  return facts.filter((fact) => fact !== undefined).join(" · ");
}

function describeCurve(curve: EpisodeCurve): string {
  const { duration, insights, title } = curve.episode;
  const sentences = [
    `Length: ${formatTime(duration)}`,
    ...describeInsights(insights),
    ...describeMoments(insights),
  ].map((sentence) => (sentence.endsWith(".") ? sentence : `${sentence}.`));
  return `${getLetter(curve)}, ${shorten(title, MAX_TITLE)}: ${sentences.join(" ")}`;
}

/**
 * Shows the curves' percentages at a position.
 *
 * @returns the same for screen readers: `0:01, A 100 %, B 98 %`
 */
export function showReading(curves: readonly EpisodeCurve[], position: number, over: Over): string {
  const point = over === "time" ? formatTime(position) : `${position.toFixed(1)} % of the length`;
  const values = curves.map((curve) => formatReading(curve, position, over));
  find(".point", HTMLElement).textContent = `At ${point}`;
  for (const [index, element] of document.querySelectorAll(".chosen .value").entries()) {
    element.textContent = values[index] ?? "";
  }
  return [point, ...curves.map((curve, index) => `${getLetter(curve)} ${values[index]}`)].join(", ");
}

function formatReading(curve: EpisodeCurve, position: number, over: Over): string {
  const percentage = findPercentage(curve, position, over);
  if (percentage === undefined) return "ended";
  const time = over === "percent" ? ` at ${formatTime(toTime(curve, position, over))}` : "";
  return `${formatPercent(percentage)}${time}`;
}
