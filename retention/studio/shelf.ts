import { isOther, isSameFile, type ReadFile, refuseCut } from "./dropped.ts";

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
