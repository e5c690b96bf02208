import { identifyCurve } from "../sources/import/curve-places.ts";
import { type ReadFile, refuseCut } from "./dropped.ts";

/** The files that were dropped, by names that no two have. */
export type Shelf = ReadonlyMap<string, ReadFile>;

/**
 * Adds a file. One of the same name makes way only if it is an older self of the file. Otherwise the file is put beside it:
 * `feed.xml` and `feed (2).xml`.
 *
 * @param together the files that came with it: none of them makes way if its curves name no episode
 */
export function addFile(shelf: Shelf, added: ReadFile, together: ReadonlySet<ReadFile>): Map<string, ReadFile> {
  const file = shelf.has(added.name) ? refuseCut(added) : added;
  for (let copy = 1; ; copy++) {
    const id = nameCopy(file.name, copy);
    const known = shelf.get(id);
    if (known && ((together.has(known) && isOther(known, file)) || !isSameFile(known, file))) continue;
    const others = [...shelf].filter(([name]) => name !== id);
    return new Map([...others, [id, file]]);
  }
}

/** Puts a file back that one of its name has replaced, and that one beside it. */
export function putBack(shelf: Shelf, id: string, file: ReadFile): Shelf {
  const newer = shelf.get(id);
  let copy = 2;
  while (shelf.has(nameCopy(id, copy))) copy++;
  return new Map([...shelf, [id, file], ...(newer ? ([[nameCopy(id, copy), newer]] as const) : [])]);
}

function nameCopy(name: string, copy: number): string {
  return copy === 1 ? name : name.replace(/(?=\.[^/]*$)|$/, ` (${copy})`);
}

/**
 * Checks whether a file is an older one of the same name, saved again: it has the same platform and episodes. One that was
 * refused makes way for any; one that is refused now takes no other's place.
 */
function isSameFile(one: ReadFile, other: ReadFile): boolean {
  if (one.content.kind === "refused") return true;
  if (one.content.kind !== other.content.kind) return false;
  const [ids, others] = [identify(one), identify(other)];
  return ids.size === others.size && [...ids].every((id) => others.has(id));
}

/** Checks whether two files that came together say something else, or have other curves that name no episode: only their names could tell their episodes apart. */
function isOther({ content: one }: ReadFile, { content: other }: ReadFile): boolean {
  if (other.kind === "transcript") return JSON.stringify(one) !== JSON.stringify(other);
  if (other.kind !== "documents") return false;
  const curves = other.documents.flatMap((document) => document.curves);
  const isNameless = curves.some(({ guid, keys = [] }) => guid === undefined && keys.length === 0);
  return isNameless && JSON.stringify(one) !== JSON.stringify(other);
}

/** What a file is of: platforms and episodes, or a show. */
function identify({ content }: ReadFile): Set<string> {
  if (content.kind === "feed") return new Set([content.feed.title ?? ""]);
  if (content.kind === "saved") return new Set(content.saved.feeds.map(({ title }) => title ?? ""));
  if (content.kind === "documents")
    return new Set(
      content.documents.flatMap(({ source, curves }) =>
        curves.map(({ guid, keys }) => JSON.stringify([source, guid ?? keys ?? []])),
      ),
    );
  if (content.kind !== "charts") return new Set();
  const named = content.batches.flat().flatMap((record) => record.named ?? []);
  return new Set(named.map(({ guid, source }) => identifyCurve(guid, source)));
}
