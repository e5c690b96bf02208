import { readFile } from "node:fs/promises";
import { parseLastReport } from "../../report/make/last-report.ts";
import type { Snapshot } from "../../report/since/snapshot.ts";
import { toPrintable } from "../../report/text/printable.ts";
import { CommandError } from "../shell/command.ts";

/**
 * Loads an earlier report: its page, or its findings.
 *
 * @returns undefined if there is none yet, as before the first of a series
 * @throws CommandError if the file is something else
 */
export async function loadLastReport(path: string, madeAt: Date): Promise<Snapshot | undefined> {
  const name = toPrintable(path);
  const text = await readFile(path, "utf8").catch(({ code, message }: NodeJS.ErrnoException) => {
    if (code !== "ENOENT") throw new CommandError(`${name} can't be read: ${message}.`);
  });
  return text === undefined ? undefined : parseLastReport(text, name, madeAt);
}
