import type { Command } from "commander";
import { config } from "dotenv";
import { expand } from "dotenv-expand";
import { describeTakenOptions } from "./npm.ts";
import { watchOutput } from "./output.ts";
import { toPrintable } from "./printable.ts";

/** An expected failure. Its message says all that the user needs. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/**
 * Runs a command line with the variables of .env, if that file exists. Prints a failure as text and sets exit code 1.
 */
export async function runCommandLine(program: Command): Promise<void> {
  watchOutput();
  // Expanded, as the Serverless Framework does, so that a value means the same in all commands.
  expand(config({ quiet: true }));
  try {
    const taken = describeTakenOptions(program);
    if (taken !== undefined) throw new CommandError(taken);
    await program.parseAsync();
  } catch (error) {
    // Line by line, because toPrintable replaces line breaks.
    console.error(describe(error).replace(/[^\n]+/g, toPrintable));
    process.exitCode = 1;
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error && !(error instanceof CommandError) ? `: ${error.cause.message}` : "";
  return `${error.message || error.name}${cause}`;
}
