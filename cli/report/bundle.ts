import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Charset, type Metafile } from "esbuild";

const ROOT = join(import.meta.dirname, "../..");
const PAGE = join(ROOT, "report/page");

/** The page's bundled code. */
export interface Bundle {
  readonly script: string;
  readonly style: string;
}

/** Bundles the page's script and style. */
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

/** Loads the licence texts of the bundled packages, which every copy has to include, each once. */
async function loadLicences({ inputs }: Metafile): Promise<string> {
  const packages = Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const names = new Map<string, string[]>();
  for (const folder of new Set(packages)) {
    const files = await readdir(join(ROOT, folder));
    const file = files.find((name) => /^licen[cs]e/i.test(name));
    if (!file) throw new Error(`${folder} has no licence file, which every report has to include.`);
    const text = await readFile(join(ROOT, folder, file), "utf8");
    // A browser reads "\r\n" as "\n", so the script's hash would differ from the one in the Content-Security-Policy.
    const licence = text.trim().replaceAll("\r", "").replaceAll("*/", "* /");
    names.set(licence, [...(names.get(licence) ?? []), folder.replace(/^.*node_modules\//, "")]);
  }
  return [...names].map(([licence, users]) => `${users.join(", ")}\n\n${licence}`).join("\n\n");
}
