import { Command } from "commander";
import { addGetCommand } from "./charts/get-command.ts";
import { addImportCommand } from "./charts/import-command.ts";
import { addMapCommand } from "./charts/map-command.ts";
import { addReportCommand } from "./charts/report-command.ts";
import { addTableCommands } from "./charts/table-commands.ts";
import { runCommandLine } from "./cli/command.ts";

const program = new Command("npm run charts --").description("Imports charts, shows them and reports on them.");
addImportCommand(program);
addMapCommand(program);
addGetCommand(program);
addReportCommand(program);
addTableCommands(program);

await runCommandLine(program);
