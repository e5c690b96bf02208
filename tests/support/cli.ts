import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import { copyCheckout, makeEnvironment } from "./checkout.ts";

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

/** What a command finds in its environment, besides PATH and an empty HOME. */
export type Environment = Readonly<Record<string, string | undefined>>;

const running = new Set<Command>();

/** Starts a command as a person would, in a copy of the service and in a process group of its own. */
export async function start(name: string, args: readonly string[], environment: Environment = {}): Promise<Command> {
  const { folder, remove } = await copyCheckout();
  const env = { ...makeEnvironment(folder), ...environment };
  const options: SpawnOptions = { cwd: folder, detached: true, stdio: ["ignore", "pipe", "pipe"], env };
  const child = spawn(name, args, options);
  const printed = { output: "", stdout: "" };
  child.stdout?.on("data", (data) => (printed.stdout += data));
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (printed.output += data));
  const exitCode = once(child, "close").then(async ([code]) => {
    running.delete(command);
    await remove();
    return code;
  });
  const output = () => stripVTControlCharacters(printed.output);
  const command: Command = { child, exitCode, output, stdout: () => printed.stdout };
  running.add(command);
  return command;
}

/** Runs a command to its end. */
export async function run(...[name, args, environment]: Parameters<typeof start>): Promise<Run> {
  const command = await start(name, args, environment);
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

/** Ends what a failed test left running. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map(interrupt));
}
