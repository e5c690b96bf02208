import { join } from "node:path";
import { build, type Charset } from "esbuild";
import { loadLicences, ROOT } from "./licences.ts";

const PAGE = join(ROOT, "report/page");

/** The page's bundled code. */
export interface Bundle {
  readonly script: string;
  readonly style: string;
}

/** Bundles the page's script and style. The package of the commands has its result instead. */
export async function bundlePage(): Promise<Bundle> {
  return bundle([join(PAGE, "main.ts"), join(PAGE, "style.css")], "utf8");
}

/** Bundles the element `<episode-curve>`, which docs/examples/episode-curve.js is, for pages in any encoding. */
export async function bundleElement(): Promise<string> {
  return (await bundle([join(ROOT, "curve/element/episode-curve.ts")], "ascii")).script;
}

/** Bundles code for browsers. The script begins with the licences of the packages in the bundle. */
async function bundle(entryPoints: string[], charset: Charset): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints,
    outdir: "/",
    bundle: true,
    minify: true,
    charset,
    format: "iife",
    target: "es2022",
    metafile: true,
    write: false,
  });
  const find = (extension: string) => outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? "";
  const licences = await loadLicences(metafile);
  return { script: `/*!\n${licences}\n*/\n${find(".js")}`, style: find(".css") };
}
