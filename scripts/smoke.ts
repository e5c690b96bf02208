import { Command } from "commander";
import { CommandError, runCommandLine } from "./cli/command.ts";
import { toPrintable } from "./cli/printable.ts";
import { parsePublicKey, parseUrl } from "./cli/service.ts";
import { CHART_CHECK, CHECKS, type Run } from "./smoke/checks.ts";
import type { Target } from "./smoke/client.ts";

const HELP = `
The public key that the service is configured with is taken from PERFORMANCE_PUBLIC_KEY, which .env may hold: other
users of the machine, and logs, can see what a command line has.

Example:
  $ PERFORMANCE_PUBLIC_KEY="$(cat public-key.pem)" npm run smoke -- --url https://performance.example.com
`;

const program = new Command("npm run smoke --")
  .description("Exercises a service over HTTP(S) and tells, row by row, where it departs from its interface.")
  .requiredOption("--url <url>", "where the service is: the output HttpApiUrl of its stack", parseUrl)
  .option("--guid <guid>", "an episode that has a chart, to get that as well")
  .addHelpText("after", HELP)
  .action(async (options: Omit<Target, "publicKey">) => {
    if ((await runChecks({ ...options, publicKey: loadPublicKey() })) > 0) process.exitCode = 1;
  });

await runCommandLine(program);

function loadPublicKey(): string {
  const key = parsePublicKey(process.env.PERFORMANCE_PUBLIC_KEY ?? "");
  if (!key) throw new CommandError("PERFORMANCE_PUBLIC_KEY is not set: it must be the service's public key");
  return key;
}

/** Prints a row per check and a summary; gives the number of misses. */
async function runChecks(target: Target): Promise<number> {
  const run: Run = { target, feedToken: "", adminToken: "", isKeyRefused: false };
  const checks = target.guid ? [...CHECKS, CHART_CHECK] : CHECKS;
  let tried = 0;
  let misses = 0;
  for (const check of checks) {
    tried++;
    try {
      await check.try(run);
      console.log(`ok    ${check.name}`);
    } catch (error) {
      misses++;
      console.log(`MISS  ${check.name}: ${toPrintable(error instanceof Error ? error.message : String(error))}`);
    }
    if (run.isKeyRefused) break;
  }
  const { url } = target;
  const advice = "which the rows that follow need. Set it to the service's public key.";
  console.log(run.isKeyRefused ? `\n${url} refuses the key in PERFORMANCE_PUBLIC_KEY, ${advice}` : "");
  const rest = tried < checks.length ? `, ${checks.length - tried} not tried` : "";
  console.log(`${url}: ${misses > 0 ? `${misses} missed${rest}` : "all is well"}`);
  return misses;
}
