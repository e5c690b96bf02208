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

/**
 * Creates a field that finds an episode by its title or date.
 *
 * @param choose called with a GUID, or with undefined to choose later
 * @param skip called for Enter in an empty field
 */
export function createField(
  { id, guid, names, note }: Field,
  choose: (guid: string | undefined) => void,
  skip: () => void,
): HTMLInputElement {
  const value = (guid && names.get(guid)) ?? "";
  const field = make("input", {
    ...{ id, type: "search", autocomplete: "off", value, title: value, list: "episodes", "aria-describedby": note.id },
    placeholder: names.size > 0 ? "Type a title or a date" : "Drop the feed first",
  });
  field.disabled = guid === "" || names.size === 0;
  field.addEventListener("input", () => {
    const chosen = findExact(field.value, names);
    if (chosen !== undefined && chosen !== guid) choose(chosen);
  });
  field.addEventListener("change", () => {
    const [only, ...others] = findEpisodes(field.value, names);
    if (field.value.trim() === "") choose(undefined);
    else if (only === undefined) note.textContent = "No episode of the feed has this in its title or date.";
    else if (others.length > 0) note.textContent = `${others.length + 1} episodes have this: type more.`;
    else if (only !== guid) choose(only);
  });
  field.addEventListener("keydown", ({ key }) => {
    if (key === "Enter" && field.value === value) skip();
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
