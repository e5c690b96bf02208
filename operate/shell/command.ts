import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { Command, CommanderError } from "commander";
import { expand } from "dotenv-expand";
import { toPrintable } from "../../lib/printable.ts";
import { CommandError } from "./command-error.ts";
import { describeTakenOptions } from "./npm.ts";
import { watchOutput } from "./output.ts";

export { CommandError };

/** Creates a command line with what a user types for it. The process does not end when an argument is invalid. */
export function createCommandLine(name: string, description: string): Command {
  return new Command(name).description(description).exitOverride().configureHelp({ showGlobalOptions: true });
}

/**
 * Runs the command line of this process, with the variables of the files that exist.
 *
 * @param files the earlier ones take precedence over the later ones, and the environment over all
 * @param options as in {@link runCommandLine}
 */
export async function runProcess(
  program: Command,
  files: readonly string[] = [".env"],
  options?: readonly string[],
): Promise<void> {
  watchOutput();
  loadVariables(files);
  await runCommandLine(program, process.argv.slice(2), options);
}

/**
 * Sets the variables of files that the environment has not, expanded as the Serverless Framework does, so that a value
 * means the same in all commands.
 *
 * @returns why a file could not be read, if one was
 */
export function loadVariables(files: readonly string[]): Error | undefined {
  const parsed: Record<string, string> = {};
  let unread: Error | undefined;
  for (const file of files) {
    try {
      for (const [name, value = ""] of Object.entries(parseEnv(readFileSync(file, "utf8")))) parsed[name] ??= value;
    } catch (error) {
      if (error instanceof Error) unread = error;
    }
  }
  expand({ parsed });
  return unread;
}

/**
 * Runs a command line. Prints a failure as text, and sets the exit code.
 *
 * @param options those that npm may have taken, if the program has more commands than are loaded
 */
export async function runCommandLine(
  program: Command,
  args: readonly string[],
  options: readonly string[] = listOptions(program),
): Promise<void> {
  try {
    const taken = describeTakenOptions(options);
    if (taken !== undefined) throw new CommandError(taken);
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    process.exitCode = 1;
    // Commander has printed it, or the help that was asked for.
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else console.error(toPrintable(describeThrown(error)));
  }
}

function listOptions(program: Command): string[] {
  const options = [program, ...program.commands].flatMap((command) => command.options);
  return [...new Set(options.map((option) => option.name()))].sort();
}

function describeThrown(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error && !(error instanceof CommandError) ? `: ${error.cause.message}` : "";
  return `${error.message || error.name}${cause}`;
}
