import { handler } from "../../functions/update.ts";

/** Runs the update once, and prints its CPU time in seconds. */
const before = process.cpuUsage();
await handler(
  {} as Parameters<typeof handler>[0],
  { awsRequestId: "bench" } as Parameters<typeof handler>[1],
  () => {},
);
const { user, system } = process.cpuUsage(before);
console.log(`${(user + system) / 1e6} CPU seconds`);
