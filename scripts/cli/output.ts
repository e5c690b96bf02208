let isOpen = true;

/**
 * Keeps a command at work when its output can't be written. A reader that has seen enough, such as head(1),
 * is no failure; a full disk is one, which is said once and makes the exit code 1.
 */
export function watchOutput(): void {
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (isOpen && code !== "EPIPE") {
      console.error(`Can't write to the standard output: ${message}`);
      // Last, since a command that does not know of this sets an exit code of its own.
      process.once("exit", () => {
        process.exitCode = 1;
      });
    }
    isOpen = false;
  });
  // There is nowhere left to say it.
  process.stderr.on("error", () => {});
}

/** Whether what is printed still gets somewhere: if not, a command that only prints can stop. */
export function isOutputOpen(): boolean {
  return isOpen;
}
