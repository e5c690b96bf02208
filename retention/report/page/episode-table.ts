import type { Episode } from "../episode/episode.ts";
import { selectColumns, selectShown, type TableColumn } from "../show/columns.ts";
import { find, saveAs } from "./dom.ts";
import { compareBy, createSortControls, type Order } from "./sorting.ts";
import { formatTable } from "./table-csv.ts";
import { showMessage } from "./tray.ts";

interface Row {
  readonly element: HTMLTableRowElement;
  readonly box: HTMLInputElement;
  readonly episode: Episode;
  /** Normalized title and GUID, for searching. */
  readonly text: string;
}

/** Rows that are laid out at a time, as the reader scrolls down. Thousands at once would be slow. */
const STEP = 30;

/** The table of all episodes: sorts, searches, selects and saves them. */
export class EpisodeTable {
  /** All rows in display order. */
  #rows: readonly Row[];
  #wanted: readonly string[] = [];
  #limit = STEP;
  /** Those of the saved table, and those that the page shows. */
  readonly #columns: readonly TableColumn[];
  readonly #shown: readonly TableColumn[];
  readonly #markOrder: (order: Order) => void;
  readonly #body = find("tbody", HTMLTableSectionElement, find(".episodes", HTMLElement));
  readonly #count = find(".count", HTMLElement);
  readonly #noHit = find(".no-hit", HTMLElement);
  readonly #end = find(".end", HTMLElement);
  readonly #observer = new IntersectionObserver((entries) => this.#grow(entries), { rootMargin: "1000px" });

  /** @param onToggle called when an episode is selected or deselected */
  constructor(episodes: readonly Episode[], onToggle: (episode: Episode) => void) {
    const elements = this.#body.querySelectorAll("tr");
    this.#rows = episodes.flatMap((episode, index) => {
      const element = elements[index];
      if (!element) return [];
      const box = find("input", HTMLInputElement, element);
      box.addEventListener("change", () => onToggle(episode));
      return [{ element, box, episode, text: normalizeForSearch(`${episode.title} ${episode.guid}`) }];
    });
    find(".tip", HTMLElement).hidden = episodes.length < 2;
    this.#columns = selectColumns(episodes);
    const shares = new Map(this.#rows.map(({ episode, element }) => [episode, readShare(element)]));
    this.#shown = selectShown(episodes, (episode) => shares.get(episode));
    this.#markOrder = createSortControls(this.#shown, (order) => this.#sort(order));
    const search = find(".search input", HTMLInputElement);
    search.addEventListener("input", () => this.#search(search.value));
    this.#search(search.value);
    find(".table-button", HTMLButtonElement).addEventListener("click", () => this.#save());
    addEventListener("beforeprint", () => this.#show(Number.POSITIVE_INFINITY));
    addEventListener("afterprint", () => this.#show(STEP));
  }

  /** Marks the selected episodes. */
  markChosen(chosen: readonly Episode[]): void {
    for (const { box, element, episode } of this.#rows) {
      box.checked = chosen.includes(episode);
      element.classList.toggle("is-chosen", box.checked);
    }
  }

  #sort(order: Order): void {
    const compare = compareBy(this.#shown, order);
    this.#rows = this.#rows.toSorted((one, other) => compare(one.episode, other.episode));
    this.#markOrder(order);
    this.#show(STEP);
    for (const { element } of this.#rows) this.#body.append(element);
  }

  #search(query: string): void {
    this.#wanted = normalizeForSearch(query).split(/\s+/);
    this.#show(STEP);
    this.#noHit.hidden = this.#rows.some((row) => this.#isFound(row));
    this.#noHit.textContent = `No title or GUID contains “${query.trim()}”.`;
  }

  #isFound({ text }: Row): boolean {
    return this.#wanted.every((word) => text.includes(word));
  }

  #grow(entries: readonly IntersectionObserverEntry[]): void {
    const isInSight = entries.some(({ isIntersecting }) => isIntersecting);
    if (isInSight && this.#limit < this.#rows.length) this.#show(this.#limit + STEP);
  }

  /** Shows the first rows, up to a limit, that contain all searched words. */
  #show(limit: number): void {
    this.#limit = limit;
    let found = 0;
    for (const row of this.#rows) {
      const isFound = this.#isFound(row);
      if (isFound) found++;
      row.element.hidden = !isFound || found > limit;
    }
    const all = this.#rows.length;
    // Observing anew reports the end again if it is still in sight.
    this.#observer.unobserve(this.#end);
    this.#observer.observe(this.#end);
    this.#count.textContent = found === all ? "" : `${found.toLocaleString("en")} of ${all.toLocaleString("en")}`;
  }

  /** Saves the episodes that the search finds, in their order. */
  #save(): void {
    const episodes = this.#rows.filter((row) => this.#isFound(row)).map(({ episode }) => episode);
    saveAs(new Blob([formatTable(episodes, this.#columns)], { type: "text/csv" }), "episodes.csv");
    showMessage("Saved the table as episodes.csv.");
  }
}

/** Reads the part of those present that a row tells of. */
function readShare(row: HTMLElement): number | undefined {
  const share = row.querySelector<HTMLElement>("[data-share]")?.dataset.share;
  return share === undefined ? undefined : Number(share);
}

/** Lower-cases a text and removes its accents, so that a search ignores both. */
function normalizeForSearch(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
