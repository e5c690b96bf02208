import { readFile } from "node:fs/promises";
import { say } from "../../../operate/shell/output.ts";
import type { Heading, Report } from "../../report/make/compare-episodes.ts";
import { compareWithLast } from "../../report/make/findings-file.ts";
import { parseLastReport } from "../../report/since/last-report.ts";
import type { LastSnapshot } from "../../report/since/snapshot.ts";
import { finish } from "../../report/since/stepwise.ts";
import { InputError } from "../../sources/base/refusals.ts";
import { sayForCommand } from "../ways-out.ts";

/** An earlier report, unless it can't be compared with. */
export interface EarlierReport {
  readonly path: string;
  readonly last?: LastSnapshot;
  /** Whether there is none yet, as before the first of a series. */
  readonly isMissing?: true;
}

/** Loads an earlier report: its page, or its findings. If it is something else, or damaged, says so, and goes on without it. */
export async function loadEarlierReport(path: string, madeAt: Date): Promise<EarlierReport> {
  try {
    return { path, last: finish(parseLastReport(await readFile(path, "utf8"), madeAt)) };
  } catch (thrown) {
    const error = thrown as NodeJS.ErrnoException;
    if (error.code === "ENOENT") return { path, isMissing: true };
    if (error instanceof InputError) sayUncompared(`${path}: ${sayForCommand(error.refusal)}`);
    else if (error.code !== undefined) sayUncompared(`${path} can't be read: ${error.message}.`);
    else throw error;
    return { path };
  }
}

/** Says what has changed since an earlier report; undefined, and said, if it has none of the episodes. */
export function compareWithEarlier({ path, last }: EarlierReport, heading: Heading, report: Report) {
  const changes = last && finish(compareWithLast(last, heading, report));
  if (changes?.compared !== 0 || last?.episodes.length === 0) return changes;
  sayUncompared(`${path} is of other episodes: this report has none of them.`);
  return undefined;
}

/** Says why a report is not compared with an earlier one. The command exits with 1. */
function sayUncompared(reason: string): void {
  say(`${reason} The report is made without the comparison.`);
  process.exitCode = 1;
}
