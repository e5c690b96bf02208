import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleElement } from "../../cli/report/bundle.ts";
import { ROOT } from "../../cli/report/licences.ts";
import { writePages } from "./pages.ts";
import { writePlayer } from "./player.ts";
import { buildProgram } from "./program.ts";

const PACKAGE = join(ROOT, "package");
const DIST = join(PACKAGE, "dist");

await rm(DIST, { recursive: true, force: true });
await mkdir(DIST);
await buildProgram(DIST);
await writePages(join(DIST, "docs"));
await copyFile(join(PACKAGE, "performance-data.cjs"), join(DIST, "performance-data.cjs"));
await writeFile(join(DIST, "episode-curve.js"), await bundleElement());
await writePlayer(DIST);
await copyFile(join(ROOT, "LICENSE"), join(PACKAGE, "LICENSE"));
