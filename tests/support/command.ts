import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { NODE_COMPILE_CACHE } from "./checkout.ts";

/** The result of a command. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs a script in scripts/ as a user does, on the tables of the tests. */
export async function runScript(
  script: string,
  args: readonly string[],
  { input = "", env = {} }: { readonly input?: string | Uint8Array; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  return run(process.execPath, [join(root, "scripts", script), ...args], input, env);
}

/**
 * Runs a line in bash as a user does, on the tables of the tests. `charts` and `tokens` call those scripts. A pipeline
 * fails if any of its commands fails.
 */
export async function runInShell(line: string): Promise<Outcome> {
  const commands = ["charts", "tokens"].map((name) => `${name}() { "${process.execPath}" scripts/${name}.ts "$@"; }`);
  return run("bash", ["-c", ["set -o pipefail", ...commands, line].join("\n")], "", {});
}

async function run(
  name: string,
  args: readonly string[],
  input: string | Uint8Array,
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const child = spawn(name, args, { cwd: root, env: { ...process.env, NODE_COMPILE_CACHE, ...env } });
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: Number(code), stdout, stderr };
}

/** Creates a folder for the tests of a file. Returns a function that writes a file into it, and returns its path. */
export function useFolder(): (name: string, content: string | Uint8Array) => string {
  const folder = mkdtempSync(join(tmpdir(), "performance-data-test-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  return (name, content) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };
}
