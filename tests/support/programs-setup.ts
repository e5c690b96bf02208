import { PROGRAMS, type ProgramName } from "./programs.ts";

/** What STRICT_TESTS demands: what Debian has. WITHOUT_ENGINES names the engines that a distribution has not. */
const REQUIRED = (
  ["Chromium", "Firefox", "WebKit", "PHP", "curl", "jq", "openssl"] as const satisfies ProgramName[]
).filter((name) => !process.env.WITHOUT_ENGINES?.includes(name));

/** Runs before all tests. With STRICT_TESTS, fails if tests would be skipped. */
export function setup(): void {
  if (!process.env.STRICT_TESTS) return;
  for (const name of REQUIRED)
    if (!PROGRAMS[name].find())
      throw new Error(`The tests in ${name} can't run, because it is not installed: ${PROGRAMS[name].howTo}.`);
}
