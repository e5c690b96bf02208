import { runProcess } from "../../../operate/shell/command.ts";
import manifest from "../../package.json" with { type: "json" };
import { OPTIONS } from "../options.ts";
import { createPackageProgram } from "./package-program.ts";

await runProcess(await createPackageProgram(manifest.version, process.argv.slice(2)), [], OPTIONS);
