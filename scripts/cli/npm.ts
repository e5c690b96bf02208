import { execFileSync } from "node:child_process";
import { basename } from "node:path";
import type { Command } from "commander";

/**
 * Says which options of a command its user gave, but npm took, and where the "--" goes: npm takes all options before
 * one for its own, and leaves of them nothing but variables such as npm_config_dry_run.
 *
 * @returns nothing if npm took none, or if it is not npm that runs the command
 */
export function describeTakenOptions(program: Command): string | undefined {
  const script = basename(process.argv[1] ?? "", ".ts");
  // Where another script of npm's runs this command, its options are meant for that one.
  if (process.env.npm_lifecycle_event !== script) return undefined;
  const names = [program, ...program.commands].flatMap(({ options }) => options.map((option) => option.name()));
  const taken = [...new Set(names)].filter(isTaken).map((name) => `--${name}`);
  if (taken.length === 0) return undefined;
  return `npm took ${taken.join(", ")} for itself, not for the command. Write "--" after "npm run ${script}", before everything that is meant for the command.`;
}

function isTaken(name: string): boolean {
  const variable = `npm_config_${name.replaceAll("-", "_")}`;
  const value = process.env[variable];
  return value !== undefined && value !== loadConfigured(name, variable);
}

/** The value that npm's own files give an option, "undefined" if they don't: npm makes variables of those, too. */
function loadConfigured(name: string, variable: string): string {
  const { npm_execpath: npm, ...environment } = process.env;
  if (!npm) return "";
  return execFileSync(process.execPath, [npm, "config", "get", name], {
    env: { ...environment, [variable]: undefined },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
}
