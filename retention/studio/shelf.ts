import { isOther, isSameFile, type ReadFile } from "./dropped.ts";
import type { Pace } from "./pace.ts";

/** The files that were dropped, by names that no two have. */
export type Shelf = ReadonlyMap<string, ReadFile>;

/**
 * Adds a file. One of the same name makes way only if it is an older self of the file. Otherwise the file is put beside it:
 * `feed.xml` and `feed (2).xml`.
 *
 * @param together the files that came with it, of which none is its older self
 */
export async function addFile(
  shelf: Shelf,
  file: ReadFile,
  together: ReadonlySet<ReadFile>,
  pace: Pace,
): Promise<Map<string, ReadFile>> {
  for (let copy = 1; ; copy++) {
    const id = nameCopy(file.name, copy);
    const known = shelf.get(id);
    if (known && ((together.has(known) && isOther(known, file)) || !(await isSameFile(known, file, pace)))) continue;
    const others = [...shelf].filter(([name]) => name !== id);
    return new Map([...others, [id, file]]);
  }
}

function nameCopy(name: string, copy: number): string {
  return copy === 1 ? name : name.replace(/(?=\.[^/]*$)|$/, ` (${copy})`);
}
