import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, constants, lstat, open, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { CommandError } from "../../operate/shell/command.ts";
import { loadIdentity } from "./listed-files.ts";

/** A kind of file that commands write. An existing file is replaced if it is of the kind. */
export interface OutputKind {
  /** What messages call it: `page`. */
  readonly name: string;
  /** Checks from the first characters of a file whether it is of the kind. */
  isOwn(beginning: string): boolean;
  /** A text that only a copy has to which somebody added what may be nowhere else. */
  readonly addition?: string;
}

/** A file that a command may write. */
export interface Output {
  readonly file: string;
  readonly kind: OutputKind;
}

/** Bytes of a file's beginning. */
const BEGINNING = 2_000;

/** The rights of a file for its owner alone, those from which the user's mask takes some, and all that there are. */
const [OWN, ALL, RIGHTS] = [0o600, 0o666, 0o777];

/**
 * Decides, before any other work, whether a command may create a file in its folder, or replace it. Folders and devices must not
 * be replaced, nor symbolic links such as /dev/stdout, nor files with anything but an earlier output of the kind.
 *
 * @param inputs files that the command reads
 * @returns the file, or the one behind it if it is a symbolic link
 * @throws CommandError if the folder is missing or not writable, or if the file must not be replaced
 */
export async function resolveOutput(path: string, kind: OutputKind, inputs: readonly string[] = []): Promise<Output> {
  const file = await realpath(path).catch(() => path);
  await access(dirname(file), constants.W_OK).catch(({ message }: Error) => {
    throw new CommandError(`${file} can't be written: ${message}. Its folder must exist and be writable.`);
  });
  const identity = await loadIdentity(file);
  if (identity !== undefined && (await Promise.all(inputs.map(loadIdentity))).includes(identity))
    throw new CommandError(`${file} is read by this command, and can't be replaced. Choose another file.`);
  await requireReplaceable({ file, kind });
  return { file, kind };
}

/**
 * Saves an output, unless its file has become another one meanwhile.
 *
 * @returns the file's size in bytes
 * @throws CommandError if the file can't be written, or must not be replaced
 */
export async function saveOutput(output: Output, content: Iterable<string>): Promise<number> {
  const { file } = output;
  return saveAtomically(file, content, () => requireReplaceable(output));
}

/**
 * Saves a file atomically: writes a temporary file beside it, for its owner alone, and renames that when it is complete. A new file
 * has what the user's mask gives; one that is replaced keeps its mode.
 *
 * @param verify called before a file is replaced, and throws if it must not be
 * @returns the file's size in bytes
 * @throws CommandError if the file can't be written
 */
export async function saveAtomically(
  file: string,
  content: Iterable<string>,
  verify?: () => Promise<void>,
): Promise<number> {
  // Without the name of the file, which may be as long as names can be.
  const part = join(dirname(file), `${randomUUID()}.part`);
  try {
    const handle = await open(part, "wx", OWN);
    try {
      await writeFile(handle, content, { flush: true });
      await verify?.();
      // A file system without rights may refuse.
      await handle.chmod(await computeMode(file)).catch(() => {});
      await rename(part, file);
      return (await handle.stat()).size;
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} can't be written: ${(error as Error).message}.`);
  }
}

/** Computes the rights of a file that may replace another one. What is somebody else's gives no rights. */
async function computeMode(file: string): Promise<number> {
  const mode = ALL & ~process.umask();
  const replaced = await lstat(file).catch(() => undefined);
  if (!replaced?.isFile()) return mode;
  return replaced.mode & (replaced.uid === process.getuid?.() ? RIGHTS : mode);
}

/** @throws CommandError unless there is no file, or one that an output may replace */
async function requireReplaceable({ file, kind }: Output): Promise<void> {
  const existing = await stat(file).catch(() => undefined);
  if (existing && !existing.isFile())
    throw new CommandError(`${file} can't be replaced, because it is not a regular file. Choose another file.`);
  if (!existing || existing.size === 0 || (await isOfKind(file, kind))) return;
  throw new CommandError(
    `${file} is there already, and is no ${kind.name} of this command. Choose another file, or delete it first.`,
  );
}

/** A file that can't be read is somebody's. */
async function isOfKind(file: string, { isOwn, addition }: OutputKind): Promise<boolean> {
  try {
    const beginning = await text(createReadStream(file, { end: BEGINNING - 1 }));
    return isOwn(beginning) && (addition === undefined || !(await readFile(file)).includes(addition));
  } catch {
    return false;
  }
}
