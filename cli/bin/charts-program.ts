import type { Command } from "commander";
import { addDeleteCommand } from "../commands/delete.ts";
import { addDemoCommand } from "../commands/demo.ts";
import { addEpisodesCommand } from "../commands/episodes.ts";
import { addExportCommand } from "../commands/export.ts";
import { addGetCommand } from "../commands/get.ts";
import { addImportCommand } from "../commands/import.ts";
import { addListCommand } from "../commands/list.ts";
import { addMapCommand } from "../commands/map.ts";
import { addRecountCommand } from "../commands/recount.ts";
import { addRegisterCommand } from "../commands/register.ts";
import { addReportCommand } from "../commands/report.ts";
import { addSpcCommand } from "../commands/spc.ts";
import { addStudioCommand } from "../commands/studio.ts";
import { createCommandLine } from "../shell/command.ts";
import { CHARTS } from "../shell/names.ts";

/** Creates the command line of `npm run charts`. */
export function createChartsProgram(): Command {
  const program = createCommandLine(CHARTS, "Imports charts, shows them and reports on them.");
  addImportCommand(program);
  addMapCommand(program);
  addEpisodesCommand(program);
  addRegisterCommand(program);
  addGetCommand(program);
  addReportCommand(program);
  addStudioCommand(program);
  addListCommand(program);
  addExportCommand(program);
  addDeleteCommand(program);
  addRecountCommand(program);
  addSpcCommand(program);
  addDemoCommand(program);
  return program;
}
