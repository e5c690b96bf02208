import manifest from "../../package/package.json" with { type: "json" };
import { runProcess } from "../shell/command.ts";
import { createPackageProgram } from "./package-program.ts";

await runProcess(createPackageProgram(manifest.version), []);
