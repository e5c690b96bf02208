import { randomUUID } from "node:crypto";
import { access, constants, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { CommandError } from "../../cli/command.ts";

/**
 * Checks that a file can be put into its folder, before any work for it.
 *
 * @throws CommandError if it can't
 */
export async function requireFolder(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch((error: Error) => fail(file, error));
}

/**
 * Saves a file that appears, or replaces the one that is there, only when it is whole.
 *
 * @returns its size in bytes
 * @throws CommandError if it can't be written
 */
export async function saveWhole(file: string, content: Iterable<string>): Promise<number> {
  const part = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(part, content, { flush: true });
    const { size } = await stat(part);
    await rename(part, file);
    return size;
  } catch (error) {
    await rm(part, { force: true });
    return fail(file, error as Error);
  }
}

function fail(file: string, { message }: Error): never {
  throw new CommandError(`${file} can't be written: ${message}`);
}
