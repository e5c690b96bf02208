import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The checkout that is tested. */
export const SERVICE = join(import.meta.dirname, "../..");

/** Code that earlier runs compiled: commands load it in half the time. */
export const NODE_COMPILE_CACHE = join(SERVICE, "node_modules/.cache/node-compile");

/** How long a command or two of the framework may take where the machine has other things to do, in milliseconds. */
export const PATIENCE = 180_000;

/** The framework's command, in a copy of the service. */
export const SERVERLESS = "node_modules/serverless/bin/serverless.js";

/** The temporary folder of the commands that run in a copy of the service. */
export const TEMPORARY = "tmp";

/** What the Serverless Framework reads of the service. */
const PARTS = ["events", "functions", "lib", "resources", "scripts", "package.json", "serverless.yml", "tsconfig.json"];

/**
 * What a command of the framework finds in its environment: an empty HOME, a temporary folder that goes with
 * the copy (packaging leaves two folders there), and compiled code of earlier runs, which loads faster.
 */
export function makeEnvironment(folder: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: join(folder, "home"), TMPDIR: join(folder, TEMPORARY), NODE_COMPILE_CACHE };
}

/** A copy of the service in a folder of its own. */
export interface Checkout {
  readonly folder: string;
  remove(): Promise<void>;
}

/**
 * Copies the service, so that a command of the Serverless Framework has `.serverless`, `.esbuild` and
 * `.dynamodb` for itself, and no `.env` of the developer's.
 */
export async function copyCheckout(): Promise<Checkout> {
  const folder = await mkdtemp(join(tmpdir(), "performance-data-"));
  for (const part of PARTS) await cp(join(SERVICE, part), join(folder, part), { recursive: true });
  await symlink(join(SERVICE, "node_modules"), join(folder, "node_modules"));
  await mkdir(join(folder, TEMPORARY));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
