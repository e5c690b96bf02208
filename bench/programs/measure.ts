import { writeFileSync } from "node:fs";

// Loaded into a program with `node --import`. Writes the process's peak memory and CPU time to the file in MEASURE_FILE.
process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { peakMB: (maxRSS * 1_024) / 1e6, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 };
  writeFileSync(String(process.env.MEASURE_FILE), JSON.stringify(usage));
});
