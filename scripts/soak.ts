import { Command, InvalidArgumentError } from "commander";
import { quantile } from "d3-array";
import { runCommandLine } from "./cli/command.ts";
import { sendRequest } from "./cli/http.ts";
import { IssuedTokens } from "./soak/issued.ts";
import { makeScenarios, type Scenario } from "./soak/scenarios.ts";
import { type Service, startService } from "./soak/service.ts";

interface Options {
  readonly connections: number;
  readonly requests: number;
  /** Limit in KB. */
  readonly memoryGrowth: number;
}

/** The share of the requests that warms up the functions. */
const WARM_UP = 0.2;

const program = new Command("npm run soak --")
  .description(
    "Sends a mix of requests over HTTP to the packaged functions. Checks every answer, every record, and the memory.",
  )
  .option("--connections <count>", "number of requests in flight at once", parseCount, 50)
  .option("--requests <count>", "number of requests to send", parseCount, 10_000)
  .option("--memory-growth <KB>", "KB that the functions' memory may grow by after warming up", parseCount, 2_048)
  .action(async (options: Options) => {
    const service = await startService();
    try {
      process.exitCode = await soak(service, options);
    } finally {
      await service.stop();
    }
  });

await runCommandLine(program);

/**
 * Runs the test, and prints the results of the requests, the records and the memory.
 *
 * @returns the exit code: 0, or 1 after any failure
 */
async function soak(service: Service, { connections, requests, memoryGrowth }: Options): Promise<number> {
  const issued = new IssuedTokens(service);
  const scenarios = makeScenarios(issued, service.publicKey);
  const times = new Map<string, number[]>(scenarios.map(({ name }) => [name, []]));
  const failures: string[] = [];
  const send = async (scenario: Scenario) => {
    const start = performance.now();
    try {
      scenario.check(await sendRequest(`${service.url}${scenario.path}`, scenario.makeRequest()));
      times.get(scenario.name)?.push(performance.now() - start);
    } catch (error) {
      failures.push(`${scenario.name}: ${error instanceof Error ? error.message : error}`);
    }
  };
  await Promise.all(scenarios.filter(({ name }) => name === "admin token").map(send));

  let sent = 0;
  const sendUntil = async (end: number) => {
    const work = async () => {
      for (let index = sent++; index < end; index = sent++) {
        if (index % Math.ceil(requests / 10) === 0) console.error(`${index} of ${requests} requests sent`);
        await send(scenarios[index % scenarios.length] as Scenario);
      }
    };
    await Promise.all(Array.from({ length: connections }, work));
    sent = end;
    return service.loadMemory();
  };
  const warm = await sendUntil(Math.ceil(requests * WARM_UP));
  const end = await sendUntil(requests);
  const records = await issued.compareRecords();

  const at = (part: number, list: number[]) => Math.round(quantile(list, part) ?? Number.NaN);
  const rows = Array.from(times, ([name, list]) => [
    name,
    { "right answers": list.length, "median ms": at(0.5, list), "p99 ms": at(0.99, list) },
  ]);
  console.table(Object.fromEntries(rows));
  console.table({ tokens: records });
  console.log(`The functions held ${toMB(warm)} MB when warm, and ${toMB(end)} MB at the end.`);
  if (records.wrong > 0)
    failures.push(`tokens: ${records.wrong} records are missing, wrong, or of tokens that were not issued.`);
  if (end - warm > memoryGrowth * 1_024)
    failures.push(`memory: It grew by more than ${memoryGrowth} KB, the limit set by --memory-growth.`);
  console.log(failures.length > 0 ? formatFailures(failures) : "All checks passed.");
  return failures.length > 0 ? 1 : 0;
}

function formatFailures(failures: readonly string[]): string {
  const heading = failures.length > 10 ? `${failures.length} failures, the first 10:` : "Failures:";
  return [heading, ...failures.slice(0, 10)].join("\n");
}

function toMB(bytes: number): number {
  return Math.round(bytes / 104_857.6) / 10;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError("It must be a whole number above 0.");
  return count;
}
