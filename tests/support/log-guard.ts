/** The keys of the tests and of development, and any JWT. */
const SECRETS = /a secret key for tests|development-secret-key|development-public-key|eyJ[\w-]+\.[\w-]+\.[\w-]+/;

/** The lines of the log that contain a secret, since the file of tests began. */
export const leaks: string[] = [];

/** The values that were printed to the console while no test had replaced it. */
export const printed: unknown[] = [];

const guards = new Set<unknown>();

/** Records a line of the log that contains a secret. Any such line makes the test file fail. */
export function inspectLine(line: unknown): void {
  const text = typeof line === "string" ? line : JSON.stringify(line);
  if (SECRETS.test(text)) leaks.push(text);
}

/** Inspects all that is printed to the console from now on, and forgets what was. */
export function guardConsole(): void {
  leaks.length = 0;
  printed.length = 0;
  for (const method of ["error", "warn", "info", "log"] as const) {
    const write = console[method];
    if (guards.has(write)) continue;
    console[method] = (...values: unknown[]) => {
      for (const value of values) inspectLine(value);
      printed.push(...values);
      write(...values);
    };
    guards.add(console[method]);
  }
}
