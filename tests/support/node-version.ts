import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./checkout.ts";
import { type Outcome, runLine } from "./process.ts";

/** What npm's scripts load before they know which Node.js this is. */
const ASKING = ["package.json", "local/node/link.sh", "local/node/run.sh", "local/node/version.cjs"];

/** What a Node.js says it is: `{ version: "v24.3.0" }`. */
type Disguise = Readonly<Partial<Pick<NodeJS.Process, "version" | "platform" | "arch">>>;

/** Composes JavaScript that lets a process say it is another Node.js. */
export function composeDisguise(disguise: Disguise): string {
  const lines = Object.entries(disguise).map(([name, value]) => {
    return `Object.defineProperty(process, "${name}", { value: "${value}" });\n`;
  });
  return lines.join("");
}

/**
 * Runs a line in bash, in a folder that has only what npm's scripts load before they know which Node.js this is, and a
 * Node.js where npm puts the one that it installs.
 *
 * @param disguise what that Node.js says it is; undefined for no Node.js and no node_modules
 */
export async function runInBareCheckout(line: string, disguise?: Disguise): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "performance-data-test-"));
  try {
    for (const file of ASKING) cpSync(join(ROOT, file), join(folder, file));
    if (disguise) installDisguised(disguise, join(folder, "node_modules/.bin"));
    return await runLine(`cd ${folder} && ${line}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function installDisguised(disguise: Disguise, bin: string): void {
  mkdirSync(bin, { recursive: true });
  const file = join(bin, "disguise.cjs");
  writeFileSync(file, composeDisguise(disguise));
  const program = `#!/bin/sh\nexec "${process.execPath}" --require "${file}" "$@"\n`;
  writeFileSync(join(bin, "node"), program, { mode: 0o755 });
}

/** Runs a program as npm's scripts do, where the Node.js says that it is a version. The program prints "ran". */
export async function tryNodeVersion(version: string): Promise<Outcome> {
  const path = 'PATH="$PWD/node_modules/.bin:$PATH"';
  return runInBareCheckout(`${path} sh local/node/run.sh --print '"ran"'`, { version });
}
