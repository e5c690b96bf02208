import { runProcess } from "../../../operate/shell/command.ts";
import { OPTIONS } from "../options.ts";
import { createChartsProgram } from "./charts-program.ts";

await runProcess(await createChartsProgram(process.argv.slice(2)), [".env"], OPTIONS);
