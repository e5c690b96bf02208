import { copyFile, glob, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const PACKAGE = import.meta.dirname;

/** The files of the checkout in whose places others are while npm packs. */
const KEPT = join(PACKAGE, ".checkout");

/** The packages that npm installs beside the bundle, because they look for files of their own. */
export const DEPENDENCIES: readonly string[] = ["dynalite", "level"];

/** What a page says of a checkout, and of the package: `<!-- checkout -->this<!-- package:that-->`. */
const OF_CHECKOUT = /<!-- checkout -->.*?<!-- package:(.*?)-->/gs;

const CHARTS = /npm run (?:--silent )?charts --(?!\w)/g;
const OTHERS = /npm run (tokens|smoke) --(?!\w)/g;

/** Matches a link to what the package has not: a file other than its own pages. */
const LINK_OUT = /\[([^\]]*)\]\((?!https?:|#|(?:docs\/)?[\w.-]+\.(?:md|json)\b)[^)]*\)/g;

/** Composes a page of the package from that of the checkout. */
function composePage(text: string): string {
  return text
    .replace(OF_CHECKOUT, "$1")
    .replace(CHARTS, "performance-data")
    .replace(OTHERS, "performance-data $1")
    .replace(LINK_OUT, "$1")
    .replaceAll("retention/docs/", "docs/");
}

/** Composes the manifest of the package. In that of the workspace, `npm ci --omit=dev` would install dependencies for the service. */
function composeManifest(json: string): string {
  const { private: _, imports: __, scripts: ___, devDependencies, ...kept } = JSON.parse(json);
  const dependencies = Object.fromEntries(DEPENDENCIES.map((name) => [name, devDependencies[name]]));
  return `${JSON.stringify({ ...kept, dependencies }, null, 2)}\n`;
}

/** Puts the files of the package in the places of those of the checkout. */
export async function shipFiles(): Promise<void> {
  await replaceFile("package.json", composeManifest);
  for await (const page of glob(["README.md", "docs/*.md"], { cwd: PACKAGE })) await replaceFile(page, composePage);
}

async function replaceFile(path: string, compose: (text: string) => string): Promise<void> {
  const [file, kept] = [join(PACKAGE, path), join(KEPT, path)];
  const text = compose(await readFile(file, "utf8"));
  await mkdir(dirname(kept), { recursive: true });
  await copyFile(file, `${kept}.part`);
  await rename(`${kept}.part`, kept);
  await writeFile(file, text);
}

/** Brings the files of the checkout back, also after a packing that was interrupted. */
export async function restoreFiles(): Promise<void> {
  for await (const path of glob(["package.json", "README.md", "docs/*.md"], { cwd: KEPT }))
    await rename(join(KEPT, path), join(PACKAGE, path));
  await rm(KEPT, { recursive: true, force: true });
}
