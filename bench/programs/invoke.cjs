// Does what Lambda's runtime does: imports the handler's file, gets an event, and calls the handler with it. With BENCH_EVENT, that is a
// cold start; without, the CPU time of loading does not count.
const { setImmediate } = require("node:timers/promises");
const { pathToFileURL } = require("node:url");

// What is only logged, such as an episode that the update refuses, would be measured as if it had been done.
console.error = (line) => {
  throw new Error(line);
};

async function run() {
  const { handler } = await import(pathToFileURL(process.argv[2]).href);
  // Lambda's runtime gets the event over HTTP, so in a later turn of the event loop.
  await setImmediate();
  const { BENCH_EVENT: event } = process.env;
  if (!event) globalThis.usageBefore = process.cpuUsage();
  const context = { awsRequestId: "bench", getRemainingTimeInMillis: () => (event ? 10_000 : 900_000) };
  const { statusCode = 200, body } = (await handler(JSON.parse(event ?? "{}"), context)) ?? {};
  if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
  process.exit();
}

void run();
