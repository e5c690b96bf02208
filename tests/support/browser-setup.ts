import { findInstalled, type Installed, PACKAGES } from "./engines/installed.ts";

/**
 * Runs before all tests. Says which tests are skipped because an engine is not installed. In CI, fails instead, unless the
 * machine's distribution does not have it: WITHOUT_ENGINES names such engines.
 */
export function setup(): void {
  const installed = findInstalled();
  for (const name of Object.keys(PACKAGES) as (keyof Installed)[]) {
    if (installed[name]) continue;
    const reason = `because ${name} is not installed. Debian has it: ${PACKAGES[name]}.`;
    if (process.env.CI && !process.env.WITHOUT_ENGINES?.includes(name))
      throw new Error(`The tests of web pages in ${name} can't run, ${reason}`);
    console.warn(`Skipped the tests of web pages in ${name}, ${reason}`);
  }
}
