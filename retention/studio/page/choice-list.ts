import { formatCount } from "../../../lib/count.ts";
import { find, make } from "../../report/page/dom.ts";
import type { Choosable, Nameless } from "../view.ts";
import { createField } from "./choice-field.ts";
import { keepFocus } from "./keep-focus.ts";
import type { Ask } from "./worker-client.ts";

/** What of a row one can use, in order. */
const CONTROLS = "button:not(:disabled), input:not(:disabled)";

/** Lists the curves that name no episode, each with the one that is suggested, or a field that finds one of the feed's. */
export class ChoiceList {
  readonly #section = find(".choices", HTMLElement);
  readonly #list = find(".choices > .nameless", HTMLElement);
  readonly #ask: Ask;
  readonly #finish: () => void;
  /** The keys of curves of which another episode than the named one is to be chosen. */
  readonly #others = new Set<string>();
  /** Where the choice was that is on its way, after which the focus goes on. */
  #place: number | undefined;
  #curves: readonly Nameless[] = [];
  #episodes: readonly Choosable[] = [];
  #names: ReadonlyMap<string, string> = new Map();

  /** @param finish called when the last open choice is made */
  constructor(ask: Ask, finish: () => void) {
    this.#ask = ask;
    this.#finish = finish;
    find(".accept-all", HTMLButtonElement).addEventListener("click", () => {
      this.#place = -1;
      ask({ kind: "accept all" });
    });
  }

  show(curves: readonly Nameless[], episodes: readonly Choosable[]): void {
    this.#curves = curves;
    this.#episodes = episodes;
    this.#names = new Map(episodes.map(({ guid, name }) => [guid, name]));
    // Without a feed, there is nothing to choose from.
    this.#section.hidden = curves.length === 0 || episodes.length === 0;
    const isSettled = curves.every(({ isByTitle }) => isByTitle);
    for (const head of this.#section.querySelectorAll<HTMLElement>(":scope > :is(h2, .hint)")) head.hidden = isSettled;
    find("#episodes", HTMLDataListElement).replaceChildren(
      ...episodes.map(({ name }) => make("option", { value: name })),
    );
    this.#draw();
    this.#goOn();
  }

  /** Gives the first open choice the focus. */
  focusOpen(): void {
    const { top } = this.#section.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) this.#section.scrollIntoView({ block: "start" });
    const accept = find(".accept-all", HTMLButtonElement);
    if (accept.offsetParent) accept.focus({ preventScroll: true });
    else this.#focusRow();
  }

  #draw(): void {
    const createAll = (all: readonly Nameless[]) => all.map((curve) => this.#createCurve(curve));
    const byTitle = this.#curves.filter(({ isByTitle }) => isByTitle);
    keepFocus(this.#section, () => {
      this.#list.replaceChildren(...createAll(this.#curves.filter(({ isByTitle }) => !isByTitle)));
      find(".by-title", HTMLElement).hidden = byTitle.length === 0;
      find(".by-title summary", HTMLElement).textContent = `${formatCount(byTitle.length, "curve")} matched by title`;
      find(".by-title ul", HTMLElement).replaceChildren(...createAll(byTitle));
    });
    const count = this.#curves.filter(({ suggested }) => suggested !== undefined).length;
    const open = this.#curves.filter(({ guid }) => guid === undefined).length;
    find(".accept", HTMLElement).hidden = count < 2;
    find(".accept span", HTMLElement).textContent = `${count} of ${open} have a suggestion. Look through them first.`;
    find(".accept-all", HTMLButtonElement).textContent = `Yes to all ${count}`;
  }

  #goOn(): void {
    if (this.#place === undefined) return;
    const place = this.#place;
    this.#place = undefined;
    if (!this.#focusRow(place)) this.#finish();
  }

  /** Gives the next open row the focus, after one or from the first on. Returns whether there is one. */
  #focusRow(after = -1): boolean {
    const rows = this.#listRows();
    const row = [...rows.slice(after + 1), ...rows.slice(0, after + 1)].find((each) =>
      each.classList.contains("is-open"),
    );
    const control = row?.querySelector<HTMLElement>(CONTROLS);
    control?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
    return Boolean(control);
  }

