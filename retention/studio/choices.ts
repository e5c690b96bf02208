import { nameSource } from "../report/make/source-kind.ts";
import { RefusalList } from "../sources/base/refusals.ts";
import { Endings } from "../sources/feed/guid-finders.ts";
import { Suggestions } from "../sources/feed/suggestions.ts";
import { Titles } from "../sources/feed/title-words.ts";
import { normalizeKey } from "../sources/formats/guid-map.ts";
import { MapDraft } from "../sources/formats/map-draft.ts";
import type { SavedFeed } from "../sources/formats/saved-report.ts";
import { listEpisodes } from "./dropped-feeds.ts";
import type { Shelf } from "./shelf.ts";
import type { Nameless } from "./view.ts";

/** What people chose. */
export class Choices {
  /** GUIDs by normalized keys; empty for a curve that is left out. */
  readonly guids = new Map<string, string>();
  /** The same of saved reports. What somebody called a file may be another one's name by now. */
  readonly earlier = new Map<string, string>();
  /** Durations that were typed, in seconds, by GUID. */
  readonly durations = new Map<string, number>();
  /** Files in whose tables nobody listened where rows are missing. */
  readonly zeros = new Set<string>();

  /** @param guid empty to leave the curve out; undefined to choose later */
  choose(key: string, guid: string | undefined): void {
    if (guid === undefined) this.guids.delete(normalizeKey(key));
    else this.guids.set(normalizeKey(key), guid);
  }

  /** Lists what a saved report keeps: GUIDs by normalized keys. */
  listKept(): [key: string, guid: string][] {
    return [...new Map([...this.earlier, ...this.guids])];
  }

  copy(): Choices {
    const copy = new Choices();
    for (const [key, guid] of this.guids) copy.guids.set(key, guid);
    for (const [key, guid] of this.earlier) copy.earlier.set(key, guid);
    for (const [guid, seconds] of this.durations) copy.durations.set(guid, seconds);
    for (const id of this.zeros) copy.zeros.add(id);
    return copy;
  }
}

/** Lists the curves that don't name their episode, as `charts map` does. */
export function listNameless(shelf: Shelf, feeds: readonly SavedFeed[], choices: Choices): Nameless[] {
  const [endings, titles] = [new Endings(), new Titles()];
  for (const { items } of feeds) for (const item of items) titles.add(item);
  for (const { guid } of listEpisodes(feeds)) endings.add(guid);
  const draft = new MapDraft(endings, titles, new RefusalList());
  for (const [id, { content }] of shelf)
    if (content.kind === "documents") for (const document of content.documents) draft.add(id, document);
  const guids = new Set(listEpisodes(feeds).map(({ guid }) => guid));
  const found = draft.lines.map(({ key, guid: ofTitle, origin, title, isName, source = "" }) => {
    const earlier = choices.earlier.get(normalizeKey(key));
    const isAsked = isName && ofTitle === "" && (earlier === "" || guids.has(earlier ?? ""));
    const chosen = choices.guids.get(normalizeKey(key)) ?? (isName && ofTitle === "" ? undefined : earlier);
    const guid = chosen ?? (ofTitle || undefined);
    const isByTitle = chosen === undefined && guid !== undefined;
    // Without a title, only the id tells the curves of a HAR file apart. The address of the episode's page has it, too.
    const place = origin.endsWith("in the request") ? `${origin}: ${key}` : origin;
    return {
      key,
      title,
      origin: place,
      source: nameSource(source),
      isByTitle,
      ...(guid !== undefined && { guid }),
      ...(guid === undefined && isAsked && { offered: earlier }),
    };
  });
  const suggested = new Suggestions(feeds).suggestAll(found);
  return found.map(({ offered, ...curve }, index) => {
    const { source, guid } = curve;
    const offer = offered === "" ? offered : suggested[index];
    const isTwice = Boolean(guid) && found.filter((one) => one.source === source && one.guid === guid).length > 1;
    const isEarlier = offer !== undefined && offer === offered;
    return { ...curve, isTwice, ...(offer !== undefined && { suggested: offer }), ...(isEarlier && { isEarlier }) };
  });
}
