import { formatTime } from "../../sources/base/times.ts";
import { FIGURES } from "../curve/figures.ts";
import type { Moment } from "../curve/moments/moment.ts";
import { describeCurve } from "../curve/sentences.ts";
import { formatPercent, MAX_TITLE, shorten } from "../curve/text.ts";
import type { SourceCurve } from "../episode/episode.ts";
import { countsReplays, formatListeners } from "../episode/hundred-percent.ts";
import { describeChapterLoss } from "../episode/summary.ts";
import { describeWords, isNear } from "../words/moment-words.ts";
import type { Over } from "./choice.ts";
import { find, make, makeLine } from "./dom.ts";
import { DASHES, type DrawnCurve, findPercentage, getLetter, toTime } from "./drawn-curve.ts";

/** What the reader can do with a selected curve. */
export interface Actions {
  readonly onRemove: (curve: DrawnCurve) => void;
  readonly onLead: (curve: DrawnCurve) => void;
}

/** Lists the selected curves, each with an empty element for its percentage. */
export function listChosen(curves: readonly DrawnCurve[], lead: DrawnCurve | undefined, actions: Actions): void {
  const items = curves.map((curve) => {
    return curve.source ? makeSource(curve, curve.source) : makeEpisode(curve, curve === lead, curves.length, actions);
  });
  find(".chosen", HTMLOListElement).replaceChildren(...items);
  find(".description", HTMLElement).textContent = curves.map(describe).join(" ");
}

function makeEpisode(curve: DrawnCurve, isLead: boolean, count: number, { onRemove, onLead }: Actions): HTMLElement {
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
    { type: "button", class: "name", "aria-pressed": String(isLead), title: "Show this episode's figures and moments" },
    make("bdi", { class: shown === title ? "" : "short" }, shown),
  );
  if (shown !== title) name.append(make("bdi", { class: "whole" }, title));
  name.addEventListener("click", () => onLead(curve));
  // A single episode's facts are below its title.
  const facts = count > 1 ? [make("span", { class: "facts" }, describeFacts(curve))] : [];
  return makeItem(curve, isLead ? "is-lead" : "", name, remove, ...facts);
}

function makeSource(curve: DrawnCurve, { name, listeners, kind, insights }: SourceCurve): HTMLElement {
  const { after1min } = insights.figures;
  const facts = [
    listeners === undefined ? undefined : formatListeners(listeners, kind),
    after1min === undefined ? undefined : `its own ${formatPercent(after1min)} ${FIGURES.after1min.name}`,
  ];
  const text = facts.filter((fact) => fact !== undefined).join(" · ");
  return makeItem(curve, "", make("span", { class: "name" }, name), "", make("span", { class: "facts" }, text));
}

function makeItem(curve: DrawnCurve, type: string, name: Node, remove: Node | string, ...facts: Node[]): HTMLElement {
  return make(
    "li",
    { class: type },
    makeLine(curve.slot, DASHES[curve.slot] ?? []),
    make("span", { class: `letter slot-${curve.slot}`, "data-slot": String(curve.slot) }, getLetter(curve)),
    name,
    make("span", { class: "value" }),
    remove,
    ...facts,
  );
}

function describeFacts({ episode }: DrawnCurve): string {
  const { insights, duration, source, kind, listeners, doubt } = episode;
  const facts = [
    insights.heard === undefined ? undefined : `${formatTime(insights.heard)} of ${formatTime(duration)} listened`,
    source,
    countsReplays(kind) ? "counts replays" : undefined,
    listeners === undefined ? undefined : formatListeners(listeners, kind),
    doubt === undefined ? undefined : `proves little: ${doubt}`,
  ];
  return facts.filter((fact) => fact !== undefined).join(" · ");
}

function describe(curve: DrawnCurve): string {
  const { duration, insights, loss, title } = curve.episode;
  if (curve.source) return `${getLetter(curve)}: ${curve.source.name}.`;
  const first = loss?.chapter === undefined ? [] : [describeChapterLoss(loss)];
  return `${getLetter(curve)}, ${shorten(title, MAX_TITLE)}: ${describeCurve(duration, insights, first)}`;
}

/**
 * Shows the curves' percentages at a position.
 *
 * @returns the same for screen readers, with what is said near a moment: `0:01, A 100 %, B 98 %`
 */
export function showReading(curves: readonly DrawnCurve[], position: number, over: Over): string {
  const point = over === "time" ? formatTime(position) : `${position.toFixed(1)}\u00a0% of the length`;
  const values = curves.map((curve) => formatReading(curve, position, over));
  find(".point", HTMLElement).textContent = `At ${point}`;
  for (const [index, element] of document.querySelectorAll(".chosen .value").entries()) {
    element.textContent = values[index] ?? "";
  }
  const words = curves.flatMap((curve) => {
    const moment = findMoments(curve).find((one) => isNear(one, toTime(curve, position, over)));
    return moment ? describeWords(moment) : [];
  });
  const read = [point, ...curves.map((curve, index) => `${getLetter(curve)} ${values[index]}`)].join(", ");
  return [read, ...new Set(words)].filter(Boolean).join(". ");
}

function findMoments({ episode, source }: DrawnCurve): readonly Moment[] {
  return [...(source?.insights.moments ?? []), ...episode.insights.moments].filter(
    ({ words, silence }) => words ?? silence,
  );
}

function formatReading(curve: DrawnCurve, position: number, over: Over): string {
  const percentage = findPercentage(curve, position, over);
  if (percentage === undefined) return toTime(curve, position, over) < (curve.from ?? 0) ? "–" : "ended";
  const time = over === "percent" ? ` at ${formatTime(toTime(curve, position, over))}` : "";
  return `${formatPercent(percentage)}${time}`;
}
