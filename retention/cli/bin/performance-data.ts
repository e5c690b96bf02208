import manifest from "../../package.json" with { type: "json" };
import { runProcess } from "../shell/command.ts";
import { createPackageProgram } from "./package-program.ts";

await runProcess(await createPackageProgram(manifest.version, process.argv.slice(2)), []);
