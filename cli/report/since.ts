import { readFile } from "node:fs/promises";
import { isObject, tryParseJson } from "../../lib/json.ts";
import { toPrintable } from "../../lib/printable.ts";
import { VERSION } from "../../report/make/findings-file.ts";
import type { Snapshot } from "../../report/since/snapshot.ts";
import { CommandError } from "../shell/command.ts";

/**
 * Loads the findings of an earlier report.
 *
 * @returns undefined if there are none yet, as before the first of a series of reports
 * @throws CommandError if the file is something else
 */
export async function loadSnapshot(path: string, madeAt: Date): Promise<Snapshot | undefined> {
  const name = toPrintable(path);
  const text = await readFile(path, "utf8").catch(({ code, message }: NodeJS.ErrnoException) => {
    if (code === "ENOENT") return undefined;
    throw new CommandError(`${name} can't be read: ${message}.`);
  });
  if (text === undefined) return undefined;
  const found = tryParseJson(text);
  if (
    !isObject(found) ||
    typeof found.madeAt !== "string" ||
    !Array.isArray(found.episodes) ||
    !Array.isArray(found.shows)
  )
    throw new CommandError(`${name} is no file of findings. --since takes one that --findings wrote before.`);
  if (found.version !== VERSION)
    throw new CommandError(
      `${name} is of version ${JSON.stringify(found.version)} of the findings; this command reads version ${VERSION}.`,
    );
  if (!(Date.parse(found.madeAt) <= madeAt.getTime()))
    throw new CommandError(
      `${name} is newer than this report (${toPrintable(found.madeAt)}). --since takes the earlier file.`,
    );
  if (!found.episodes.every(isEpisode))
    throw new CommandError(`${name} has an episode without the members of the findings.`);
  return found as unknown as Snapshot;
}

function isEpisode(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.guid === "string" &&
    typeof value.title === "string" &&
    Array.isArray(value.moments) &&
    isObject(value.figures)
  );
}
