import { writeFileSync } from "node:fs";

/** Loaded with `node --import` into a program: writes what its process took to the file MEASURE_FILE names. */
process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { peakMB: maxRSS / 1_000, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 };
  writeFileSync(String(process.env.MEASURE_FILE), JSON.stringify(usage));
});
