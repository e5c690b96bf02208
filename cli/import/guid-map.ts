import { readFile } from "node:fs/promises";
import { parseGuidMap } from "../../sources/formats/guid-map.ts";
import { CommandError } from "../shell/command.ts";
import { describeReadError } from "../shell/files.ts";

/**
 * Loads a map of keys to GUIDs, as {@link parseGuidMap} parses it.
 *
 * @throws CommandError if the file can't be read, is not a map in UTF-8, or has two GUIDs for a key
 */
export async function loadGuidMap(file: string): Promise<Map<string, string>> {
  const bytes = await readFile(file).catch((error) => {
    throw new CommandError(`${file}: ${describeReadError(error)}`);
  });
  return parseGuidMap(bytes, file);
}
