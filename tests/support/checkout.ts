import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import serverless from "serverless/package.json" with { type: "json" };

/** The root folder of this checkout. */
export const ROOT = join(import.meta.dirname, "../..");

/** Compiled code of earlier runs, which halves the time that commands take to load. */
export const NODE_COMPILE_CACHE = join(ROOT, "node_modules/.cache/node-compile");

/**
 * Validators that the Serverless Framework compiled from its configuration schema, which takes longer than anything else
 * it does. It names each by a hash of the schema; the folder is named by its version, because the compiler may change too.
 */
const SLS_SCHEMA_CACHE_BASE_DIR = join(ROOT, `node_modules/.cache/serverless-${serverless.version}`);

/** The framework's command, relative to a checkout. */
export const SERVERLESS = "node_modules/serverless/bin/serverless.js";

/** The temporary folder of the commands that run in a copy of the checkout, relative to the copy. */
export const TEMPORARY = "tmp";

/** The files and folders of the service, which does without the retention tools. */
const PARTS = [
  "deploy",
  "docs/operating.md",
  "events",
  "functions",
  "lib",
  "local",
  "operate",
  "package.json",
  "serverless.yml",
  "tsconfig.json",
];

/**
 * Makes the environment of a command in a copy: an empty HOME, and a temporary folder that is removed with the copy,
 * because packaging leaves two folders there.
 */
export function makeEnvironment(folder: string): NodeJS.ProcessEnv {
  const caches = { NODE_COMPILE_CACHE, SLS_SCHEMA_CACHE_BASE_DIR };
  return { PATH: process.env.PATH, HOME: join(folder, "home"), TMPDIR: join(folder, TEMPORARY), ...caches };
}

/** What is in the folder of a checkout, and is no part of it. */
const NO_PARTS = ["node_modules", ".git", ".dynamodb", ".serverless", ".esbuild", ".vitest", "coverage"];

/** Copies the whole checkout, but for some of its folders. */
export async function copyAll(...leftOut: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), "performance-data-"));
  const filter = (path: string) => ![...NO_PARTS, ...leftOut].some((name) => path === join(ROOT, name));
  await cp(ROOT, folder, { recursive: true, filter });
  return link(folder);
}

/**
 * Copies the checkout for a command of the Serverless Framework. The command thus has its own `.serverless`, `.esbuild`
 * and `.dynamodb`, and does not read the developer's `.env`.
 */
export async function copyCheckout() {
  const folder = await mkdtemp(join(tmpdir(), "performance-data-"));
  for (const part of PARTS) await cp(join(ROOT, part), join(folder, part), { recursive: true });
  return link(folder);
}

/** Gives a copy the installed packages, and a temporary folder of its own. */
async function link(folder: string) {
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  await mkdir(join(folder, TEMPORARY));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
