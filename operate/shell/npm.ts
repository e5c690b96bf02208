import { execFileSync } from "node:child_process";
import { basename } from "node:path";

/**
 * Describes the options that npm took for itself, and how to pass them to the command. npm reads every option before
 * "--" as its own: `npm run charts import --dry-run` runs `charts import` with the variable `npm_config_dry_run=true`.
 *
 * @param options names, such as `dry-run`, of those that can be noticed. npm handles --help itself, takes --format and --replace for
 *   abbreviations of its own options, and reads --map as -m -a -p, and --app as -a -p -p
 * @returns undefined if npm took none, or if npm does not run the command
 */
export function describeTakenOptions(options: readonly string[]): string | undefined {
  const script = basename(process.argv[1] ?? "", ".ts");
  // If another npm script runs this command, the options belong to that script.
  if (process.env.npm_lifecycle_event !== script) return undefined;
  const taken = options.filter(isTaken).map((name) => `--${name}`);
  if (taken.length === 0) return undefined;
  return `npm took ${taken.join(", ")} for itself. To pass options to the command, write "--" after "npm run ${script}".`;
}

function isTaken(name: string): boolean {
  const variable = `npm_config_${name.replaceAll("-", "_")}`;
  const value = process.env[variable];
  return value !== undefined && value !== loadNpmSetting(name, variable);
}

/**
 * Returns an option's value in npm's configuration files, which npm exports as variables too, or the text "undefined"
 * if they do not set it.
 */
function loadNpmSetting(name: string, variable: string): string {
  const { npm_execpath: npm, ...environment } = process.env;
  if (!npm) return "";
  return execFileSync(process.execPath, [npm, "config", "get", name], {
    env: { ...environment, [variable]: undefined },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
}
