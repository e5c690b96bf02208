import { createChartsProgram } from "./programs/charts.ts";
import { runProcess } from "./shell/command.ts";

await runProcess(createChartsProgram());
