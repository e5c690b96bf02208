import { afterEach, beforeEach, vi } from "vitest";

/** The lines that the service logged during the current test, parsed. */
export interface Log {
  readonly errors: Record<string, unknown>[];
  readonly warnings: Record<string, unknown>[];
}

/** Catches what the service writes to its log, at the console, where Lambda takes it from. */
export function useLog(): Log {
  const log: Log = { errors: [], warnings: [] };
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation((line) => log.errors.push(JSON.parse(line)));
    vi.spyOn(console, "warn").mockImplementation((line) => log.warnings.push(JSON.parse(line)));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    log.errors.length = 0;
    log.warnings.length = 0;
  });
  return log;
}
