import type { Draw } from "../sources/import/draw-curve.ts";
import { normalizeKey } from "../sources/import/guid-map.ts";
import { type Choices, listNameless } from "./choices.ts";
import { type ReadFile, readDropped } from "./dropped.ts";
import { Show } from "./dropped-show.ts";
import { type Collection, importCollection } from "./import-collection.ts";
import type { DroppedFile } from "./open-file.ts";
import type { Pace } from "./pace.ts";
import { addFile, putBack, type Shelf } from "./shelf.ts";

/** A collection with files that came together. */
interface Addition extends Collection {
  readonly added: ReadonlySet<ReadFile>;
}

/** Reads files that come together, and adds them and what they say of curves. */
export async function addFiles(
  before: Collection,
  files: readonly DroppedFile[],
  draw: Draw,
  pace: Pace,
): Promise<Addition> {
  const choices = before.choices.copy();
  let { shelf } = before;
  const added = new Set<ReadFile>();
  const replaced: (readonly [id: string, older: ReadFile])[] = [];
  for (const [index, file] of files.entries()) {
    const read = await readDropped(file, pace, countBytes(file, `${index + 1} of ${files.length}`, pace));
    const grown: Shelf = addFile(shelf, read, added);
    replaced.push(...[...shelf].filter(([id]) => grown.get(id) === read));
    shelf = grown;
    added.add(read);
    addChoices(choices, read);
  }
  // The newest first: two that came together may have replaced the same one.
  for (const [id, older] of replaced.toReversed()) shelf = await keepRead({ shelf, choices }, id, older, draw, pace);
  return { shelf, choices, added };
}

/** Puts a file back if the one that has replaced it is refused in part, and both together have more curves. */
async function keepRead(
  { shelf, choices }: Collection,
  id: string,
  older: ReadFile,
  draw: Draw,
  pace: Pace,
): Promise<Shelf> {
  const importShelf = (files: Shelf) => {
    const show = new Show(files);
    return importCollection({ shelf: files, choices }, show, listNameless(show, choices), draw, pace);
  };
  const { outcome, table } = await importShelf(shelf);
  if (outcome.listRefusals(id).every(({ code }) => code === "line-to-complete")) return shelf;
  const both = putBack(shelf, id, older);
  const withBoth = await importShelf(both);
  return withBoth.table.countCurves() > table.countCurves() ? both : shelf;
}

function countBytes({ name, file: { size } }: DroppedFile, place: string, pace: Pace): (bytes: number) => void {
  const text = `Reading ${name} (${place})`;
  let read = 0;
  pace.tell(text);
  return (bytes) => {
    read += bytes;
    pace.tell(text, read / size);
  };
}

/** Takes over what a file says of curves: a map overrides what was chosen before, and of a saved report it is known as earlier. */
function addChoices(choices: Choices, { content }: ReadFile): void {
  if (content.kind === "map") for (const [key, guid] of content.guids) if (guid !== "") choices.choose(key, guid);
  if (content.kind !== "saved") return;
  for (const [key, guid] of content.saved.choices)
    if (!choices.earlier.has(normalizeKey(key))) choices.earlier.set(normalizeKey(key), guid);
  for (const [guid, seconds] of content.saved.durations)
    if (!choices.durations.has(guid)) choices.durations.set(guid, seconds);
}
