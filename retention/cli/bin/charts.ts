import { runProcess } from "../shell/command.ts";
import { createChartsProgram } from "./charts-program.ts";

await runProcess(await createChartsProgram(process.argv.slice(2)));
