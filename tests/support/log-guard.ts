import { afterAll, expect } from "vitest";

/** The keys of the tests and of development, and any JWT. */
const SECRETS = /a secret key for tests|development-secret-key|development-public-key|eyJ[\w-]+\.[\w-]+\.[\w-]+/;

const leaks: string[] = [];

/** The values that were printed to the console while no test had replaced it. */
export const printed: unknown[] = [];

/** Records a line of the log that contains a secret. Any such line makes the test file fail. */
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
  expect(leaks, "lines of the log that contain a secret").toEqual([]);
});
