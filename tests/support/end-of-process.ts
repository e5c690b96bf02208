import { afterEach, beforeEach, vi } from "vitest";

/** Makes each test throw where a command would end its process. Returns the lines that it prints as errors. */
export function useEndOfProcess(): readonly string[] {
  const printed: string[] = [];
  beforeEach(() => {
    printed.length = 0;
    vi.spyOn(console, "error").mockImplementation((line) => printed.push(line));
    vi.spyOn(process, "exit").mockImplementation((code) => {
      throw new Error(`exit code ${code}`);
    });
  });
  afterEach(() => void vi.restoreAllMocks());
  return printed;
}
