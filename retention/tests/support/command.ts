import { expect } from "vitest";
import { OPERATE, QUIET, runInProcess, type Script, spawnScript } from "../../../tests/support/command-line.ts";
import { type Outcome, runLine } from "../../../tests/support/process.ts";
import { requireExportedLines } from "./export-schema.ts";

export { WITHOUT_DYNAMODB } from "../../../tests/support/command-line.ts";

/** The command lines of both products. */
const SCRIPTS = {
  ...OPERATE,
  charts: {
    file: "retention/cli/bin/charts.ts",
    load: async () => (await import("../../cli/bin/charts-program.ts")).createChartsProgram,
    loadOptions: async () => (await import("../../cli/options.ts")).OPTIONS,
  },
  "performance-data": {
    file: "retention/cli/bin/performance-data.ts",
    load: async () => {
      const { createPackageProgram } = await import("../../cli/bin/package-program.ts");
      return (args: readonly string[]) => createPackageProgram("1.2.3", args);
    },
  },
} as const satisfies Readonly<Record<string, Script>>;

/** The name of a command line. */
export type ScriptName = keyof typeof SCRIPTS;

/** Runs a command as {@link runInProcess} does. What it exports must be as the schema says. */
export async function runCommand(
  name: ScriptName,
  args: readonly string[],
  options?: { readonly env?: NodeJS.ProcessEnv },
): Promise<Outcome> {
  const outcome = await runInProcess(SCRIPTS[name], args, options);
  if (name === "charts" && args[0] === "export" && !args.includes("--help")) requireExportedLines(outcome.stdout);
  return outcome;
}

/** Runs a command as {@link spawnScript} does. */
export function runScript(name: ScriptName, args: readonly string[], options?: Parameters<typeof spawnScript>[2]) {
  return spawnScript(SCRIPTS[name], args, options);
}

/** Lets `npm run charts -- …` in a shell call the same, without the time that npm takes. */
export const THROUGH_NPM = 'npm() { shift; [ "$1" != --silent ] || shift; local name=$1; shift 2; "$name" "$@"; }\n';

/** Runs a line in bash as a user does, on the tables of the tests. `charts` and `tokens` call those scripts. */
export async function runInShell(line: string): Promise<Outcome> {
  const commands = (["charts", "tokens"] as const).map(
    (name) => `${name}() { "${process.execPath}" ${SCRIPTS[name].file} "$@"; }`,
  );
  return runLine([...commands, line].join("\n"), QUIET);
}

/** Matches the summary of an import, such as `2 charts written, 0 refused`, whatever it says of sources and what was there. */
export function summary(text: string): unknown {
  const escaped = text.replace(/[()]/g, "\\$&").replace(/written/, "written(?: \\(.+?\\)(?:: .+?)?)?");
  return expect.stringMatching(new RegExp(`^${escaped}\n$`));
}
