import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Outcome, runProcess } from "../../../tests/support/process.ts";

/** The package of the commands, installed in an otherwise empty folder as a user does. */
export interface Installed {
  readonly folder: string;
  /** The installed package within it. */
  readonly files: string;
  readonly packedBytes: number;
  /** Runs `performance-data` in the folder, as a user whose home is `home` in it and who has no AWS account. */
  run(
    args: readonly string[],
    options?: { readonly node?: string; readonly env?: NodeJS.ProcessEnv },
  ): Promise<Outcome>;
  remove(): void;
}

/** Makes the package of a checkout and installs it. What it depends on comes from npm's cache, or else from its registry. */
export async function installPackage(checkout: string): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), "performance-data-package-"));
  const npm = (cwd: string, ...args: string[]) => promisify(execFile)("npm", args, { cwd });
  mkdirSync(join(folder, "home"));
  const { stdout } = await npm(checkout, "run", "--silent", "package", "--", "--pack-destination", folder);
  const tarball = stdout.trim().split("\n").at(-1) ?? "";
  await npm(folder, "install", "--prefer-offline", "--no-audit", "--no-fund", `./${tarball}`);
  return {
    folder,
    files: join(folder, "node_modules/performance-data"),
    packedBytes: statSync(join(folder, tarball)).size,
    run: (args, { node = process.execPath, env = {} } = {}) => {
      const command = [join(folder, "node_modules/.bin/performance-data"), ...args];
      const own = { PATH: process.env.PATH, HOME: join(folder, "home"), ...env };
      return runProcess(node, command, { cwd: folder, env: own });
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Reads a file of the installed package. */
export function readInstalled({ files }: Installed, file: string): string {
  return readFileSync(join(files, file), "utf8");
}
