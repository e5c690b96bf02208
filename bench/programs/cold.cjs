// What Lambda's runtime does at a cold start: loads the handler's file, asks for an event and calls the handler; then tells how
// long each took.
const { setImmediate } = require("node:timers/promises");
const { writeSync } = require("node:fs");

const started = performance.now();
const { handler } = require(process.argv[2]);

/** The runtime asks over HTTP: whatever the file has begun goes on meanwhile. */
async function run() {
  for (let turn = 0; turn < 3; turn++) await setImmediate();
  const loaded = performance.now();
  writeSync(1, "loaded\n");
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
