import type { Command } from "commander";
import { CommandError, loadVariables } from "../../../operate/shell/command.ts";
import { createSmokeProgram } from "../../../operate/smoke-program.ts";
import { createTokensProgram } from "../../../operate/tokens-program.ts";
import { createChartsProgram } from "./charts-program.ts";

const HELP = `
The commands keep charts in a database in your own data folder. To use another folder, set DYNAMODB_FOLDER. With AWS
credentials and --stage, they use the tables of a service. They read variables only from the file of --env-file.
`;

/** Creates the command line of the package: the commands for charts and, beside them, the groups `tokens` and `smoke`. */
export async function createPackageProgram(version: string, args: readonly string[]): Promise<Command> {
  const program = await createChartsProgram(args);
  return program
    .version(version, "--version")
    .option(
      "--env-file <file>",
      "file with variables, such as PERFORMANCE_PUBLIC_KEY; the environment takes precedence",
    )
    .hook("preAction", (program) => readVariables(program.opts().envFile))
    .addHelpText("after", HELP)
    .addCommand(createTokensProgram().name("tokens"))
    .addCommand(createSmokeProgram().name("smoke"));
}

function readVariables(file: string | undefined): void {
  const error = file === undefined ? undefined : loadVariables([file]);
  if (error) throw new CommandError(`--env-file can't be read: ${error.message}`);
}
