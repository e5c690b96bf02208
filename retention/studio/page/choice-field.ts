import { make } from "../../report/page/dom.ts";

/** What a field is for. */
interface Field {
  readonly id: string;
  readonly guid: string | undefined;
  /** Of episodes, by GUID. */
  readonly names: ReadonlyMap<string, string>;
  /** Where it says what is not found. */
  readonly note: HTMLElement;
}

/** What comes of a field. */
interface Outcomes {
  /** Called with a GUID, or with undefined to choose later. */
  choose(guid: string | undefined): void;
  /** Called for Enter in a field that is as it was. */
  skip(): void;
  /** Called for Escape, if there is anything to go back to. */
  readonly cancel?: () => void;
}

/** Creates a field that finds an episode by its title or date. */
export function createField({ id, guid, names, note }: Field, { choose, skip, cancel }: Outcomes): HTMLInputElement {
  const value = (guid && names.get(guid)) ?? "";
  const field = make("input", {
    ...{ id, type: "search", autocomplete: "off", value, title: value, list: "episodes", "aria-describedby": note.id },
    placeholder: names.size > 0 ? "Type a title or a date" : "Drop the feed first",
  });
  field.disabled = guid === "" || names.size === 0;
  const told = note.textContent;
  let chosen = guid;
  const take = (found: string | undefined) => {
    if (found === chosen) return;
    chosen = found;
    choose(found);
  };
  const settle = () => {
    const [only, ...others] = findEpisodes(field.value, names);
    if (field.value.trim() === "") take(undefined);
    else if (only === undefined) note.textContent = "No episode of the feed has this in its title or date.";
    else if (others.length > 0) note.textContent = `${others.length + 1} episodes have this: type more.`;
    else take(only);
  };
  field.addEventListener("input", () => {
    note.textContent = told;
    const exact = findExact(field.value, names);
    if (exact !== undefined) take(exact);
  });
  field.addEventListener("change", settle);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && cancel) {
      event.preventDefault();
      // Otherwise, it would be chosen as the field goes.
      field.value = value;
      cancel();
    }
    if (event.key !== "Enter") return;
    if (field.value === value) return skip();
    // WebKit changes nothing by the first Enter while it lists titles. What was stopped is chosen again.
    chosen = guid;
    settle();
  });
  return field;
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
