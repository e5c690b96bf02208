import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build, type Plugin } from "esbuild";
import { loadDeclarations } from "../local/declarations.ts";
import { loadOpenApi } from "../local/openapi/load-openapi.ts";
import { bundleElement, bundlePage, loadLicences, ROOT } from "./cli/report/page-bundle.ts";
import { bundleStudio } from "./cli/report/studio-bundle.ts";
import { DEPENDENCIES, writeTexts } from "./shipped-files.ts";

const RETENTION = import.meta.dirname;

/** The folder that npm packs. */
const PACKAGE = join(RETENTION, "package");
const DIST = join(PACKAGE, "dist");

/** The one function that commands call in each of these files. It reads the checkout, and takes no arguments. */
const CONSTANTS: Readonly<Record<string, () => Promise<object>>> = {
  "retention/cli/report/page-bundle.ts": bundlePage,
  "retention/cli/report/studio-bundle.ts": bundleStudio,
  "local/openapi/load-openapi.ts": loadOpenApi,
  "local/declarations.ts": loadDeclarations,
};

/** Puts what these functions return in the place of their files, because users have no checkout. Nor does one keep their data. */
const withoutCheckout: Plugin = {
  name: "without-checkout",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\/data-folder\.ts$/ }, () => ({ path: join(RETENTION, "cli/user-folder.ts") }));
    for (const [file, load] of Object.entries(CONSTANTS)) {
      const path = join(ROOT, file).replaceAll(/[.\\]/g, "\\$&");
      onLoad({ filter: new RegExp(`^${path}$`) }, async () => {
        return { contents: `export const ${load.name} = async () => (${JSON.stringify(await load())});`, loader: "js" };
      });
    }
  },
};

/** What packages in CommonJS call to load modules of Node.js. */
const BANNER =
  'import { createRequire as createNodeRequire } from "node:module"; const require = createNodeRequire(import.meta.url);';

/** What the module's first comment says of a checkout: a page, and a file of types. */
const OF_CHECKOUT = / \(docs\/players\.md\)|^ \* @import .*\n/gm;

await rm(PACKAGE, { recursive: true, force: true });
await mkdir(DIST, { recursive: true });
await buildProgram(DIST);
await copyFile(join(RETENTION, "cli/bin/performance-data.cjs"), join(DIST, "performance-data.cjs"));
await writeFile(join(DIST, "episode-curve.js"), await bundleElement());
await writePlayer(DIST);
await copyFile(join(ROOT, "LICENSE"), join(PACKAGE, "LICENSE"));
await writeTexts(PACKAGE);

/** Bundles the commands for the package's least Node.js, and writes the licences of the packages in the bundle. */
async function buildProgram(folder: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { main: "retention/cli/bin/performance-data.ts", "dynalite-process": "local/dynalite-process.ts" },
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
    // The SDK's code for browsers alone imports bowser. esbuild leaves out that code, but would write bowser all the same.
    external: [...DEPENDENCIES, "bowser"],
    plugins: [withoutCheckout],
    metafile: true,
  });
  await writeFile(join(folder, "LICENCES.txt"), await loadLicences(metafile, true));
}

/** Writes the module for web players, and its types, which are in its comments. */
async function writePlayer(folder: string): Promise<void> {
  const types = join(folder, "types");
  const compiler = ["node_modules/typescript/bin/tsc", "-p", "retention/tsconfig.types.json", "--outDir", types];
  await promisify(execFile)(process.execPath, compiler, { cwd: ROOT });
  await copy(join(types, "player/listening.d.ts"), join(folder, "listening.d.ts"));
  await copy(join(ROOT, "player/listening.js"), join(folder, "listening.js"));
  await rm(types, { recursive: true });
}

async function copy(from: string, to: string): Promise<void> {
  await writeFile(to, (await readFile(from, "utf8")).replace(OF_CHECKOUT, ""));
}
