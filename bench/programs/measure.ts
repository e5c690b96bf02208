import { writeFileSync } from "node:fs";
import { readPeakMB } from "./peak-memory.cjs";

// Loaded into a program with `node --import`. Writes the process's peak memory and CPU time to the file in MEASURE_FILE.
process.on("exit", () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { peakMB: readPeakMB(), cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 };
  writeFileSync(String(process.env.MEASURE_FILE), JSON.stringify(usage));
});
