import { createHash } from "node:crypto";
import { join } from "node:path";
import { build, type Charset } from "esbuild";
import { type Bundle, GUARD } from "../../report/make/page.ts";
import { loadLicences, ROOT } from "./licences.ts";

const PAGE = join(ROOT, "report/page");

/** Bundled code. */
interface Code {
  readonly script: string;
  readonly style: string;
}

/** Bundles the page's script and style. The package of the commands has its result instead. */
export async function bundlePage(): Promise<Bundle> {
  const { script, style } = await bundle([join(PAGE, "main.ts"), join(PAGE, "style.css")], "utf8");
  return { script, style, hashes: { guard: hashCode(GUARD), script: hashCode(script), style: hashCode(style) } };
}

/** Bundles the element `<episode-curve>`, which docs/examples/episode-curve.js is, for pages in any encoding. */
export async function bundleElement(): Promise<string> {
  return (await bundle([join(ROOT, "report/curve/element/episode-curve.ts")], "ascii")).script;
}

/** Bundles code for browsers. The script begins with the licences of the packages in the bundle. */
async function bundle(entryPoints: string[], charset: Charset): Promise<Code> {
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

/** Computes the hash by which a Content-Security-Policy allows code. */
export function hashCode(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
