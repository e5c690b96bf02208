import type { Command } from "commander";
import { createCommandLine } from "../../../operate/shell/command.ts";
import { CHARTS } from "../names.ts";

/** What adds each command, in the order of the help. Loaded on use: all together start half as fast, in 25 MB more. */
const COMMANDS = new Map<string, () => Promise<(program: Command) => void>>(
  Object.entries({
    import: async () => (await import("../commands/import.ts")).addImportCommand,
    map: async () => (await import("../commands/map.ts")).addMapCommand,
    episodes: async () => (await import("../commands/episodes.ts")).addEpisodesCommand,
    register: async () => (await import("../commands/register.ts")).addRegisterCommand,
    get: async () => (await import("../commands/get.ts")).addGetCommand,
    report: async () => (await import("../commands/report.ts")).addReportCommand,
    studio: async () => (await import("../commands/studio.ts")).addStudioCommand,
    list: async () => (await import("../commands/list.ts")).addListCommand,
    export: async () => (await import("../commands/export.ts")).addExportCommand,
    delete: async () => (await import("../commands/delete.ts")).addDeleteCommand,
    recount: async () => (await import("../commands/recount.ts")).addRecountCommand,
    demo: async () => (await import("../commands/demo.ts")).addDemoCommand,
  }),
);

/** Creates the command line of `npm run charts`, with the command that the first argument names, or else with all. */
export async function createChartsProgram([name = ""]: readonly string[]): Promise<Command> {
  const program = createCommandLine(CHARTS, "Imports charts, shows them and reports on them.");
  const named = COMMANDS.get(name);
  for (const load of named ? [named] : COMMANDS.values()) (await load())(program);
  return program;
}
