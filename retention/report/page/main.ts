import { formatCount } from "../../../lib/count.ts";
import { formatTime } from "../../sources/base/times.ts";
import type { Insights } from "../curve/insights.ts";
import { describeCurve } from "../curve/sentences.ts";
import { quote } from "../curve/text.ts";
import { type Episode, MAX_CHOSEN, type SourceCurve, toAudio } from "../episode/episode.ts";
import { HUNDRED_PERCENT } from "../episode/hundred-percent.ts";
import { UsualBands } from "../episode/usual-bands.ts";
import { Board } from "./board.ts";
import { ChangeSection } from "./change.ts";
import { showChapters } from "./chapter-band.ts";
import { type ChartView, type Choice, formatHash, OVERVIEW, readHash } from "./choice.ts";
import { find, make } from "./dom.ts";
import { choosePalette, computeEnd, type DrawnCurve, loadCurves, OPENING } from "./drawn-curve.ts";
import { showCompared, showFigures, showHead, showLegend } from "./episode-head.ts";
import { EpisodeTable } from "./episode-table.ts";
import { listMoments, rankMoments, showMoments } from "./moment-table.ts";
import { passFilesOn } from "./passing-on.ts";
import { savePicture } from "./picture.ts";
import { offerSpots } from "./spot-saving.ts";
import { copyLink, showMessage, showTicked } from "./tray.ts";

document.documentElement.classList.add("is-alive");
const episodes: readonly Episode[] = JSON.parse(find("#data", HTMLScriptElement).text);
const section = find(".episode", HTMLElement);
const usualBands = new UsualBands(episodes);
const palette = choosePalette(episodes);
const table = new EpisodeTable(episodes, toggle);
const change = new ChangeSection(episodes, (date, show) => void choose({ ...OVERVIEW, date, show }));
const board = new Board((told) => {
  for (const [index, cell] of document.querySelectorAll(".compared .here").entries())
    cell.textContent = told[index] ?? "";
});
let choice = OVERVIEW;
let ticked: readonly Episode[] = [];
/** Where the overview was left: by which link, and how far it was scrolled. */
let left: { readonly link: HTMLElement; readonly top: number } | undefined;

find(".to-change", HTMLElement).hidden = !change.isPossible;
// In a frame, as the page of charts -- studio has it, the address leads nowhere.
find(".link", HTMLButtonElement).hidden = window.parent !== window;
if (window.parent !== window) passFilesOn();
find(".link", HTMLButtonElement).addEventListener("click", () => copyLink());
find(".picture-button", HTMLButtonElement).addEventListener("click", () => savePicture(section));
foldDetails();
offerSpots();
addEventListener("hashchange", () => showHash());
document.addEventListener("click", (event) => follow(event));
void showHash();

/** Shows what the page's URL selects; of a single episode, that one. */
async function showHash(): Promise<void> {
  const { choice: linked, unknown } = readHash(location.hash, episodes);
  await show(isOverview(linked) && episodes.length === 1 ? { ...linked, episodes } : linked);
  if (unknown > 0)
    showMessage(`The link selects ${formatCount(unknown, "episode that is", "episodes that are")} not in this report.`);
}

/** Follows a link within the page: shows what it leads to, by keyboard, too. */
async function follow(event: MouseEvent): Promise<void> {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a.lead") : undefined;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (isOverview(choice)) left = { link, top: scrollY };
  history.pushState(null, "", link.getAttribute("href") ?? "#");
  showMessage("");
  await show(readHash(link.hash, episodes).choice);
}

function isOverview({ episodes, date }: Choice): boolean {
  return episodes.length === 0 && date === undefined;
}

function toggle(episode: Episode): void {
  const isTicked = ticked.includes(episode);
  if (!isTicked && ticked.length >= MAX_CHOSEN) showMessage(`No more than ${MAX_CHOSEN} episodes can be compared.`);
  else tick(isTicked ? ticked.filter((other) => other !== episode) : [...ticked, episode]);
  table.markChosen(ticked);
}

function tick(next: readonly Episode[]): void {
  ticked = next;
  table.markChosen(ticked);
  showTicked(ticked, formatHash({ ...OVERVIEW, episodes: ticked }), isOverview(choice));
}

/** Shows a choice in place of the same view, and puts it into the page's URL. */
async function choose(next: Choice): Promise<void> {
  history.replaceState(null, "", formatHash(next));
  showMessage("");
  await show(next);
}

