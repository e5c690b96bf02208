import type { Command } from "commander";
import { addDeleteCommand } from "./charts/delete.ts";
import { addExportCommand } from "./charts/export.ts";
import { addGetCommand } from "./charts/get.ts";
import { addImportCommand } from "./charts/import.ts";
import { addListCommand } from "./charts/list.ts";
import { addMapCommand } from "./charts/map.ts";
import { addRegisterCommand } from "./charts/register.ts";
import { addReportCommand } from "./charts/report.ts";
import { createCommandLine, runProcess } from "./cli/command.ts";

/** Creates the command line of `npm run charts`. */
export function createProgram(): Command {
  const program = createCommandLine("charts", "Imports charts, shows them and reports on them.");
  addImportCommand(program);
  addMapCommand(program);
  addRegisterCommand(program);
  addGetCommand(program);
  addReportCommand(program);
  addListCommand(program);
  addExportCommand(program);
  addDeleteCommand(program);
  return program;
}

if (import.meta.main) await runProcess(createProgram());
