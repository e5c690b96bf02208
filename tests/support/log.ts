import { afterEach, beforeEach, vi } from "vitest";
import { inspectLine } from "./log-guard.ts";

/** The lines that the service logged during the current test, parsed. */
export interface Log {
  readonly errors: Record<string, unknown>[];
  readonly warnings: Record<string, unknown>[];
}

/** Catches what the service writes to its log, at the console, where Lambda takes it from. */
export function useLog(): Log {
  const log: Log = { errors: [], warnings: [] };
  beforeEach(() => {
    for (const [method, lines] of [
      ["error", log.errors],
      ["warn", log.warnings],
    ] as const) {
      vi.spyOn(console, method).mockImplementation((line) => {
        inspectLine(line);
        lines.push(typeof line === "string" ? JSON.parse(line) : line);
      });
    }
  });
  afterEach(() => {
    vi.restoreAllMocks();
    log.errors.length = 0;
    log.warnings.length = 0;
  });
  return log;
}
