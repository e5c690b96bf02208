import { runProcess } from "../shell/command.ts";
import { createChartsProgram } from "./charts-program.ts";

await runProcess(createChartsProgram());
