import type { Episode } from "../episode.ts";
import { find, make } from "./dom.ts";

interface Row {
  readonly element: HTMLTableRowElement;
  readonly box: HTMLInputElement;
  readonly episode: Episode;
  /** Normalized title and GUID, for searching. */
  readonly text: string;
}

/** Rows that are laid out at a time, as the reader scrolls down. Thousands at once would be slow. */
const STEP = 100;

/** The table of all episodes: sorts, searches and selects them. */
export class EpisodeTable {
  /** All rows in display order. */
  #rows: readonly Row[];
  #wanted: readonly string[] = [];
  #limit = STEP;
  readonly #body = find("tbody", HTMLTableSectionElement);
  readonly #count = find(".count", HTMLElement);
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
    for (const head of document.querySelectorAll("th[data-key]")) this.#makeSortable(head);
    const search = find(".search input", HTMLInputElement);
    search.addEventListener("input", () => this.#search(search.value));
    this.#search(search.value);
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

  #makeSortable(head: Element): void {
    const key = head.getAttribute("data-key") ?? "";
    if (!isSortKey(key)) return;
    const button = make("button", { type: "button" }, head.textContent ?? "");
    button.addEventListener("click", () => this.#sort(key, head));
    head.replaceChildren(button);
  }

  /** Sorts titles from A to Z, numbers and dates from the highest. A second click reverses the order. */
  #sort(key: string, head: Element): void {
    const first = key === "title" ? "ascending" : "descending";
    const second = key === "title" ? "descending" : "ascending";
    const order = head.getAttribute("aria-sort") === first ? second : first;
    for (const other of document.querySelectorAll("th[aria-sort]")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", order);
    const sign = order === "ascending" ? 1 : -1;
    this.#rows = this.#rows.toSorted((one, other) => sign * compare(key, one.episode, other.episode));
    this.#show(STEP);
    this.#body.replaceChildren(...this.#rows.map(({ element }) => element));
  }

  #search(query: string): void {
    this.#wanted = normalizeForSearch(query).split(/\s+/);
    this.#show(STEP);
  }

  #grow(entries: readonly IntersectionObserverEntry[]): void {
    const isInSight = entries.some(({ isIntersecting }) => isIntersecting);
    if (isInSight && this.#limit < this.#rows.length) this.#show(this.#limit + STEP);
  }

  /** Shows the first rows, up to a limit, that contain all searched words. */
  #show(limit: number): void {
    this.#limit = limit;
    let found = 0;
    for (const { element, text } of this.#rows) {
      const isFound = this.#wanted.every((word) => text.includes(word));
      if (isFound) found++;
      element.hidden = !isFound || found > limit;
    }
    const all = this.#rows.length;
    // Observing anew reports the end again if it is still in sight.
    this.#observer.unobserve(this.#end);
    this.#observer.observe(this.#end);
    this.#count.textContent = found === all ? "" : `${found.toLocaleString("en")} of ${all.toLocaleString("en")}`;
  }
}

function isSortKey(key: string): boolean {
  return key !== "curve";
}

const collator = new Intl.Collator(undefined, { numeric: true });

function compare(key: string, one: Episode, other: Episode): number {
  if (key === "title") return collator.compare(one.title, other.title);
  if (key === "date") return collator.compare(one.date ?? "", other.date ?? "");
  return computeNumber(key, one) - computeNumber(key, other);
}

function computeNumber(key: string, { duration, insights }: Episode): number {
  if (key === "duration") return duration;
  if (key === "average") return insights.average;
  if (key === "drop") return insights.sharpestDrop?.points ?? 0;
  return insights.remaining[Number(key.slice("part-".length))]?.percentage ?? 0;
}

/** Lower-cases a text and removes its accents, so that a search ignores both. */
function normalizeForSearch(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
