import { afterEach, beforeEach, expect, vi } from "vitest";
import { inspectLine, printed } from "./log-guard.ts";

/** The lines that the service logged during the current test, parsed. */
export interface Log {
  readonly errors: Record<string, unknown>[];
  readonly warnings: Record<string, unknown>[];
  readonly infos: Record<string, unknown>[];
}

/**
 * Catches what the service writes to its log, at the console, where Lambda takes it from. Nobody else may
 * write there: a library that took hold of the console as it was loaded makes the test fail.
 */
export function useLog(): Log {
  const log: Log = { errors: [], warnings: [], infos: [] };
  beforeEach(() => {
    printed.length = 0;
    for (const [method, lines] of [
      ["error", log.errors],
      ["warn", log.warnings],
      ["info", log.infos],
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
    log.infos.length = 0;
    expect(printed, "lines that are not of the service").toEqual([]);
  });
  return log;
}
