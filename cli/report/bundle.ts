import { createHash } from "node:crypto";
import { join } from "node:path";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { type Bundle, GUARD } from "../../report/make/page.ts";
import { loadLicences, ROOT } from "./licences.ts";

/** Bundled code, and what is in it. */
interface Code {
  readonly script: string;
  readonly style: string;
  readonly metafile: Metafile;
}

/** Bundles the page's script and style. The package of the commands has its result instead. */
export async function bundlePage(): Promise<Bundle> {
  const { style, ...code } = await bundle(["report/page/main.ts", "report/page/style.css"]);
  const script = await addLicences(code);
  return { script, style, hashes: { guard: hashCode(GUARD), script: hashCode(script), style: hashCode(style) } };
}

/** Bundles the element `<episode-curve>`, which docs/examples/episode-curve.js is, for pages in any encoding. */
export async function bundleElement(): Promise<string> {
  return addLicences(await bundle(["report/curve/element/episode-curve.ts"], { charset: "ascii" }));
}

/** Begins a script with the licences of the packages in it. */
export async function addLicences({ script, metafile }: Pick<Code, "script" | "metafile">): Promise<string> {
  return `/*!\n${await loadLicences(metafile)}\n*/\n${script}`;
}

/**
 * Bundles code for browsers.
 *
 * @param entries relative to the project
 */
export async function bundle(entries: readonly string[], options: BuildOptions = {}): Promise<Code> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: entries.map((entry) => join(ROOT, entry)),
    outdir: "/",
    bundle: true,
    minify: true,
    charset: "utf8",
    format: "iife",
    target: "es2022",
    ...options,
    metafile: true,
    write: false,
  });
  const find = (extension: string) => outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? "";
  return { script: find(".js"), style: find(".css"), metafile };
}

/** Computes the hash by which a Content-Security-Policy allows code. */
export function hashCode(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
