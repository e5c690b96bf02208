import { Command, InvalidArgumentError } from "commander";
import { runCommandLine } from "./cli/command.ts";
import { Client } from "./soak/client.ts";
import { Issued } from "./soak/issued.ts";
import { askAdminToken, composeKinds } from "./soak/kinds.ts";
import { sendAll, startResults } from "./soak/load.ts";
import { findMisses, printOutcome } from "./soak/report.ts";
import { type Service, startService } from "./soak/service.ts";

interface Options {
  readonly connections: number;
  readonly requests: number;
  readonly seconds: number;
  /** In KB. */
  readonly memoryGrowth: number;
}

/** The part of all requests that is sent before the service counts as warm. */
const WARM_UP = 0.2;

const program = new Command("npm run soak --")
  .description(
    "Starts the service as npm start does, with data of its own, sends it a mix of requests over HTTP and checks every answer.",
  )
  .option("--connections <count>", "how many requests are under way at once", parseCount, 50)
  .option("--requests <count>", "how many requests to send", parseCount, 10_000)
  .option("--seconds <count>", "when to stop sending, whatever is left", parseCount, 300)
  .option(
    "--memory-growth <KB>",
    "how far a thread may grow after the first fifth of the requests; those of the functions on average",
    parseCount,
    1_024,
  )
  .action(async (options: Options) => {
    const service = await startService();
    try {
      process.exitCode = await soak(service, options);
    } finally {
      await service.stop();
    }
  });

await runCommandLine(program);

/** Soaks the service and prints what came of it; the exit code is 1 on any miss. */
async function soak(service: Service, { connections, requests, seconds, memoryGrowth }: Options): Promise<number> {
  const client = new Client(service.port, connections);
  const issued = new Issued(service);
  issued.take(await client.send(askAdminToken(service.publicKey)), true);

  const results = startResults(composeKinds(issued, service.publicKey));
  const end = performance.now() + seconds * 1_000;
  const warmUp = Math.ceil(requests * WARM_UP);
  let done = 0;
  const showProgress = () => {
    if (++done % Math.ceil(requests / 10) === 0) console.error(`${done} of ${requests} requests are done`);
  };
  // All connections are there after the first half of the warm-up.
  await sendAll(client, results, { connections, requests: warmUp, end, pace: warmUp / connections / 2 }, showProgress);
  const warm = await service.loadMemory();
  await sendAll(client, results, { connections, requests: requests - warmUp, end, pace: 0 }, showProgress);
  const outcome = { results, warm, end: await service.loadMemory(), records: await issued.loadRecordCounts() };
  client.close();

  printOutcome(outcome);
  const misses = findMisses(outcome, { warmUp, memoryGrowth: memoryGrowth * 1_024 });
  console.log(misses.join("\n") || "All is well");
  return misses.length > 0 ? 1 : 0;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError("It must be a whole number above 0.");
  return count;
}
