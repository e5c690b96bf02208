import { capitalize } from "../../../lib/printable.ts";
import { formatTime } from "../../sources/base/times.ts";
import { formatDate } from "../curve/days.ts";
import { FIGURES, type FigureName, findEndFigure, findOpeningFigure } from "../curve/figures.ts";
import { END_WORDS, explainFew } from "../curve/sentences.ts";
import { formatPercent } from "../curve/text.ts";
import type { Episode } from "../episode/episode.ts";
import { countsReplays, formatListeners } from "../episode/hundred-percent.ts";
import { describeType, describeYouth, TYPE_NAMES } from "../episode/summary.ts";
import { find, make, makeTable } from "./dom.ts";
import { type DrawnCurve, findPercentage, getEndTime } from "./drawn-curve.ts";
import { type ListedMoment, rankMoments } from "./moment-table.ts";

/** The first time at which sources are compared, in seconds. */
const EARLY = 300;

/** Says which episode it is, whose curve it has, and what one must know before its numbers. */
export function showHead(episodes: readonly Episode[]): void {
  const [episode] = episodes;
  const isOne = episodes.length === 1;
  find(".title", HTMLElement).replaceChildren(
    isOne && episode ? make("bdi", {}, episode.title) : `${episodes.length} episodes compared`,
  );
  find(".meta", HTMLElement).replaceChildren(...(isOne && episode ? listFacts(episode) : []));
  const early = isOne && episode ? listReservations(episode) : [];
  find(".early", HTMLElement).textContent = early.join(" ");
}

function listFacts({ date, duration, type, listeners, source, kind, doubt, sources = [] }: Episode): (string | Node)[] {
  const others = sources
    .slice(1)
    .map(({ name, listeners, kind }) =>
      listeners === undefined ? name : `${name} (${formatListeners(listeners, kind)})`,
    );
  const facts = [
    date === undefined ? undefined : formatDate(date),
    formatTime(duration),
    type && TYPE_NAMES[type],
    listeners === undefined ? undefined : formatListeners(listeners, kind),
    source,
    countsReplays(kind) ? "counts replays" : undefined,
    others.length > 0 ? `also ${others.join(", ")}` : undefined,
    doubt === undefined ? undefined : make("strong", {}, `proves little: ${doubt}`),
  ].filter((fact) => fact !== undefined);
  return facts.flatMap((fact, index) => (index > 0 ? [" · ", fact] : [fact]));
}

function listReservations({ youth, doubt, type, insights, otherLengths }: Episode): string[] {
  return [
    youth ? describeYouth(youth) : "",
    doubt === undefined ? "" : `This curve has only ${doubt}, so it proves little and is compared with none.`,
    type ? describeType(type) : "",
    insights.isOfFew ? explainFew(insights) : "",
    otherLengths === undefined ? "" : `No words: the transcript and the curve have other lengths, ${otherLengths}.`,
  ].filter(Boolean);
}

/** Shows four figures of an episode, each with its usual: two of how many stay, who hears the end, and what stands out. */
export function showFigures(episode: Episode | undefined, moments: readonly ListedMoment[]): void {
  const figures = episode ? [...listFigures(episode), tellFirst(episode, moments)] : [];
  const items = figures.map(({ amount, name, beside, isUnusual }) =>
    make(
      "div",
      { class: isUnusual ? "is-unusual" : "" },
      make("dt", {}, name, beside ? make("span", { class: "beside" }, ` · ${beside}`) : ""),
      make("dd", {}, amount),
    ),
  );
  find("dl.figures", HTMLElement).replaceChildren(...items);
}

interface HeadFigure {
  readonly amount: string;
  readonly name: string;
  readonly beside: string;
  readonly isUnusual: boolean;
}

function listFigures({ insights, usual, deviations }: Episode): HeadFigure[] {
  const { figures, unit, isOfPeak } = insights;
  const [early, last] = [findOpeningFigure(figures), findEndFigure(figures)];
  const isOfPeople = unit === "listener";
  const names: readonly (readonly [FigureName, string])[] = [
    [early, isOfPeople ? FIGURES[early].name : `at ${FIGURES[early].time}`],
    ["average", isOfPeak ? "on average, of the peak" : "on average"],
    [last, isOfPeople ? `reach ${END_WORDS[last].reached}` : END_WORDS[last].at],
  ];
  return names.flatMap(([figure, name]) => {
    const [value, usually] = [figures[figure], usual?.figures[figure]];
    if (value === undefined) return [];
    const isUnusual = deviations.some((deviation) => deviation.figure === figure && value < deviation.usual);
    return {
      amount: formatPercent(value),
      name,
      beside: usually === undefined ? "" : `usual ${usually.toFixed(0)}`,
      isUnusual,
    };
  });
}

/** Tells the most important moment, or else how many hear the end. */
function tellFirst({ people, insights }: Episode, moments: readonly ListedMoment[]): HeadFigure {
  const [first] = rankMoments(moments);
  if (first && (first.moment.kind !== "skip" || !people)) {
    const [amount = "", ...rest] = first.told.split(/ (?=(?:leave|skip|replay) )/);
    return { amount, name: rest.join(" "), beside: "", isUnusual: first.moment.kind === "loss" };
  }
  if (!people)
    return {
      amount: formatTime(insights.heard ?? insights.end),
      name: insights.heard === undefined ? "long" : "listened on average",
      beside: "",
      isUnusual: false,
    };
  const usual = people.usual ? `usual ${people.usual.atEnd.toLocaleString("en")}` : "";
  return {
    amount: people.atEnd.toLocaleString("en"),
    name: `listeners ${END_WORDS[findEndFigure(insights.figures)].at}`,
    beside: usual,
    isUnusual: false,
  };
}

