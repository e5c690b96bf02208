import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Metafile } from "esbuild";

/** The folder to which paths in the metafile of a bundle are relative. */
export const ROOT = join(import.meta.dirname, "../..");

/**
 * Loads the licence texts of the bundled packages, which every copy has to include, each once.
 *
 * @param isNameEnough whether a package that comes without the text of its licence may be there, with its name only
 * @throws Error if a package has no licence
 */
export async function loadLicences({ inputs }: Metafile, isNameEnough = false): Promise<string> {
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
