import { formatDate } from "../curve/days.ts";
import type { Episode } from "../episode/episode.ts";
import {
  describeSpots,
  drawSponsorPage,
  formatSpot,
  formatSpotTable,
  SPOT_HEADS,
  SPOT_TERMS,
} from "../spots/spot-table.ts";
import { find, make, makeTable, saveAs } from "./dom.ts";
import { showMessage } from "./tray.ts";

/** Rows that are shown of all spots. Each sponsor has all of its own. */
const MOST = 100;

/** Asks once whether the host reads the spots, unless that is known, and shows them if so. */
export function showSpots(episodes: readonly Episode[]): void {
  const section = document.querySelector<HTMLElement>(".spots");
  if (!section) return;
  const asked = find(".asked", HTMLElement, section);
  const show = () => {
    asked.hidden = true;
    fill(section, episodes, describeSpots(formatDate(section.dataset.day ?? "")));
  };
  find(".is-read", HTMLElement, asked).addEventListener("click", show);
  find(".is-inserted", HTMLElement, asked).addEventListener("click", () => {
    asked.textContent = "Then there are no rows: no curve knows which ad a listener heard.";
  });
  if (asked.hidden) show();
}

function fill(section: HTMLElement, episodes: readonly Episode[], first: string): void {
  const all = episodes.flatMap((episode) => (episode.spots ?? []).map((spot) => ({ spot, episode })));
  const names = [...new Set(all.map(({ spot }) => spot.name))].sort();
  const [select, table] = [find("select", HTMLSelectElement, section), find("table", HTMLTableElement, section)];
  const listOwn = () => all.filter(({ spot }) => spot.name === names[select.selectedIndex - 1]);
  const showRows = () => {
    const rows = (select.selectedIndex > 0 ? listOwn() : all.slice(0, MOST)).map((row) =>
      make("tr", {}, ...formatSpot(row).map((cell) => make("td", {}, cell))),
    );
    table.replaceChildren(
      ...makeTable(
        SPOT_HEADS.map((head) => make("th", { scope: "col" }, head)),
        rows,
      ),
    );
    for (const button of section.querySelectorAll<HTMLButtonElement>(".told button"))
      button.disabled = select.selectedIndex === 0;
  };
  const offer = (selector: string, type: string, name: string, compose: () => { toString(): string }) =>
    find(selector, HTMLElement, section).addEventListener("click", () => {
      saveAs(new Blob([compose().toString()], { type: `${type};charset=utf-8` }), name);
      showMessage(`Saved ${name}, with the spots of ${names[select.selectedIndex - 1]} alone.`);
    });
  select.replaceChildren(...["All", ...names].map((name) => make("option", {}, name)));
  select.addEventListener("change", showRows);
  offer(".as-csv", "text/csv", "sponsor.csv", () => formatSpotTable(first, listOwn()));
  offer(".as-page", "text/html", "sponsor.html", () => drawSponsorPage(first, listOwn()));
  const terms = [first, ...SPOT_TERMS].map((text) => make("p", {}, text));
  find(".terms", HTMLElement, section).replaceChildren(...terms);
  find(".told", HTMLElement, section).hidden = false;
  showRows();
}
