import type { ReadFile } from "./dropped.ts";
import { isSameFile } from "./dropped.ts";
import type { Pace } from "./pace.ts";

/** The files that were dropped, by names that no two have. */
export type Shelf = ReadonlyMap<string, ReadFile>;

/**
 * Adds a file. One of the same name makes way only if it is an older self of the file. Otherwise the file is put beside it, as of
 * another folder: `feed.xml` and `another folder/feed.xml`.
 */
export async function addFile(shelf: Shelf, file: ReadFile, pace: Pace): Promise<Map<string, ReadFile>> {
  for (let copy = 1; ; copy++) {
    const id = nameCopy(file.name, copy);
    const known = shelf.get(id);
    if (known && !(await isSameFile(known, file, pace))) continue;
    const others = [...shelf].filter(([name]) => name !== id);
    return new Map([...others, [id, file]]);
  }
}

function nameCopy(name: string, copy: number): string {
  if (copy === 1) return name;
  return `another folder${copy === 2 ? "" : ` ${copy - 1}`}/${name}`;
}
