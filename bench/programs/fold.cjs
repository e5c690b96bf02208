// Runs the update in the bundle of the first argument once. Prints its CPU time without that of starting Node, and the
// peak memory of the process. Plain JavaScript, because Node would load a compiler for TypeScript: 30 MB.
const { writeSync } = require("node:fs");
const { readPeakMB } = require("./peak-memory.cjs");

async function run() {
  const { handler } = require(process.argv[2]);
  const before = process.cpuUsage();
  await handler({}, { awsRequestId: "bench", getRemainingTimeInMillis: () => 900_000 });
  const { user, system } = process.cpuUsage(before);
  writeSync(1, `${JSON.stringify({ seconds: (user + system) / 1e6, peakMB: readPeakMB() })}\n`);
}

run();
