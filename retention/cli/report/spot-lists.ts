import { readFile } from "node:fs/promises";
import { toPrintable } from "../../../lib/printable.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import { describeReadError } from "../../../operate/shell/read-error.ts";
import type { Uncompared } from "../../report/make/measure-episode.ts";
import { describeSpotRefusal } from "../../report/make/spot-words.ts";
import { type ListedSpot, parseSpotList } from "../../sources/formats/spot-list.ts";

/**
 * Loads a list of sponsors' spots. Names the lines on standard error that can't be taken, and then sets the exit code.
 *
 * @throws CommandError if the file can't be read
 */
export async function loadSpots(path: string, episodes: readonly Uncompared[]): Promise<readonly ListedSpot[]> {
  const file = toPrintable(path);
  const text = await readFile(path, "utf8").catch((error) => {
    throw new CommandError(`${file}: ${describeReadError(error)}`);
  });
  const { spots, refusals } = parseSpotList(text.replace(/^\uFEFF/, ""), episodes);
  for (const refusal of refusals) console.error(`${file}:${refusal.line}: ${describeSpotRefusal(refusal)}`);
  if (refusals.length > 0) process.exitCode = 1;
  return spots;
}
