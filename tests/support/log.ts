import { afterEach, beforeEach, expect, vi } from "vitest";
import { inspectLine, printed } from "./log-guard.ts";

/** The parsed lines that the service logged during the current test. */
export interface Log {
  readonly errors: Record<string, unknown>[];
  readonly warnings: Record<string, unknown>[];
  readonly infos: Record<string, unknown>[];
}

/**
 * Captures the service's log at the console, where Lambda reads it. Fails a test if a library writes to the original
 * console, which it kept when it was loaded.
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
    for (const lines of Object.values(log)) lines.length = 0;
    expect(printed, "lines that the service did not log").toEqual([]);
  });
  return log;
}
