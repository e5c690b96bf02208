// What Lambda's runtime does at a cold start: loads the handler's file and calls it; then tells how long each took.
const started = performance.now();
const { handler } = require(process.argv[2]);
const loaded = performance.now();
const event = JSON.parse(process.env.BENCH_EVENT);
const context = { awsRequestId: "bench", getRemainingTimeInMillis: () => 10_000 };
handler(event, context).then(({ statusCode, body }) => {
  if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
  const answered = performance.now();
  const { user, system } = process.cpuUsage();
  require("node:fs").writeSync(
    1,
    JSON.stringify({ load: loaded - started, first: answered - loaded, cpu: (user + system) / 1_000 }),
  );
  process.exit();
});
