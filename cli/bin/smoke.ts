import { runProcess } from "../shell/command.ts";
import { createSmokeProgram, listKeyFiles } from "./smoke-program.ts";

await runProcess(createSmokeProgram(), listKeyFiles(process.argv.slice(2)));
