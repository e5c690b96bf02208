import { join } from "node:path";
import { format } from "node:util";
import { expect } from "vitest";
import { NODE_COMPILE_CACHE, ROOT } from "../../../tests/support/checkout.ts";
import { inspectLine } from "../../../tests/support/log-guard.ts";
import { type Outcome, runLine, runProcess } from "../../../tests/support/process.ts";
import { requireExportedLines } from "./export-schema.ts";

/** A command line in cli/. */
export type Script = keyof typeof SCRIPTS;

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
const QUIET = { CHARTS_PROGRESS: "off" };

/** What creates each. Loaded on use, because they load much more than most tests need. */
const SCRIPTS = {
  charts: async () => (await import("../../cli/bin/charts-program.ts")).createChartsProgram,
  tokens: async () => (await import("../../cli/bin/tokens-program.ts")).createTokensProgram,
  smoke: async () => (await import("../../cli/bin/smoke-program.ts")).createSmokeProgram,
  "performance-data": async () => {
    const { createPackageProgram } = await import("../../cli/bin/package-program.ts");
    return (args: readonly string[]) => createPackageProgram("1.2.3", args);
  },
};

/**
 * Runs a command in this process, on the tables of the tests. Captures all that it prints but progress, which
 * must not contain a secret. A test runs one at a time. What needs a process (standard input, signals, closed pipes) needs `runScript`.
 *
 * @param env variables to set, or to remove with undefined; the command's own changes are undone as well
 */
export async function runCommand(
  script: Script,
  args: readonly string[],
  { env = {} }: { readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  const { runCommandLine } = await import("../../cli/shell/command.ts");
  const createProgram = await SCRIPTS[script]();
  const before = { env: { ...process.env }, argv: process.argv, exitCode: process.exitCode };
  setEnvironment({ ...before.env, ...QUIET, ...env });
  process.argv = [process.execPath, join(ROOT, "retention/cli/bin", `${script}.ts`), ...args];
  process.exitCode = undefined;
  const { printed, release } = captureOutput();
  try {
    await runCommandLine(await createProgram(args), args);
    return { code: Number(process.exitCode ?? 0), ...printed };
  } finally {
    release();
    Object.assign(process, { argv: before.argv, exitCode: before.exitCode });
    setEnvironment(before.env);
    for (const text of Object.values(printed)) inspectLine(text);
    if (script === "charts" && args[0] === "export" && !args.includes("--help")) requireExportedLines(printed.stdout);
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
export async function runScript(
  script: Script,
  args: readonly string[],
  { input = "", env = {} }: { readonly input?: string | Uint8Array; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  const options = { input, env: { ...process.env, NODE_COMPILE_CACHE, ...QUIET, ...env } };
  return runProcess(process.execPath, [join(ROOT, "retention/cli/bin", `${script}.ts`), ...args], options);
}

/** Runs a line in bash as a user does, on the tables of the tests. `charts` and `tokens` call those scripts. */
export async function runInShell(line: string): Promise<Outcome> {
  const commands = ["charts", "tokens"].map(
    (name) => `${name}() { "${process.execPath}" retention/cli/bin/${name}.ts "$@"; }`,
  );
  return runLine([...commands, line].join("\n"), QUIET);
}

/** Matches the summary of an import, such as `2 charts written, 0 refused`, whatever it says of sources and what was there. */
export function summary(text: string): unknown {
  const escaped = text.replace(/[()]/g, "\\$&").replace(/written/, "written(?: \\(.+?\\)(?:: .+?)?)?");
  return expect.stringMatching(new RegExp(`^${escaped}\n$`));
}
