import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

const ROOT = join(import.meta.dirname, "../..");

/** A command as it ran or runs. */
export interface Command {
  readonly child: ChildProcess;
  /** What it has printed up to now, without colours. */
  output(): string;
  /** The same, without what went to standard error. */
  stdout(): string;
  /** Its exit code, once it has ended. */
  readonly exitCode: Promise<number | null>;
}

type Environment = Record<string, string | undefined>;

const running = new Set<Command>();

/** Ends what a failed test left running. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map(interrupt));
}

/** Starts a command in the project's folder as a person would, in a process group of its own. */
export function start(name: string, args: readonly string[], environment: Environment = {}): Command {
  const workFolder = `.esbuild/${randomUUID()}`;
  const env = {
    ...process.env,
    NODE_ENV: undefined,
    VITEST: undefined,
    ESBUILD_WORK_FOLDER: workFolder,
    ...environment,
  };
  const options: SpawnOptions = { cwd: ROOT, detached: true, stdio: ["ignore", "pipe", "pipe"], env };
  const child = spawn(name, args, options);
  const printed = { output: "", stdout: "" };
  child.stdout?.on("data", (data) => (printed.stdout += data));
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (printed.output += data));
  const exitCode = once(child, "close").then(([code]) => {
    running.delete(command);
    rmSync(join(ROOT, workFolder), { recursive: true, force: true });
    return code;
  });
  const output = () => stripVTControlCharacters(printed.output);
  const command: Command = { child, exitCode, output, stdout: () => printed.stdout };
  running.add(command);
  return command;
}

/** Runs a command to its end. */
export async function run(...[name, args, environment]: Parameters<typeof start>): Promise<Run> {
  const command = start(name, args, environment);
  return { code: await command.exitCode, stdout: command.stdout(), output: command.output().trim() };
}

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly output: string;
}

/** Waits until a command has printed a text. */
export async function waitFor(command: Command, text: string): Promise<void> {
  while (!command.output().includes(text)) {
    if (command.child.exitCode !== null) throw new Error(`ended before "${text}":\n${command.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Ends a command as Ctrl-C does: with a signal to its whole process group. */
export async function interrupt({ child, exitCode }: Command): Promise<number | null> {
  if (child.pid && child.exitCode === null) process.kill(-child.pid, "SIGINT");
  return exitCode;
}

/** A port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
