import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleElement } from "../../cli/report/bundle.ts";
import { ROOT } from "../../cli/report/licences.ts";
import { writePlayer } from "./player.ts";
import { buildProgram } from "./program.ts";

const PACKAGE = join(ROOT, "package");
const DIST = join(PACKAGE, "dist");

/** The files of docs/ that messages of the commands and the package's README name. */
const PAGES = [
  "podcasters.md",
  "platforms.md",
  "charts.md",
  "reports.md",
  "export.md",
  "export.schema.json",
  "findings.md",
  "findings.schema.json",
  "importer-policy.json",
];

await rm(DIST, { recursive: true, force: true });
await mkdir(DIST);
await buildProgram(DIST);
await mkdir(join(DIST, "docs"));
for (const page of PAGES) await copyFile(join(ROOT, "docs", page), join(DIST, "docs", page));
await copyFile(join(PACKAGE, "performance-data.cjs"), join(DIST, "performance-data.cjs"));
await writeFile(join(DIST, "episode-curve.js"), await bundleElement());
await writePlayer(DIST);
await copyFile(join(ROOT, "LICENSE"), join(PACKAGE, "LICENSE"));
