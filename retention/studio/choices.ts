import { nameSource } from "../report/make/source-kind.ts";
import { RefusalList } from "../sources/base/refusals.ts";
import { Endings, Titles } from "../sources/feed/guid-finders.ts";
import { normalizeKey } from "../sources/formats/guid-map.ts";
import { MapDraft } from "../sources/map-draft.ts";
import type { SavedFeed } from "../sources/saved-report.ts";
import { listEpisodes } from "./feeds.ts";
import type { Shelf } from "./shelf.ts";
import { Suggestions } from "./suggestions.ts";
import type { Nameless } from "./view.ts";

/** What people chose. */
export class Choices {
  /** GUIDs by normalized keys; empty for a curve that is left out. */
  readonly guids = new Map<string, string>();
  /** Durations that were typed, in seconds, by GUID. */
  readonly durations = new Map<string, number>();
  /** Files in whose tables nobody listened where rows are missing. */
  readonly zeros = new Set<string>();

  /** @param guid empty to leave the curve out; undefined to choose later */
  choose(key: string, guid: string | undefined): void {
    if (guid === undefined) this.guids.delete(normalizeKey(key));
    else this.guids.set(normalizeKey(key), guid);
  }

  copy(): Choices {
    const copy = new Choices();
    for (const [key, guid] of this.guids) copy.guids.set(key, guid);
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
  const found = draft.lines.map(({ key, guid: ofTitle, origin, title, source = "" }) => {
    const chosen = choices.guids.get(normalizeKey(key));
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
    };
  });
  const suggestions = new Suggestions(feeds);
  const offered = found.map((curve) => {
    const suggested = curve.guid === undefined ? suggestions.findGuid(curve.title) : undefined;
    return { ...curve, suggested };
  });
  const uses = new Map<string, number>();
  for (const { source, guid, suggested } of offered) {
    const use = identify({ source, guid: guid ?? suggested });
    uses.set(use, (uses.get(use) ?? 0) + 1);
  }
  return offered.map(({ suggested, ...curve }) => {
    const isTwice = (uses.get(identify({ source: curve.source, guid: curve.guid ?? suggested })) ?? 0) > 1;
    // Of two curves of a platform, only one can be of an episode: which one is not for a suggestion to say.
    const isOffered = suggested !== undefined && !isTwice;
    return { ...curve, isTwice: Boolean(curve.guid) && isTwice, ...(isOffered && { suggested }) };
  });
}

function identify({ source, guid }: { readonly source: string; readonly guid: string | undefined }): string {
  return JSON.stringify([source, guid]);
}
