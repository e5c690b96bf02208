import { formatCount } from "../../../lib/count.ts";
import type { Choosable, Nameless } from "../view.ts";
import { create, find, keepFocus } from "./dom.ts";

type OnChoose = (key: string, guid: string | undefined) => void;

/** Lists the curves that name no episode, each with a field that finds one of the feed's. Nothing is guessed. */
export function listChoices(curves: readonly Nameless[], episodes: readonly Choosable[], onChoose: OnChoose): void {
  const section = find(".choices", HTMLElement);
  section.hidden = curves.length === 0;
  const names = new Map(episodes.map(({ guid, name }) => [guid, name]));
  const createAll = (all: readonly Nameless[]) =>
    all.map((curve) => createCurve(curve, `curve-${curves.indexOf(curve)}`, names, onChoose));
  const byTitle = curves.filter(({ isByTitle }) => isByTitle);
  keepFocus(section, () => {
    find("#episodes", HTMLDataListElement).replaceChildren(
      ...episodes.map(({ name }) => create("option", { value: name })),
    );
    find(".nameless", HTMLElement).replaceChildren(...createAll(curves.filter(({ isByTitle }) => !isByTitle)));
    find(".by-title", HTMLElement).hidden = byTitle.length === 0;
    find(".by-title summary", HTMLElement).textContent = `${formatCount(byTitle.length, "curve")} by their title`;
    find(".by-title ul", HTMLElement).replaceChildren(...createAll(byTitle));
  });
}

function createCurve(
  { key, origin, source, guid, isTwice }: Nameless,
  id: string,
  names: ReadonlyMap<string, string>,
  onChoose: OnChoose,
): HTMLElement {
  const isOut = guid === "";
  const field = create("input", { id, type: "search", autocomplete: "off", value: (guid && names.get(guid)) ?? "" });
  field.placeholder = names.size > 0 ? "Type a title or a date" : "Drop the feed first";
  field.disabled = isOut || names.size === 0;
  field.setAttribute("list", "episodes");
  field.setAttribute("aria-describedby", `${id}-note`);
  const note = create("span", { id: `${id}-note`, className: "note" });
  note.textContent = isTwice ? `Another curve of ${source} is of this episode, too: only one can be.` : "";
  field.addEventListener("input", () => {
    const chosen = findExact(field.value, names);
    if (chosen !== undefined && chosen !== guid) onChoose(key, chosen);
  });
  field.addEventListener("change", () => {
    const found = findEpisodes(field.value, names);
    const [only, ...others] = found;
    if (field.value.trim() === "") onChoose(key, undefined);
    else if (only !== undefined && others.length === 0) {
      if (only !== guid) onChoose(key, only);
    } else note.textContent = describeFound(found.length);
  });
  const out = create("button", { type: "button", id: `${id}-out`, ariaPressed: String(isOut) }, "Leave out");
  out.addEventListener("click", () => onChoose(key, isOut ? undefined : ""));
  return create(
    "li",
    { className: guid === undefined ? "is-open" : "" },
    create("label", { htmlFor: id }, create("strong", {}, source), " ", create("bdi", {}, origin)),
    create("div", { className: "choice" }, field, out, note),
  );
}

function describeFound(count: number): string {
  return count === 0
    ? "No episode of the feed has this in its title or date."
    : `${count} episodes have this: type more.`;
}

/** Finds the episodes that have a text in their name; only the one that is called so, if there is one. */
function findEpisodes(text: string, names: ReadonlyMap<string, string>): string[] {
  const exact = findExact(text, names);
  if (exact !== undefined) return [exact];
  const sought = text.trim().toLowerCase();
  return [...names].flatMap(([guid, name]) => (name.toLowerCase().includes(sought) ? guid : []));
}

function findExact(text: string, names: ReadonlyMap<string, string>): string | undefined {
  return [...names].find(([, name]) => name === text)?.[0];
}
