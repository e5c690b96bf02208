import { readFile } from "node:fs/promises";
import { createPackageProgram } from "./programs/performance-data.ts";
import { runProcess } from "./shell/command.ts";

// The package's own manifest, which is above its code as well.
const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));

await runProcess(createPackageProgram(version), []);
