import { Command, InvalidArgumentError, Option } from "commander";
import { normalizePublicKey } from "../lib/public-key.ts";
import { toPrintable } from "./cli/printable.ts";
import { CHART_CHECK, CHECKS, type Run } from "./smoke/checks.ts";
import type { Target } from "./smoke/client.ts";

const program = new Command("smoke")
  .description("Exercises a service over HTTP(S) and tells, row by row, where it departs from its interface.")
  .requiredOption("--url <url>", "where the service is: the output HttpApiUrl of its stack", parseUrl)
  .addOption(
    new Option("--public-key <key>", "the public key that the service is configured with")
      .env("PERFORMANCE_PUBLIC_KEY")
      .argParser(normalizePublicKey)
      .makeOptionMandatory(),
  )
  .option("--guid <guid>", "an episode that has a chart, to get that as well");

process.exitCode = await runChecks(program.parse().opts<Target>());

/** Prints a row per check and a summary; the exit code is 1 on any miss. */
async function runChecks(target: Target): Promise<number> {
  const run: Run = { target, feedToken: "", adminToken: "" };
  let misses = 0;
  for (const check of target.guid ? [...CHECKS, CHART_CHECK] : CHECKS) {
    try {
      await check.try(run);
      console.log(`ok    ${check.name}`);
    } catch (error) {
      misses++;
      console.log(`MISS  ${check.name}: ${toPrintable(describe(error))}`);
    }
  }
  console.log(`\n${target.url}: ${misses ? `${misses} missed` : "all is well"}`);
  return misses ? 1 : 0;
}

/** fetch says no more than that it failed; why, its cause tells. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error.cause instanceof Error)) return error.message;
  const { code, message }: NodeJS.ErrnoException = error.cause;
  return `${error.message} (${code ?? message})`;
}

function parseUrl(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? "")) throw new InvalidArgumentError("Not an HTTP(S) URL.");
  return text.replace(/\/+$/, "");
}
