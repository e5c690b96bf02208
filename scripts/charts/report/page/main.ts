import { type Episode, MAX_CHOSEN } from "../episode.ts";
import { Board } from "./board.ts";
import { addEpisode, type Choice, EMPTY_CHOICE, formatHash, type Over, readHash, removeEpisode } from "./choice.ts";
import { type Curve, loadCurves } from "./curve.ts";
import { find } from "./dom.ts";
import { listChosen } from "./reading.ts";
import { EpisodeTable } from "./table.ts";

document.documentElement.classList.add("is-alive");
const episodes: readonly Episode[] = JSON.parse(find("#data", HTMLScriptElement).text);
const section = find(".curves", HTMLElement);
const link = find(".link", HTMLAnchorElement);
const message = find(".message", HTMLElement);
const table = new EpisodeTable(episodes, toggle);
let choice = EMPTY_CHOICE;

section.hidden = false;
const board = new Board();
for (const input of section.querySelectorAll("input[name=over]")) {
  input.addEventListener("change", () => choose({ ...choice, over: getOver() }));
}
find(".clear", HTMLButtonElement).addEventListener("click", () => choose({ ...choice, slots: [] }));
const up = find(".up", HTMLButtonElement);
up.addEventListener("click", () => section.scrollIntoView());
new IntersectionObserver((entries) => {
  up.hidden = entries.some(({ isIntersecting }) => isIntersecting);
}).observe(section);
addEventListener("hashchange", () => show(readHash(location.hash, episodes)));
void show(
  location.hash.length > 1 ? readHash(location.hash, episodes) : { ...EMPTY_CHOICE, slots: episodes.slice(0, 1) },
);

function toggle(episode: Episode): void {
  const isChosen = choice.slots.includes(episode);
  const next = isChosen ? removeEpisode(choice, episode) : addEpisode(choice, episode);
  if (next) choose(next);
  else refuse();
}

function refuse(): void {
  table.markChosen(getChosen(choice));
  message.textContent = `No more than ${MAX_CHOSEN} curves can be shown. Remove one first.`;
}

/** Shows a choice and puts it into the page's URL. */
async function choose(next: Choice): Promise<void> {
  history.replaceState(null, "", formatHash(next));
  await show(next);
}

async function show(next: Choice): Promise<void> {
  choice = next;
  table.markChosen(getChosen(next));
  message.textContent = "";
  link.href = formatHash(next);
  find(`input[name=over][value=${next.over}]`, HTMLInputElement).checked = true;
  const curves = await loadCurves(next);
  // The choice may have changed meanwhile.
  if (next !== choice) return;
  section.classList.toggle("is-empty", curves.length === 0);
  listChosen(curves, remove);
  board.show(curves, next.over);
}

async function remove({ episode }: Curve): Promise<void> {
  await choose(removeEpisode(choice, episode));
  // The button that had the focus is gone.
  const next = section.querySelector<HTMLElement>(".remove") ?? find(".search input", HTMLElement);
  next.focus();
}

function getChosen({ slots }: Choice): Episode[] {
  return slots.filter((episode) => episode !== undefined);
}

function getOver(): Over {
  return find("input[name=over]:checked", HTMLInputElement).value === "percent" ? "percent" : "time";
}
