import { join } from "node:path";
import { format } from "node:util";
import type { Command } from "commander";
import { NODE_COMPILE_CACHE, ROOT } from "./checkout.ts";
import { inspectLine } from "./log-guard.ts";
import { type Outcome, runProcess } from "./process.ts";

/** A command line that npm runs. */
export interface Script {
  /** Path in the project. */
  readonly file: string;
  /** Loads what creates it: it loads much more than most tests need. */
  readonly load: () => Promise<(args: readonly string[]) => Command | Promise<Command>>;
  /** Loads the options that npm may take, if they are more than those of the commands that it creates. */
  readonly loadOptions?: () => Promise<readonly string[]>;
}

/** The command lines of an operator. */
export const OPERATE = {
  tokens: {
    file: "operate/tokens.ts",
    load: async () => (await import("../../operate/tokens-program.ts")).createTokensProgram,
  },
  smoke: {
    file: "operate/smoke.ts",
    load: async () => (await import("../../operate/smoke-program.ts")).createSmokeProgram,
  },
} as const satisfies Readonly<Record<string, Script>>;

/** An environment that names no DynamoDB, as that of a fresh machine. */
export const WITHOUT_DYNAMODB: NodeJS.ProcessEnv = {
  AWS_ENDPOINT_URL_DYNAMODB: undefined,
  AWS_ENDPOINT_URL: undefined,
  AWS_PROFILE: undefined,
  AWS_ACCESS_KEY_ID: undefined,
  AWS_SECRET_ACCESS_KEY: undefined,
  CHARTS_TABLE: undefined,
  TOKENS_TABLE: undefined,
};

/** What a command prints must not depend on how long it takes. */
export const QUIET = { CHARTS_PROGRESS: "off" };

interface CommandOptions {
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a command of an operator as {@link runInProcess} does. */
export function runOperate(name: keyof typeof OPERATE, args: readonly string[], options?: CommandOptions) {
  return runInProcess(OPERATE[name], args, options);
}

/**
 * Runs a command in this process, on the tables of the tests. Captures all that it prints but progress, which
 * must not contain a secret. A test runs one at a time. What needs a process (standard input, signals, closed pipes) needs {@link spawnScript}.
 *
 * @param env variables to set, or to remove with undefined; the command's own changes are undone as well
 */
export async function runInProcess(
  { file, load, loadOptions }: Script,
  args: readonly string[],
  { env = {} }: CommandOptions = {},
): Promise<Outcome> {
  const { runCommandLine } = await import("../../operate/shell/command.ts");
  const [createProgram, options] = await Promise.all([load(), loadOptions?.()]);
  const before = { env: { ...process.env }, argv: process.argv, exitCode: process.exitCode };
  setEnvironment({ ...before.env, ...QUIET, ...env });
  process.argv = [process.execPath, join(ROOT, file), ...args];
  process.exitCode = undefined;
  const { printed, release } = captureOutput();
  try {
    await runCommandLine(await createProgram(args), args, options);
    return { code: Number(process.exitCode ?? 0), ...printed };
  } finally {
    release();
    Object.assign(process, { argv: before.argv, exitCode: before.exitCode });
    setEnvironment(before.env);
    for (const text of Object.values(printed)) inspectLine(text);
  }
}

function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}

/** Collects what is printed, both through the console, which Vitest separates from the streams, and to the streams. */
function captureOutput() {
  const printed = { stdout: "", stderr: "" };
  const { log, info, warn, error } = console;
  const restores = (["stdout", "stderr"] as const).map((name) => {
    const stream = process[name];
    const { write } = stream;
    stream.write = (chunk: string | Uint8Array) => {
      printed[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      return true;
    };
    return () => Object.assign(stream, { write });
  });
  const print =
    (name: keyof typeof printed) =>
    (...values: unknown[]) => {
      printed[name] += `${format(...values)}\n`;
    };
  Object.assign(console, {
    log: print("stdout"),
    info: print("stdout"),
    warn: print("stderr"),
    error: print("stderr"),
  });
  const release = () => {
    Object.assign(console, { log, info, warn, error });
    for (const restore of restores) restore();
  };
  return { printed, release };
}

/** Runs a command in its own process, as a user does, on the tables of the tests. */
export async function spawnScript(
  { file }: Script,
  args: readonly string[],
  { input = "", env = {} }: CommandOptions & { readonly input?: string | Uint8Array } = {},
): Promise<Outcome> {
  const options = { input, env: { ...process.env, NODE_COMPILE_CACHE, ...QUIET, ...env } };
  return runProcess(process.execPath, [join(ROOT, file), ...args], options);
}
