import { nameSource } from "../sources/curve/source-facts.ts";
import { normalizeKey } from "../sources/import/guid-map.ts";
import { findRepeated } from "../sources/import/suggestions.ts";
import type { Show } from "./dropped-show.ts";
import type { Nameless } from "./view.ts";

/** What people chose. */
export interface Choices {
  /** GUIDs by normalized keys; empty for a curve that is left out. */
  readonly guids: Map<string, string>;
  /** The same of saved reports. What somebody called a file may be another one's name by now. */
  readonly earlier: Map<string, string>;
  /** Durations that were typed, in seconds, by GUID. */
  readonly durations: Map<string, number>;
  /** Files in whose tables nobody listened where rows are missing. */
  readonly zeros: Set<string>;
}

export function createChoices(): Choices {
  return { guids: new Map(), earlier: new Map(), durations: new Map(), zeros: new Set() };
}

/** Lists what a saved report keeps: GUIDs by normalized keys. */
export function listKept({ earlier, guids }: Choices): [key: string, guid: string][] {
  return [...new Map([...earlier, ...guids])];
}

/** Lists the curves that don't name their episode, as `charts map` does. */
export function listNameless({ lines, names, suggestions }: Show, choices: Choices): Nameless[] {
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one list, of which each entry has what is known of a curve
  const found = lines.map(({ key, guid: ofTitle, origin, title, isName, file, source = "" }) => {
    const earlier = choices.earlier.get(normalizeKey(key));
    // The name of a file may be that of another one by now, even the title of a new episode.
    const isAsked = isName && (ofTitle === "" || earlier !== ofTitle) && (earlier === "" || names.has(earlier ?? ""));
    const chosen = choices.guids.get(normalizeKey(key)) ?? (isName ? undefined : earlier);
    const guid = chosen ?? (isAsked ? undefined : ofTitle || undefined);
    const isByTitle = chosen === undefined && guid !== undefined;
    // Without a title, only the id tells the curves of a file apart. The address of the episode's page has it, too.
    const place = title === "" && !isName ? `${origin}: ${key}` : origin;
    return {
      key,
      title,
      file,
      origin: place,
      source: nameSource(source),
      isByTitle,
      ...(guid !== undefined && { guid }),
      ...(guid === undefined && isAsked && { offered: earlier }),
    };
  });
  const suggested = suggestions.suggestAll(found);
  const ids = found.map(({ source, guid }) => (guid ? JSON.stringify([source, guid]) : ""));
  const repeated = findRepeated(ids);
  return found.map(({ offered, ...curve }, index) => {
    const offer = offered === "" ? offered : suggested[index];
    const isTwice = ids[index] !== "" && repeated.has(ids[index] ?? "");
    const isEarlier = offer !== undefined && offer === offered;
    return { ...curve, isTwice, ...(offer !== undefined && { suggested: offer }), ...(isEarlier && { isEarlier }) };
  });
}
