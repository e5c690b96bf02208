import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import { copyCheckout, makeEnvironment } from "./checkout.ts";

/** A command that is running or has ended. */
export interface Command {
  readonly child: ChildProcess;
  /** Returns the text printed so far to standard output and standard error, without colours. */
  output(): string;
  /** Returns the text printed so far to standard output. */
  stdout(): string;
  /** Resolves when the command ends. */
  readonly exitCode: Promise<number | null>;
}

/** The variables of a command, besides PATH and an empty HOME. */
export type Environment = Readonly<Record<string, string | undefined>>;

const running = new Set<Command>();

/** Starts a command in a copy of the checkout and in a new process group, as a shell does. */
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

/** Runs a command until it ends. */
export async function run(...[name, args, environment]: Parameters<typeof start>) {
  const command = await start(name, args, environment);
  return { code: await command.exitCode, stdout: command.stdout(), output: command.output().trim() };
}

/** Waits until a command has printed a text. */
export async function waitFor(command: Command, text: string): Promise<void> {
  while (!command.output().includes(text)) {
    if (command.child.exitCode !== null)
      throw new Error(`The command ended before it printed "${text}":\n${command.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Stops a command as Ctrl-C does: with SIGINT to its process group. */
export async function interrupt({ child, exitCode }: Command): Promise<number | null> {
  if (child.pid && child.exitCode === null) process.kill(-child.pid, "SIGINT");
  return exitCode;
}

/** Stops all commands that are still running, for example after a failed test. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map(interrupt));
}
