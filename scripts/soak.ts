import { Command, InvalidArgumentError } from "commander";
import { runCommandLine } from "./command.ts";
import { Client } from "./soak/client.ts";
import { Issued } from "./soak/issued.ts";
import { askAdminToken, composeKinds } from "./soak/kinds.ts";
import { type Bounds, sendAll, WARM_UP } from "./soak/load.ts";
import { computeMB, findMisses, printOutcome } from "./soak/report.ts";
import { type Service, startService } from "./soak/service.ts";

interface Options extends Bounds {
  readonly memoryGrowth: number;
}

const program = new Command("npm run soak --")
  .description(
    "Starts the service as npm start does, with data of its own, sends it a mix of requests over HTTP and checks every answer.",
  )
  .option("--connections <count>", "how many requests are under way at once", parseCount, 50)
  .option("--requests <count>", "how many requests to send", parseCount, 10_000)
  .option("--seconds <count>", "when to stop sending, whatever is left", parseCount, 300)
  .option("--memory-growth <KB>", "how far memory may grow per request after the first fifth", parseCount, 200)
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
async function soak(service: Service, { memoryGrowth, ...bounds }: Options): Promise<number> {
  const client = new Client(service.port, bounds.connections);
  const issued = new Issued(service);
  issued.take(await client.send(askAdminToken(service.publicKey)), true);

  const memory: number[] = [];
  const results = await sendAll(client, composeKinds(issued, service.publicKey), bounds, async (count) => {
    if (count % Math.ceil(bounds.requests / 10) > 0) return;
    const bytes = await service.loadMemory();
    console.error(`${count} of ${bounds.requests} requests are done, ${computeMB(bytes)} MB in memory`);
    if (count >= bounds.requests * WARM_UP) memory.push(bytes);
  });
  client.close();

  const outcome = { results, memory, records: await issued.loadRecordCounts() };
  printOutcome(outcome);
  const misses = findMisses(outcome, memoryGrowth * 1_024 * bounds.requests * (1 - WARM_UP));
  console.log(misses.join("\n") || "All is well");
  return misses.length > 0 ? 1 : 0;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError("It must be a whole number above 0.");
  return count;
}
