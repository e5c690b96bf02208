import { describe } from "vitest";
import { PROGRAMS, type ProgramName } from "./programs.ts";

declare module "vitest" {
  interface TaskMeta {
    /** The program without which the tests are skipped. */
    needs?: ProgramName;
  }
}

/** Describes tests that are skipped where a program is not installed. At its end, the run says so, and how to get it. */
export function describeWith(needs: ProgramName, name: string, defineTests: () => void): void {
  describe.skipIf(!PROGRAMS[needs].find())(name, { meta: { needs } }, defineTests);
}