  /** The place of the row that has the focus; -1 if none has. */
  #findPlace(): number {
    return this.#listRows().findIndex((row) => row.contains(document.activeElement));
  }

  #listRows(): HTMLElement[] {
    return [...this.#list.querySelectorAll<HTMLElement>("li")];
  }

  #choose(key: string, guid: string | undefined): void {
    this.#others.delete(key);
    if (guid !== undefined) this.#place = this.#findPlace();
    this.#ask({ kind: "choose", key, ...(guid !== undefined && { guid }) });
  }

  #createCurve(curve: Nameless): HTMLElement {
    const { key, origin, source, title, guid, suggested, isEarlier, isTwice } = curve;
    const id = `curve-${this.#curves.indexOf(curve)}`;
    const named = this.#others.has(key) ? undefined : guid || suggested;
    const note = make("span", { id: `${id}-note`, class: "note" });
    if (isTwice) note.textContent = `Another curve of ${source} is of this episode, too: only one can be.`;
    if (isEarlier && named !== undefined) note.textContent = this.#askEarlier(named);
    const about = { type: "button", "aria-describedby": `${id}-name` };
    const out = make("button", { ...about, id: `${id}-out`, "aria-pressed": String(guid === "") }, "Leave out");
    out.addEventListener("click", () => this.#choose(key, guid === "" ? undefined : ""));
    // The label of a button would be read in place of its text.
    const isField = guid !== "" && named === undefined;
    const labelled = make(
      isField ? "label" : "div",
      { id: `${id}-name`, ...(isField && { for: id }) },
      make("bdi", { class: "title" }, title || origin),
      make("span", { class: "from" }, describeOrigin(curve)),
    );
    const field = () =>
      createField(
        { id, guid, names: this.#names, note },
        {
          choose: (chosen) => this.#choose(key, chosen),
          skip: () => this.#focusRow(this.#findPlace()),
          ...(this.#others.has(key) && { cancel: () => this.#nameOther(key, false, guid ? id : `${id}-other`) }),
        },
      );
    const controls =
      guid === ""
        ? [make("p", { class: "offer" }, "Left out"), out]
        : named === undefined
          ? [field(), out]
          : this.#createNamed(curve, named, id, out);
    const row = make("li", { class: guid === undefined ? "is-open" : "" }, labelled);
    row.append(make("div", { class: "choice" }, ...controls, note));
    return row;
  }

  #askEarlier(guid: string): string {
    const title = this.#episodes.find((episode) => episode.guid === guid)?.title;
    return `Last month this name was ${title === undefined ? "left out" : `“${title}”`}. Still?`;
  }

  /** Asks for another episode than the named one, or goes back to that. @param focused id of what has the focus then */
  #nameOther(key: string, isOther: boolean, focused: string): void {
    if (isOther) this.#others.add(key);
    else this.#others.delete(key);
    this.#draw();
    document.getElementById(focused)?.focus();
  }

  /** Creates what names an episode: the one that was chosen, or the one that is suggested. */
  #createNamed({ key, guid: chosen }: Nameless, guid: string, id: string, out: HTMLElement): HTMLElement[] {
    const episode = this.#episodes.find((each) => each.guid === guid);
    const name = make("p", { id: `${id}-offer`, class: chosen ? "offer is-chosen" : "offer" });
    name.append(
      make("bdi", {}, guid === "" ? "Left out" : (episode?.title ?? guid)),
      make("span", { class: "from" }, episode?.date ?? ""),
    );
    const about = { type: "button", "aria-describedby": `${id}-name` };
    const other = make("button", { ...about, id: chosen ? id : `${id}-other` }, chosen ? "Change" : "Other…");
    other.addEventListener("click", () => this.#nameOther(key, true, id));
    if (chosen) return [name, other, out];
    const yes = make("button", { ...about, id, class: "yes", "aria-describedby": `${id}-name ${id}-offer` }, "Yes");
    yes.addEventListener("click", () => this.#choose(key, guid));
    return [name, yes, other, out];
  }
}

/** Says which platform a curve is of, and which file has it, unless that is called as the curve is. */
function describeOrigin({ source, file, title }: Nameless): string {
  return title === "" || file.startsWith(title) ? source : `${source}, ${file}`;
}
