import { PROGRAMS, type ProgramName } from "./programs.ts";

/** In CI, what Debian has is installed, unless the machine's distribution has it not: WITHOUT_ENGINES names such engines. */
const REQUIRED = (
  ["Chromium", "Firefox", "WebKit", "PHP", "curl", "jq", "openssl"] as const satisfies ProgramName[]
).filter((name) => !process.env.WITHOUT_ENGINES?.includes(name));

/** Runs before all tests. In CI, fails if tests would be skipped. */
export function setup(): void {
  if (!process.env.CI) return;
  for (const name of REQUIRED)
    if (!PROGRAMS[name].find())
      throw new Error(`The tests in ${name} can't run, because it is not installed: ${PROGRAMS[name].howTo}.`);
}
