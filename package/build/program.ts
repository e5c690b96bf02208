import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { loadLicences, ROOT } from "../../cli/report/licences.ts";
import manifest from "../package.json" with { type: "json" };
import { constants } from "./constants.ts";

/** What packages in CommonJS call to load modules of Node.js. */
const BANNER =
  'import { createRequire as createNodeRequire } from "node:module"; const require = createNodeRequire(import.meta.url);';

/** Bundles the commands for the package's least Node.js, and writes the licences of the packages in the bundle. */
export async function buildProgram(folder: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { main: "cli/bin/performance-data.ts", "dynalite-process": "local/dynalite-process.ts" },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    // Only ES modules leave out what nobody imports.
    mainFields: ["module", "main"],
    // Names stay, for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    charset: "utf8",
    banner: { js: BANNER },
    external: Object.keys(manifest.dependencies),
    plugins: [constants],
    metafile: true,
  });
  await writeFile(join(folder, "LICENCES.txt"), await loadLicences(metafile, true));
}
