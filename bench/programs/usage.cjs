// Loaded into a program with `node --require`. Prints, as the last line, its CPU time in seconds (since `usageBefore`, if that is
// set) and its peak memory in MB. Plain JavaScript, because Node would load a compiler for TypeScript: 30 MB.
const { readFileSync, writeSync } = require("node:fs");

process.on("exit", () => {
  const { user, system } = process.cpuUsage(globalThis.usageBefore);
  // By Linux's own account. `process.resourceUsage` would count the process that started it, too.
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"));
  writeSync(1, `\n${JSON.stringify({ seconds: (user + system) / 1e6, peakMB: (kilobytes * 1_024) / 1e6 })}\n`);
});
