import "./language.ts";

import { formatCount } from "../../../lib/count.ts";
import { type Episode, MAX_CHOSEN } from "../episode/episode.ts";
import { Board } from "./board.ts";
import { ChangeSection } from "./change.ts";
import { listChapters } from "./chapter-list.ts";
import {
  addEpisode,
  type Choice,
  EMPTY_CHOICE,
  formatHash,
  getChosen,
  leadBy,
  type Over,
  readHash,
  removeEpisode,
  type View,
  type Zoom,
} from "./choice.ts";
import { find } from "./dom.ts";
import { type DrawnCurve, loadCurves } from "./drawn-curve.ts";
import { EpisodeTable } from "./episode-table.ts";
import { listFigures } from "./figure-table.ts";
import { foldDetails, showHead, showLegend, showShow } from "./head.ts";
import { listMoments } from "./moment-list.ts";
import { passFilesOn } from "./passing-on.ts";
import { savePicture } from "./picture.ts";
import { Profiles } from "./profiles.ts";
import { listChosen } from "./reading.ts";
import { copyLink, showInTray, showMessage, watchCurves } from "./tray.ts";

/** The opening that one button zooms to, in seconds. */
const OPENING: Zoom = { from: 0, to: 300 };

document.documentElement.classList.add("is-alive");
const episodes: readonly Episode[] = JSON.parse(find("#data", HTMLScriptElement).text);
const section = find(".episode", HTMLElement);
const profiles = new Profiles(episodes);
const table = new EpisodeTable(episodes, toggle);
let choice = EMPTY_CHOICE;

section.hidden = false;
const board = new Board(profiles, (zoom) => choose({ ...choice, zoom }));
const change = new ChangeSection(episodes, (date) => choose({ ...choice, date }));
for (const input of section.querySelectorAll("input[name=over]"))
  input.addEventListener("change", () => choose({ ...choice, over: getOver() }));
onClick(".clear", () => choose({ ...EMPTY_CHOICE, over: choice.over, date: choice.date }));
onClick(".view-episodes", () => look("episodes"));
onClick(".view-sources", () => look("sources"));
onClick(".whole-length", () => choose({ ...choice, zoom: undefined }));
onClick(".first-minutes", () => choose({ ...choice, zoom: OPENING }));
// In a frame, as the page of charts -- studio has it, the address leads nowhere.
find(".link", HTMLButtonElement).hidden = window.parent !== window;
if (window.parent !== window) passFilesOn();
onClick(".link", () => copyLink());
onClick(".picture-button", () => savePicture(board, section));
watchCurves(section);
foldDetails();
addEventListener("hashchange", () => showHash());
document.addEventListener("click", (event) => follow(event));
void showHash();

function onClick(selector: string, act: () => void): void {
  find(selector, HTMLButtonElement).addEventListener("click", act);
}

/** Shows what the page's URL selects. If it selects no episode: that of the first finding, or the first one. */
async function showHash(): Promise<void> {
  const { choice: linked, unknown } = readHash(location.hash, episodes);
  const isOpen = new URLSearchParams(location.hash.slice(1)).has("episode");
  await show(isOpen ? linked : { ...findFirst(), date: linked.date });
  if (unknown > 0)
    showMessage(`The link selects ${formatCount(unknown, "episode that is", "episodes that are")} not in this report.`);
}

function findFirst(): Choice {
  const link = document.querySelector<HTMLAnchorElement>("a[data-first]");
  const { choice: first } = readHash(link?.hash ?? "", episodes);
  return first.slots.length > 0 ? first : { ...EMPTY_CHOICE, slots: episodes.slice(0, 1) };
}

/** Follows a link within the page: shows what it leads to, and goes there, by keyboard, too. */
async function follow(event: MouseEvent): Promise<void> {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a.lead") : undefined;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const { choice: linked } = readHash(link.hash, episodes);
  const next =
    linked.slots.length > 0 ? { ...linked, over: choice.over, date: choice.date } : { ...choice, date: linked.date };
  history.pushState(null, "", formatHash(next));
  showMessage("");
  await show(next);
  const goal = link.dataset.goal === "change" ? find("#change", HTMLElement) : find(".title", HTMLElement);
  goal.focus({ preventScroll: true });
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  goal.closest("section")?.scrollIntoView({ behavior: isCalm ? "auto" : "smooth" });
}

function toggle(episode: Episode): void {
  const isChosen = choice.slots.includes(episode);
  const next = isChosen ? removeEpisode(choice, episode) : addEpisode(choice, episode);
  if (next) return void choose(next);
  table.markChosen(getChosen(choice));
  showMessage(`No more than ${MAX_CHOSEN} curves can be shown. Remove one first.`);
}

/** Shows a choice and puts it into the page's URL. */
async function choose(next: Choice): Promise<void> {
  history.replaceState(null, "", formatHash(next));
  showMessage("");
  await show(next);
}

async function show(next: Choice): Promise<void> {
  choice = next;
  table.markChosen(getChosen(next));
  find(`input[name=over][value=${next.over}]`, HTMLInputElement).checked = true;
  const { curves, lead } = await loadCurves(next);
  await breathe();
  // The choice may have changed meanwhile.
  if (next !== choice) return;
  section.classList.toggle("is-empty", lead === undefined);
  showShow(lead?.episode.show);
  press(".whole-length", next.zoom === undefined);
  press(".first-minutes", next.zoom?.from === OPENING.from && next.zoom.to === OPENING.to);
  showViews(lead);
  listChosen(curves, lead, { onRemove: remove, onLead: ({ episode }) => choose(leadBy(choice, episode)) });
  if (lead) {
    showHead(lead, getChosen(next).length > 1);
    listFigures(lead);
    listMoments(lead, next.at, (zoom) => choose({ ...choice, zoom }));
    listChapters(lead);
    showLegend(curves, lead, next.view);
  } else {
    // It names the section.
    find(".title", HTMLElement).replaceChildren();
  }
  showInTray(curves, lead);
  board.show({ ...next, curves, lead });
  await breathe();
  if (next !== choice) return;
  change.show(lead?.episode, next.date);
  // uPlot draws in a microtask.
  setTimeout(() => document.documentElement.classList.add("is-drawn"));
}

/** Lets the browser answer between the parts of the first drawing, which are one long task otherwise. Later ones are short. */
async function breathe(): Promise<void> {
  if (!document.documentElement.classList.contains("is-drawn")) await new Promise((resolve) => setTimeout(resolve));
}

function look(view: View): void {
  void choose({ ...choice, view });
}

function showViews(lead: DrawnCurve | undefined): void {
  find(".views", HTMLElement).hidden = lead?.episode.sources === undefined;
  press(".view-episodes", choice.view === "episodes");
  press(".view-sources", choice.view === "sources");
}

function press(selector: string, isPressed: boolean): void {
  find(selector, HTMLElement).ariaPressed = String(isPressed);
}

async function remove({ episode }: DrawnCurve): Promise<void> {
  await choose(removeEpisode(choice, episode));
  // The button that had the focus is gone.
  const next = section.querySelector<HTMLElement>(".remove") ?? find(".search input", HTMLElement);
  next.focus();
}

function getOver(): Over {
  return find("input[name=over]:checked", HTMLInputElement).value === "percent" ? "percent" : "time";
}
