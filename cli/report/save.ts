import { randomUUID } from "node:crypto";
import { access, constants, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { CommandError } from "../shell/command.ts";

/**
 * Verifies, before any other work, that a file can be created in its folder or replaced. Folders and devices must not
 * be replaced, nor symbolic links such as /dev/stdout.
 *
 * @returns the path, or that of the file behind it if it is a symbolic link
 * @throws CommandError if the folder is missing or not writable, or if the path is not that of a regular file
 */
export async function resolveWritable(path: string): Promise<string> {
  const file = await realpath(path).catch(() => path);
  await access(dirname(file), constants.W_OK).catch(({ message }: Error) => {
    throw new CommandError(`${file} can't be written: ${message}. Its folder must exist and be writable.`);
  });
  const existing = await stat(file).catch(() => undefined);
  if (existing && !existing.isFile())
    throw new CommandError(`${file} can't be replaced, because it is not a regular file. Choose another file.`);
  return file;
}

/**
 * Saves a file atomically: writes a temporary file beside it, and renames that when it is complete.
 *
 * @returns the file's size in bytes
 * @throws CommandError if the file can't be written
 */
export async function saveAtomically(file: string, content: Iterable<string>): Promise<number> {
  const part = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(part, content, { flush: true });
    const { size } = await stat(part);
    await rename(part, file);
    return size;
  } catch (error) {
    await rm(part, { force: true });
    throw new CommandError(`${file} can't be written: ${(error as Error).message}.`);
  }
}
