import { runProcess } from "./shell/command.ts";
import { createSmokeProgram } from "./smoke-program.ts";

await runProcess(createSmokeProgram(), []);
