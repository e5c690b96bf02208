import { createSmokeProgram, listKeyFiles } from "./programs/smoke.ts";
import { runProcess } from "./shell/command.ts";

await runProcess(createSmokeProgram(), listKeyFiles(process.argv.slice(2)));
