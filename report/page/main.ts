import { type Episode, MAX_CHOSEN } from "../episode.ts";
import { MIN_OTHERS } from "../others.ts";
import { Board } from "./board.ts";
import {
  addEpisode,
  type Choice,
  EMPTY_CHOICE,
  formatHash,
  getChosen,
  type Over,
  readHash,
  removeEpisode,
  type Zoom,
} from "./choice.ts";
import { Comparison } from "./comparison.ts";
import { find } from "./dom.ts";
import { type EpisodeCurve, getLetter, loadCurves } from "./drawn-curve.ts";
import { listMoments } from "./moment-list.ts";
import { savePicture } from "./picture.ts";
import { Profiles } from "./profiles.ts";
import { listChosen } from "./reading.ts";
import { EpisodeTable } from "./table.ts";
import { copyLink, showInTray, showMessage, watchCurves } from "./tray.ts";

/** The opening that one button zooms to, in seconds. */
const OPENING: Zoom = { from: 0, to: 300 };

document.documentElement.classList.add("is-alive");
const episodes: readonly Episode[] = JSON.parse(find("#data", HTMLScriptElement).text);
const section = find(".curves", HTMLElement);
const profiles = new Profiles(episodes);
const table = new EpisodeTable(episodes, toggle);
let choice = EMPTY_CHOICE;
let lead: EpisodeCurve | undefined;

section.hidden = false;
const board = new Board(profiles);
for (const input of section.querySelectorAll("input[name=over]"))
  input.addEventListener("change", () => choose({ ...choice, over: getOver() }));
onClick(".clear", () => choose({ ...EMPTY_CHOICE, over: choice.over }));
onClick(".whole-length", () => choose({ ...choice, zoom: undefined }));
onClick(".first-minutes", () => choose({ ...choice, zoom: OPENING }));
onClick(".link", () => copyLink());
onClick(".picture-button", () => savePicture(board, section, getChosen(choice)));
watchCurves(section);
new Comparison(profiles);
addEventListener("hashchange", () => showHash());
showHash();

function onClick(selector: string, act: () => void): void {
  find(selector, HTMLButtonElement).addEventListener("click", act);
}

/** Shows what the page's URL selects, or the latest episode if it selects none. */
function showHash(): void {
  if (location.hash.length <= 1) {
    void show({ ...EMPTY_CHOICE, slots: episodes.slice(0, 1) });
    return;
  }
  const { choice: linked, unknown } = readHash(location.hash, episodes);
  void show(linked);
  if (unknown > 0)
    showMessage(
      `The link selects ${unknown} ${unknown === 1 ? "episode that is" : "episodes that are"} not in this report.`,
    );
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
  const curves = await loadCurves(next);
  // The choice may have changed meanwhile.
  if (next !== choice) return;
  lead = curves.find(({ episode }) => episode === next.lead) ?? curves[0];
  section.classList.toggle("is-empty", curves.length === 0);
  find(".summary", HTMLElement).textContent = lead
    ? `${curves.length > 1 ? `${getLetter(lead)}: ` : ""}${lead.episode.summary}`
    : "";
  find(".legend-usual", HTMLElement).textContent = describeUsual(lead);
  find(".whole-length", HTMLElement).ariaPressed = String(next.zoom === undefined);
  find(".first-minutes", HTMLElement).ariaPressed = String(next.zoom === OPENING);
  listChosen(curves, lead, {
    onRemove: remove,
    onLead: (curve) => choose({ ...choice, lead: curve.episode, zoom: undefined }),
  });
  listMoments(lead, (zoom) => choose({ ...choice, zoom }));
  showInTray(curves, lead);
  board.show({ curves, lead, over: next.over, zoom: next.zoom });
}

function describeUsual(curve: EpisodeCurve | undefined): string {
  const usual = curve?.episode.usual;
  const marks = curve?.episode.insights.moments.length ? "Numbers and shaded bars: the moments listed. " : "";
  if (!curve) return "";
  if (!usual) return `${marks}The usual of this show appears from ${MIN_OTHERS} other episodes of the same kind on.`;
  return `${marks}Grey: the usual of this show, aligned with ${getLetter(curve)}, as the median (dotted) and the middle half of ${usual.similar || usual.any} other episodes.`;
}

async function remove({ episode }: EpisodeCurve): Promise<void> {
  await choose(removeEpisode(choice, episode));
  // The button that had the focus is gone.
  const next = section.querySelector<HTMLElement>(".remove") ?? find(".search input", HTMLElement);
  next.focus();
}

function getOver(): Over {
  return find("input[name=over]:checked", HTMLInputElement).value === "percent" ? "percent" : "time";
}
