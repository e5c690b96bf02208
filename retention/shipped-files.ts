import { glob, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const RETENTION = import.meta.dirname;

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
  const { private: _, imports: __, devDependencies, ...kept } = JSON.parse(json);
  const dependencies = Object.fromEntries(DEPENDENCIES.map((name) => [name, devDependencies[name]]));
  return `${JSON.stringify({ ...kept, dependencies }, null, 2)}\n`;
}

/** Writes the manifest and the pages of the package into its folder. */
export async function writeTexts(folder: string): Promise<void> {
  await writeFrom("package.json", folder, composeManifest);
  for await (const page of glob(["README.md", "docs/*.md"], { cwd: RETENTION }))
    await writeFrom(page, folder, composePage);
  for await (const schema of glob("docs/*.json", { cwd: RETENTION })) await writeFrom(schema, folder, (text) => text);
}

async function writeFrom(path: string, folder: string, compose: (text: string) => string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), compose(await readFile(join(RETENTION, path), "utf8")));
}
