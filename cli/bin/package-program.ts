import type { Command } from "commander";
import { CommandError, loadVariables } from "../shell/command.ts";
import { createChartsProgram } from "./charts-program.ts";
import { createSmokeProgram } from "./smoke-program.ts";
import { createTokensProgram } from "./tokens-program.ts";

const HELP = `
Charts are kept in a database in your own data folder. DYNAMODB_FOLDER names another folder. With AWS credentials and
--stage, the commands work on the tables of a service. No file of variables is read but that of --env-file.
`;

/** Creates the command line of the package: the commands for charts and, beside them, the groups `tokens` and `smoke`. */
export function createPackageProgram(version: string): Command {
  return createChartsProgram()
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
