// Does what Lambda's runtime does at a cold start: imports the handler's file, gets an event, and calls the handler with it.
// Prints how long each step took.
const { writeSync } = require("node:fs");
const { setImmediate } = require("node:timers/promises");
const { pathToFileURL } = require("node:url");

async function run() {
  const started = performance.now();
  const { handler } = await import(pathToFileURL(process.argv[2]).href);
  const loaded = performance.now();
  // Lambda's runtime gets the event over HTTP, so in a later turn of the event loop.
  await setImmediate();
  const event = JSON.parse(process.env.BENCH_EVENT);
  const context = { awsRequestId: "bench", getRemainingTimeInMillis: () => 10_000 };
  const { statusCode, body } = await handler(event, context);
  const answered = performance.now();
  if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
  const { user, system } = process.cpuUsage();
  const times = { load: loaded - started, first: answered - loaded, cpu: (user + system) / 1_000 };
  writeSync(1, `${JSON.stringify(times)}\n`);
  process.exit();
}

run();