/** Lists several curves, each in its colour: episodes with their figures, or the sources of one at the same times. */
export function showCompared(curves: readonly DrawnCurve[], onRemove: (episode: Episode) => void): void {
  const table = find(".compared", HTMLTableElement);
  const isNeeded = curves.length > 1;
  table.closest<HTMLElement>(".scroll")?.toggleAttribute("hidden", !isNeeded);
  const [first] = curves;
  const columns = first?.source ? listPlaces(first) : FIGURE_COLUMNS;
  const name = first?.source ? `Of those there at ${formatTime(first.source.base)}` : "Episode";
  const heads = [name, "At", "Listeners", ...columns.map(([head]) => head)].map((head) =>
    make("th", { scope: "col", ...(head === "At" && { class: "here" }) }, head),
  );
  const rows = curves.map((curve) => {
    const { listeners, kind } = curve.source ?? curve.episode;
    const values = [
      listeners === undefined ? "–" : formatListeners(listeners, kind),
      ...columns.map(([, read]) => formatLevel(read(curve))),
    ];
    const cells = values.map((value) => make("td", {}, value));
    return make("tr", {}, makeName(curve, onRemove), make("td", { class: "here" }), ...cells);
  });
  table.replaceChildren(...(isNeeded ? makeTable(heads, rows) : []));
}

/** Figures of a curve, each with its name. */
type FigureColumns = readonly (readonly [name: string, read: (curve: DrawnCurve) => number | undefined])[];

const FIGURE_COLUMNS: FigureColumns = [
  ["After 1 min", ({ episode }) => episode.insights.figures.after1min],
  ["On average", ({ episode }) => episode.insights.figures.average],
  ["Completion", ({ episode: { insights } }) => insights.figures[findEndFigure(insights.figures)]],
];

/** Lists the times at which sources are compared: their own figures are of another 100 %. */
function listPlaces(first: DrawnCurve): FigureColumns {
  const end = getEndTime(first);
  const at = (time: number) => (curve: DrawnCurve) => findPercentage(curve, time, "time");
  const early: FigureColumns = end > 2 * EARLY ? [[`At ${formatTime(EARLY)}`, at(EARLY)]] : [];
  return [...early, ["Halfway", at(end / 2)], ["In the last 5\u00a0%", at(0.95 * end)]];
}

function formatLevel(level: number | undefined): string {
  return level === undefined ? "–" : formatPercent(level);
}

/** Names a curve after its letter; a compared episode can be left out. */
function makeName(curve: DrawnCurve, onRemove: (episode: Episode) => void): HTMLElement {
  const letter = make("span", { class: `letter slot-${curve.slot}` }, curve.letter);
  if (curve.source) return make("th", { scope: "row" }, letter, " ", make("bdi", {}, curve.source.name));
  const { guid, title } = curve.episode;
  const link = make("a", { class: "lead", href: `#${new URLSearchParams({ episode: guid })}` }, make("bdi", {}, title));
  const remove = make("button", { type: "button", class: "remove", "aria-label": `Remove ${title}` }, "×");
  remove.addEventListener("click", () => onRemove(curve.episode));
  return make("th", { scope: "row" }, letter, " ", link, " ", remove);
}

/** Says in one line how platforms and cuts differ, and what the marks are. */
export function showLegend(curves: readonly DrawnCurve[], hasUsual: boolean): void {
  const [curve] = curves;
  const parts = curve ? [tellDifferences(curve, curves), ...listMarks(curve, curves, hasUsual)].filter(Boolean) : [];
  find(".legend", HTMLElement).textContent = parts.length > 0 ? `${capitalize(parts.join(" · "))}.` : "";
}

function tellDifferences({ source, episode }: DrawnCurve, curves: readonly DrawnCurve[]): string {
  const { sourcesText, cutText } = episode;
  const times = curves.some(({ apart }) => apart) && "Times are the audio's.";
  const said = source ? [sourcesText, times, cutText] : [curves.length === 1 && cutText];
  return said.filter(Boolean).join(" ").replace(/\.$/, "");
}

function listMarks({ source, letter, episode }: DrawnCurve, curves: readonly DrawnCurve[], hasUsual: boolean) {
  const { usual, chapters, insights } = episode;
  const isOne = curves.length === 1;
  const others = usual ? usual.similar || usual.any : 0;
  const other = source ? "video" : "audio";
  return [
    isOne && hasUsual && `grey: the usual of ${others} other episodes, its median dotted`,
    (isOne || source) &&
      chapters &&
      `chapters: part${source ? ` of ${letter}` : ""} present at its start who leave in it`,
    curves.some(({ gaps = [] }) => gaps.length > 0) && "dashed: no values there",
    curves.some(({ apart }) => apart?.length) && `hatched: not in the ${other}; + only in the ${other}`,
    isOne &&
      insights.moments.some(({ words }) => words) &&
      "quotes: the transcript at that time; inserted advertisements shift it",
  ];
}
