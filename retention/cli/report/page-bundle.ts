import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { type Bundle, GUARD } from "../../report/make/page.ts";
import { hashCode } from "./code-hash.ts";

/** The folder to which paths in the metafile of a bundle are relative. */
export const ROOT = join(import.meta.dirname, "../../..");

/** Bundles the page's script and style. The package of the commands has its result instead. */
export async function bundlePage(): Promise<Bundle> {
  const { metafile, style, ...code } = await bundle([
    "retention/report/page/main.ts",
    "retention/report/page/report.css",
  ]);
  const script = (await composeLicences(metafile)) + code.script;
  return { script, style, hashes: { guard: hashCode(GUARD), script: hashCode(script), style: hashCode(style) } };
}

/** Bundles the element `<episode-curve>`, which docs/examples/episode-curve.js is, for pages in any encoding. */
export async function bundleElement(): Promise<string> {
  const { metafile, script } = await bundle(["retention/report/curve/element/episode-curve.ts"], { charset: "ascii" });
  return (await composeLicences(metafile)) + script;
}

/** Composes the comment that begins a script: the licences of the packages in it. */
export async function composeLicences(metafile: Pick<Metafile, "inputs">): Promise<string> {
  return `/*!\n${await loadLicences(metafile)}\n*/\n`;
}

/**
 * Bundles code for browsers. Returns what is in it, too.
 *
 * @param entries relative to the project
 */
export async function bundle(entries: readonly string[], options: BuildOptions = {}) {
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

/**
 * Loads the licence texts of the bundled packages, which every copy has to include, each once.
 *
 * @param isNameEnough whether a package that comes without the text of its licence may be there, with its name only
 * @throws Error if a package has no licence
 */
export async function loadLicences({ inputs }: Pick<Metafile, "inputs">, isNameEnough = false): Promise<string> {
  const packages = Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const names = new Map<string, string[]>();
  for (const folder of new Set(packages)) {
    const licence = (await loadText(folder)) ?? (isNameEnough ? await loadName(folder) : undefined);
    if (!licence) throw new Error(`${folder} has no licence file, which every copy has to include.`);
    names.set(licence, [...(names.get(licence) ?? []), folder.replace(/^.*node_modules\//, "")]);
  }
  return [...names].map(([licence, users]) => `${users.join(", ")}\n\n${licence}`).join("\n\n");
}

async function loadText(folder: string): Promise<string | undefined> {
  const files = await readdir(join(ROOT, folder));
  const file = files.find((name) => /^licen[cs]e/i.test(name));
  if (!file) return undefined;
  const text = await readFile(join(ROOT, folder, file), "utf8");
  // A browser reads "\r\n" as "\n", so the script's hash would differ from the one in the Content-Security-Policy.
  return text.trim().replaceAll("\r", "").replaceAll("*/", "* /");
}

async function loadName(folder: string): Promise<string | undefined> {
  const { license, author } = JSON.parse(await readFile(join(ROOT, folder, "package.json"), "utf8"));
  const name = license?.type ?? license;
  return (
    name && `Licence: ${name}. Author: ${author?.name ?? author}. The package comes without the text of its licence.`
  );
}
