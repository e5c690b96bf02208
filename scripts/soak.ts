import { Command, InvalidArgumentError } from "commander";
import { quantile } from "d3-array";
import { runCommandLine } from "./cli/command.ts";
import { sendRequest } from "./cli/http.ts";
import { Issued } from "./soak/issued.ts";
import { composeKinds, type Kind } from "./soak/kinds.ts";
import { type Service, startService } from "./soak/service.ts";

interface Options {
  readonly connections: number;
  readonly requests: number;
  /** In KB. */
  readonly memoryGrowth: number;
}

/** The part of all requests that is sent before the functions count as warm. */
const WARM_UP = 0.2;

const program = new Command("npm run soak --")
  .description(
    "Sends a mix of requests over HTTP to the packaged functions, and checks every answer, every record and the memory.",
  )
  .option("--connections <count>", "how many requests are under way at once", parseCount, 50)
  .option("--requests <count>", "how many requests to send", parseCount, 10_000)
  .option("--memory-growth <KB>", "how far the functions may grow once they are warm", parseCount, 2_048)
  .action(async (options: Options) => {
    const service = await startService();
    try {
      process.exitCode = await soak(service, options);
    } finally {
      await service.stop();
    }
  });

await runCommandLine(program);

/** Prints what came of the requests, the records and the memory; the exit code is 1 on any miss. */
async function soak(service: Service, { connections, requests, memoryGrowth }: Options): Promise<number> {
  const issued = new Issued(service);
  const kinds = composeKinds(issued, service.publicKey);
  const times = new Map<string, number[]>(kinds.map(({ name }) => [name, []]));
  const misses: string[] = [];
  const send = async (kind: Kind) => {
    const start = performance.now();
    try {
      kind.check(await sendRequest(`${service.url}${kind.path}`, kind.compose()));
      times.get(kind.name)?.push(performance.now() - start);
    } catch (error) {
      misses.push(`${kind.name}: ${error}`);
    }
  };
  await Promise.all(kinds.filter(({ name }) => name === "admin token").map(send));

  let sent = 0;
  const sendUntil = async (end: number) => {
    const work = async () => {
      for (let index = sent++; index < end; index = sent++) {
        if (index % Math.ceil(requests / 10) === 0) console.error(`${index} of ${requests} requests sent`);
        await send(kinds[index % kinds.length] as Kind);
      }
    };
    await Promise.all(Array.from({ length: connections }, work));
    sent = end;
    return service.loadMemory();
  };
  const warm = await sendUntil(Math.ceil(requests * WARM_UP));
  const growth = (await sendUntil(requests)) - warm;
  const records = await issued.compareRecords();

  const at = (part: number, list: number[]) => Math.round(quantile(list, part) ?? Number.NaN);
  const rows = Array.from(times, ([name, list]) => [
    name,
    { "right answers": list.length, "median ms": at(0.5, list), "p99 ms": at(0.99, list) },
  ]);
  console.table(Object.fromEntries(rows));
  console.table({ tokens: records });
  console.log(`The functions hold ${toMB(warm)} MB when warm, and ${toMB(growth)} MB more at the end`);
  if (records.wrong > 0) misses.push(`${records.wrong} records are missing, wrong, or of tokens that were not issued`);
  if (growth > memoryGrowth * 1_024) misses.push(`the functions may hold ${toMB(memoryGrowth * 1_024)} MB more`);
  console.log(misses.length > 0 ? `${misses.length} misses:\n${misses.slice(0, 10).join("\n")}` : "All is well");
  return misses.length > 0 ? 1 : 0;
}

function toMB(bytes: number): number {
  return Math.round(bytes / 104_857.6) / 10;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError("It must be a whole number above 0.");
  return count;
}
