import { toPrintable } from "../../lib/printable.ts";

let isOpen = true;

/**
 * Keeps a command running when its output can't be written. A reader that closes the pipe, such as head(1), is not
 * a failure. Any other error, such as a full disk, is reported once and makes the exit code 1.
 */
export function watchOutput(): void {
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (isOpen && code !== "EPIPE") {
      console.error(`Can't write to standard output (${message}).`);
      // At exit, because the command may set another exit code until then.
      process.once("exit", () => {
        process.exitCode = 1;
      });
    }
    isOpen = false;
  });
  // There is no stream left to report this to.
  process.stderr.on("error", () => {});
}

/** Checks whether standard output can still be written. If not, a command that only prints can stop. */
export function isOutputOpen(): boolean {
  return isOpen;
}

/** Says something on standard error. Texts of strangers in it can't change the terminal. */
export function say(text: string): void {
  console.error(toPrintable(text));
}

/** Texts without a character that is special to a shell. */
const PLAIN = /^[\w./:@%+,-]+$/;

/** Quotes a text as one word for a POSIX shell: `it's` -> `'it'\''s'`. */
export function quoteForShell(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
