import { randomUUID } from "node:crypto";
import { access, constants, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { CommandError } from "../../cli/command.ts";

/**
 * Checks that a file can be put into its folder, before any work for it, and that it would replace nothing but a file: not a
 * folder, and not a device such as /dev/stdout.
 *
 * @throws CommandError if it can't, or would
 */
export async function requireFolder(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch((error: Error) => fail(file, error));
  const present = await stat(file).catch(() => undefined);
  if (present && !present.isFile()) fail(file, new Error("it is not a file"));
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
