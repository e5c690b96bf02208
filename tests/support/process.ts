import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll } from "vitest";
import { NODE_COMPILE_CACHE, ROOT } from "./checkout.ts";

/** The result of a command. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a line in bash. A pipeline fails if any of its commands fails. */
export async function runLine(line: string, env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const script = `set -o pipefail\n${line}`;
  return runProcess("bash", ["-c", script], { env: { ...process.env, NODE_COMPILE_CACHE, ...env } });
}

/** Runs a program until it ends. */
export async function runProcess(
  name: string,
  args: readonly string[],
  { cwd = ROOT, env, input = "" }: ProcessOptions,
): Promise<Outcome> {
  const child = spawn(name, args, { cwd, env });
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: Number(code), stdout, stderr };
}

interface ProcessOptions {
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string | Uint8Array;
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
