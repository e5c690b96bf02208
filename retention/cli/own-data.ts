import { makeOwnFolder, OthersFolderError, warnOfReaders } from "../../local/own-folder.ts";
import { CommandError } from "../../operate/shell/command.ts";
import { findDataFolder } from "../../operate/shell/data-folder.ts";

/**
 * Makes the data folder for what commands keep besides the tables, and trust later, as for the tables themselves. If it can't be made,
 * whoever uses it says why.
 *
 * @throws CommandError if others can write in it
 */
export async function makeDataFolder(): Promise<string> {
  const folder = findDataFolder();
  try {
    await makeOwnFolder(folder);
    await warnOfReaders(folder);
  } catch (error) {
    if (error instanceof OthersFolderError) throw new CommandError(error.message);
  }
  return folder;
}
