import { randomUUID } from "node:crypto";
import { access, chmod, constants, open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { CommandError } from "../../../operate/shell/command.ts";
import { GENERATOR } from "../../report/make/page.ts";
import { loadIdentity } from "../shell/files.ts";

/** What commands write, and how it begins: an existing file that begins otherwise is somebody's. */
const BEGINNINGS = {
  page: new RegExp(`^<!doctype html>[^]{0,50}${GENERATOR}`),
  findings: /^\{"version":\d+,"madeAt":"/,
};

/** Bytes in which a file of ours says so. */
const BEGINNING = 200;

/**
 * Verifies, before any other work, that a file can be created in its folder or replaced. Folders and devices must not
 * be replaced, nor symbolic links such as /dev/stdout, nor files with anything but an earlier output.
 *
 * @param inputs files that the command reads
 * @returns the path, or that of the file behind it if it is a symbolic link
 * @throws CommandError if the folder is missing or not writable, or if the file must not be replaced
 */
export async function resolveWritable(
  path: string,
  kind: keyof typeof BEGINNINGS,
  inputs: readonly string[] = [],
): Promise<string> {
  const file = await realpath(path).catch(() => path);
  await access(dirname(file), constants.W_OK).catch(({ message }: Error) => {
    throw new CommandError(`${file} can't be written: ${message}. Its folder must exist and be writable.`);
  });
  const existing = await stat(file).catch(() => undefined);
  if (existing && !existing.isFile())
    throw new CommandError(`${file} can't be replaced, because it is not a regular file. Choose another file.`);
  if (!existing) return file;
  const identity = await loadIdentity(file);
  if ((await Promise.all(inputs.map(loadIdentity))).includes(identity))
    throw new CommandError(`${file} is read by this command, and can't be replaced. Choose another file.`);
  if (existing.size > 0 && !BEGINNINGS[kind].test(await readBeginning(file)))
    throw new CommandError(
      `${file} is there already, and is no ${kind === "page" ? "page" : "file of findings"} of this command. Choose another file, or delete it first.`,
    );
  return file;
}

async function readBeginning(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING), 0, BEGINNING);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * Saves a file atomically: writes a temporary file beside it, and renames that when it is complete. A file that is replaced
 * keeps its mode.
 *
 * @returns the file's size in bytes
 * @throws CommandError if the file can't be written
 */
export async function saveAtomically(file: string, content: Iterable<string>): Promise<number> {
  const part = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(part, content, { flush: true });
    const { size } = await stat(part);
    await stat(file).then(
      ({ mode }) => chmod(part, mode),
      () => {},
    );
    await rename(part, file);
    return size;
  } catch (error) {
    await rm(part, { force: true });
    throw new CommandError(`${file} can't be written: ${(error as Error).message}.`);
  }
}
