import { listCurves } from "../../lib/episode/curves.ts";
import { normalizeKey } from "../sources/import/guid-map.ts";
import type { Choices } from "./choices.ts";
import { Collection } from "./collection.ts";
import { type ReadFile, readDropped } from "./dropped.ts";
import { type Imported, importCollection } from "./imported.ts";
import type { DroppedFile } from "./open-file.ts";
import type { Pace } from "./pace.ts";
import { addFile, putBack, type Shelf } from "./shelf.ts";

/** Reads files that come together, and adds them and what they say of curves. */
export async function addFiles(
  before: Collection,
  files: readonly DroppedFile[],
  pace: Pace,
): Promise<{ readonly collection: Collection; readonly added: ReadonlySet<ReadFile> }> {
  let { shelf } = before;
  const added = new Set<ReadFile>();
  const replaced: (readonly [id: string, older: ReadFile])[] = [];
  for (const [index, file] of files.entries()) {
    const read = await readDropped(file, pace, countBytes(file, `${index + 1} of ${files.length}`, pace));
    const grown: Shelf = addFile(shelf, read, added);
    replaced.push(...[...shelf].filter(([id]) => grown.get(id) === read));
    shelf = grown;
    added.add(read);
  }
  const choices = structuredClone(before.choices);
  for (const read of added) addChoices(choices, read);
  let collection = new Collection(shelf, choices);
  // The newest first: two that came together may have replaced the same one.
  for (const [id, older] of replaced.toReversed()) collection = await keepRead(collection, id, older, pace);
  return { collection, added };
}

/** Puts a file back if the one that has replaced it is refused in part, and both together have more curves. */
async function keepRead(collection: Collection, id: string, older: ReadFile, pace: Pace): Promise<Collection> {
  const imported = await importCollection(collection, pace);
  if (imported.listRefusals(id).every(({ code }) => code === "line-to-complete")) return collection;
  const both = new Collection(putBack(collection.shelf, id, older), collection.choices);
  const withBoth = await importCollection(both, pace);
  return countCurves(withBoth) > countCurves(imported) ? both : collection;
}

function countCurves({ items }: Imported): number {
  return [...items.values()].flatMap(listCurves).length;
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
  if (content.kind === "map") for (const [key, guid] of content.guids) if (guid !== "") choices.guids.set(key, guid);
  if (content.kind !== "saved") return;
  for (const [key, guid] of content.saved.choices)
    if (!choices.earlier.has(normalizeKey(key))) choices.earlier.set(normalizeKey(key), guid);
  for (const [guid, seconds] of content.saved.durations)
    if (!choices.durations.has(guid)) choices.durations.set(guid, seconds);
}
