import { afterAll, expect } from "vitest";

/** The secrets of the tests, of development, and every JWT. */
const SECRETS = /a secret key for tests|development-secret-key|development-public-key|eyJ[\w-]+\.[\w-]+\.[\w-]+/;

const leaks: string[] = [];

/** What was printed to the console as it was before a test put something in its place. */
export const printed: unknown[] = [];

/** Notes a line of the log that has a secret in it; the test file fails at its end. */
export function inspectLine(line: unknown): void {
  const text = typeof line === "string" ? line : JSON.stringify(line);
  if (SECRETS.test(text)) leaks.push(text);
}

for (const method of ["error", "warn", "info", "log"] as const) {
  const write = console[method];
  console[method] = (...values: unknown[]) => {
    for (const value of values) inspectLine(value);
    printed.push(...values);
    write(...values);
  };
}

afterAll(() => {
  expect(leaks, "lines of the log with a secret in them").toEqual([]);
});
