const { readFileSync } = require("node:fs");

/**
 * The most memory that this program held, in MB, by Linux's own account. `process.resourceUsage` would count the
 * process that started it, too: Linux keeps that maximum when a program replaces another.
 */
exports.readPeakMB = () => (Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]) * 1_024) / 1e6;
