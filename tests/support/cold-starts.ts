import { afterAll, vi } from "vitest";

/**
 * Returns a function after which modules are loaded as in a cold start. A client of DynamoDB keeps the endpoint that the
 * environment names at its first request, so the next file of tests loads them anew as well.
 */
export function useColdStarts(): () => void {
  const forget = () => void vi.resetModules();
  afterAll(forget);
  return forget;
}
