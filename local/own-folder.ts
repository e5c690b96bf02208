import { mkdir, mkdtemp, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

/** The rights of the group and of all others to write. */
const OTHERS_WRITE = 0o022;

/**
 * The files in the data folder of the server that uses it, for its owner: its endpoint, and its credentials as AWS's SDKs and
 * command line read them.
 */
export const [ENDPOINT_FILE, CREDENTIALS_FILE] = ["endpoint", "credentials"] as const;

/** All rights of the group and of all others. */
const OTHERS = 0o077;

let hasWarned = false;

/**
 * Makes the data folder, for its owner alone, if it is missing. Whoever can write in it could put the address of another server
 * there. On a file system without rights, such as /mnt/c in WSL, it only warns, once. On Windows, it checks nothing.
 *
 * @throws Error if others can write in it
 */
export async function makeOwnFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const user = process.getuid?.();
  if (user === undefined) return;
  const { uid, mode } = await stat(folder);
  if (user !== 0 && uid !== 0 && uid !== user)
    throw new OthersFolderError(`The folder ${folder} is another user's. Set DYNAMODB_FOLDER to a folder of your own.`);
  if ((mode & OTHERS_WRITE) === 0) return;
  if (!(await hasRights(folder))) return warn(describeWithoutRights(folder, "write in"));
  throw new OthersFolderError(
    `Other users can write in the folder ${folder}. Look at what is in it, and run: ${composeCommand(folder)}`,
  );
}

/** Warns once if others can read the data folder that is in use, and so the charts. */
export async function warnOfReaders(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  if (process.getuid === undefined || (mode & OTHERS) === 0) return;
  const text = `Other users can read the charts in the folder ${folder}. To keep them from it, run: ${composeCommand(folder)}`;
  warn((await hasRights(folder)) ? text : describeWithoutRights(folder, "read"));
}

/** A data folder that is not its user's alone. */
export class OthersFolderError extends Error {}

/** It works wherever it is run. */
function composeCommand(folder: string): string {
  return `chmod 700 '${resolve(folder).replaceAll("'", "'\\''")}'`;
}

function describeWithoutRights(folder: string, verb: string): string {
  return `Other users may ${verb} the folder ${folder}, where chmod has no effect. If others use this machine, set DYNAMODB_FOLDER to a folder elsewhere.`;
}

function warn(message: string): void {
  if (!hasWarned) console.error(message);
  hasWarned = true;
}

/** Checks whether the file system keeps rights: a folder that is made for its owner alone is one. */
async function hasRights(folder: string): Promise<boolean> {
  const probe = await mkdtemp(join(folder, "probe-"));
  const { mode } = await stat(probe);
  await rmdir(probe);
  return (mode & OTHERS) === 0;
}

/** Writes a file that only its owner can read, in place of what was there, even of a link. */
export async function saveOwnFile(file: string, content: string): Promise<void> {
  await rm(file, { force: true });
  await writeFile(file, content, { flag: "wx", mode: 0o600 });
}
