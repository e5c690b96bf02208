import { readFile } from "node:fs/promises";
import { CommandError } from "./command.ts";

/** What Node says of a file that can't be read. */
export type FileError = Pick<NodeJS.ErrnoException, "code" | "message">;

/** Says why a file can't be read, and what to do where that is known. */
export function describeReadError({ code, message }: FileError): string {
  if (code === "ENOENT") return "There is no such file.";
  if (code === "EACCES") return "Permission to read it is denied. Check its permissions and those of its folder.";
  return `It can't be read (${message}).`;
}

/** Loads a file. @throws CommandError if it can't be read */
export async function loadBytes(file: string): Promise<Buffer> {
  return readFile(file).catch((error) => {
    throw new CommandError(`${file}: ${describeReadError(error)}`);
  });
}