async function show(next: Choice): Promise<void> {
  const isSameView = isOverview(choice) === isOverview(next) && choice.episodes[0] === next.episodes[0];
  choice = next;
  const root = document.documentElement;
  const view = isOverview(next) ? "overview" : next.episodes.length > 0 ? "episode" : "change";
  root.dataset.view = view;
  section.hidden = view !== "episode";
  find(".change", HTMLElement).hidden = view !== "change";
  tick(next.episodes.length > 1 ? next.episodes : ticked);
  if (view === "episode") await loadAndShow(next);
  if (view === "change") change.show(next.date ?? "", next.show);
  root.classList.add("is-drawn");
  if (isSameView) return;
  if (view === "overview") return goBack();
  find(view === "episode" ? ".title" : "#change", HTMLElement).focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

/** Goes back to where the overview was left. */
function goBack(): void {
  left?.link.focus({ preventScroll: true });
  scrollTo({ top: left?.top ?? 0 });
}

/** Before anything is drawn, a curve that can't be read is a page without curves; later, it is one curve. */
async function loadAndShow(next: Choice): Promise<void> {
  try {
    showEpisode(next, await loadCurves(next, palette));
  } catch (error) {
    if (!document.documentElement.classList.contains("is-drawn")) throw error;
    section.hidden = true;
    showMessage(
      `The curve of ${next.episodes.map(({ title }) => quote(title)).join(", ")} can't be drawn: the file is damaged.`,
    );
  }
}

function showEpisode(next: Choice, curves: readonly DrawnCurve[]): void {
  // The choice may have changed meanwhile.
  const [curve] = curves;
  if (next !== choice || !curve) return;
  const isOne = next.episodes.length === 1;
  const { episode } = curve;
  const usual = isOne && !curve.source ? usualBands.getUsual(episode) : undefined;
  const listed = isOne ? listMoments(episode) : [];
  // Figures and levels of the episode have another 100 % than curves of its sources.
  const moments = curve.source ? listed.map((moment) => ({ ...moment, levels: "" })) : listed;
  showHead(next.episodes);
  showFigures(isOne && !curve.source ? episode : undefined, moments);
  showCompared(
    curves,
    (removed) => void choose({ ...next, episodes: next.episodes.filter((other) => other !== removed) }),
  );
  showTabs(next, episode);
  const over = next.view === "length" ? "percent" : "time";
  const end = computeEnd(curves, next.view);
  const own = isOne && !curve.source ? rankMoments(moments.filter(({ isOnCurve }) => isOnCurve)) : [];
  board.show({ curves, over, end, usual, whole: explainWhole(curves), moments: own, at: next.at });
  showChapters(isOne ? curve : undefined, over, end);
  showLegend(curves, usual !== undefined);
  find(".moments-part", HTMLElement).hidden = moments.length === 0;
  showMoments(moments, episode, next.at);
  const told = curves.map(
    ({ episode: { title, duration, insights }, source }) =>
      `${source?.name ?? title}: ${describeCurve(duration, source ? placeAll(source) : insights)}`,
  );
  find(".description", HTMLElement).textContent = told.join(" ");
}

/** A source's curve is drawn at the audio's times. What only a video has is not on it. */
function placeAll(source: SourceCurve): Insights {
  return { ...source.insights, moments: source.insights.moments.flatMap((moment) => toAudio(moment) ?? []) };
}

/** Says at the axis what its percentages are of. */
function explainWhole([curve]: readonly DrawnCurve[]): string {
  if (curve?.source) return `100\u00a0% = those there at ${formatTime(curve.source.base)} on each platform`;
  return `100\u00a0% = ${HUNDRED_PERCENT[curve?.episode.kind ?? "unknown"]}`;
}

/** What else the chart can show: another scale, another part, or other curves. */
function showTabs(now: Choice, { source = "Listeners", sources, insights }: Episode): void {
  const isOne = now.episodes.length === 1;
  const tabs: readonly (readonly [view: ChartView, name: string, isPossible: boolean])[] = [
    ["whole", isOne ? source.replace(/^your own/, "Your own") : "By time", true],
    ["sources", "Compare platforms", isOne && sources !== undefined],
    ["length", "By part of the length", !isOne],
    ["opening", "First 5 minutes", insights.end > OPENING],
  ];
  const buttons = tabs.flatMap(([view, name, isPossible]) => {
    if (!isPossible) return [];
    const button = make("button", { type: "button", "aria-pressed": String(view === now.view) }, name);
    button.addEventListener("click", async () => {
      await choose({ ...now, view, at: undefined });
      find(".tabs [aria-pressed=true]", HTMLElement).focus();
    });
    return button;
  });
  find(".tabs", HTMLElement).replaceChildren(...buttons);
}

/** Folds what only some want to know, and opens it for paper, on which nobody can. */
function foldDetails(): void {
  const unfold = (isOpen: boolean) => {
    for (const element of document.querySelectorAll<HTMLDetailsElement>(".why")) element.open = isOpen;
  };
  unfold(false);
  addEventListener("beforeprint", () => unfold(true));
  addEventListener("afterprint", () => unfold(false));
}
