import type { Command } from "commander";
import { toPrintable } from "../lib/printable.ts";
import { createCommandLine, loadVariables } from "./shell/command.ts";
import { IS_PACKAGED } from "./shell/packaged.ts";
import { createKeyFileOption, findService, KEY_HELP, parseUrl, type ServiceOptions } from "./shell/service.ts";
import type { SmokeRun } from "./smoke-checks.ts";
import type { CheckedService } from "./smoke-client.ts";

const SMOKE = IS_PACKAGED ? "performance-data smoke" : "npm run smoke --";

const KEY_FILES = IS_PACKAGED ? " or the file of --env-file" : ", .env.STAGE or .env";

const KEY_OPTION = IS_PACKAGED ? "--env-file prod.env" : "--stage prod";

const HELP = `
${KEY_HELP} The command reads that
variable from the environment${KEY_FILES}. No option takes the key itself: logs and other users can see command lines.

Examples:
  $ ${SMOKE} ${KEY_OPTION} --url https://performance.example.com
  $ ${SMOKE} --public-key-file public-key.pem --url https://performance.example.com
`;

/** Creates the command line of `npm run smoke`. */
export function createSmokeProgram(): Command {
  const program = createCommandLine(
    SMOKE,
    "Checks a running service over HTTP(S). Prints a row for each promise of its interface.",
  )
    .requiredOption(
      "--url <url>",
      "base URL of the service: its domain, or the output ServiceUrl of its stack",
      parseUrl,
    )
    .addOption(createKeyFileOption())
    .option("--guid <guid>", "GUID of an episode that has a chart, to check that chart as well")
    .option("--collector", "fail if the collector is off")
    .addHelpText("after", HELP)
    .action(async ({ guid, collector, ...options }: ServiceOptions & Pick<CheckedService, "guid" | "collector">) => {
      const service = await findService(options);
      if (service && (await runChecks({ ...service, guid, collector })) > 0) process.exitCode = 1;
    });
  if (!IS_PACKAGED)
    program
      .option("--stage <stage>", "stage whose file .env.STAGE has PERFORMANCE_PUBLIC_KEY")
      .hook("preAction", () => {
        const { stage } = program.opts<{ readonly stage?: string }>();
        loadVariables([...(stage === undefined ? [] : [`.env.${stage}`]), ".env"]);
      });
  return program;
}

/**
 * Prints a row per check, and a summary. Stops if the service refuses the public key.
 *
 * @returns the number of failed checks
 */
async function runChecks(target: CheckedService): Promise<number> {
  // Loaded on use, because --help needs neither openapi.yaml nor what reads it.
  const { CHART_CHECK, CHECKS, COLLECTOR_CHECKS } = await import("./smoke-checks.ts");
  const run: SmokeRun = { target, feedToken: "", adminToken: "", isKeyRefused: false, isCollectorOff: false };
  const checks = [...CHECKS, ...COLLECTOR_CHECKS, ...(target.guid ? [CHART_CHECK] : [])];
  let started = 0;
  let failures = 0;
  for (const check of checks) {
    started++;
    if (run.isCollectorOff && COLLECTOR_CHECKS.includes(check)) continue;
    try {
      await check.verify(run);
      console.log(`ok    ${[check.name, check.remark?.(run)].filter(Boolean).join(": ")}`);
    } catch (error) {
      failures++;
      console.log(`FAIL  ${check.name}: ${toPrintable(error instanceof Error ? error.message : String(error))}`);
    }
    if (run.isKeyRefused) break;
  }
  const { url, keyName, keyAdvice } = target;
  console.log(run.isKeyRefused ? `\n${url} refuses ${keyName}, which the other checks need. ${keyAdvice}` : "");
  const rest = started < checks.length ? `, ${checks.length - started} not run` : "";
  console.log(`${url}: ${failures > 0 ? `${failures} failed${rest}` : "all checks passed"}`);
  return failures;
}
