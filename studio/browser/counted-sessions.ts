import { InputError } from "../../sources/base/refusals.ts";

const COMMAND_ONLY =
  'It has listening sessions, which only the command counts: charts import. Drop what "charts export" prints then.';

/** In the place of sources/counted-sessions.ts: files of sessions are too large for a page. */
export class CountedSessions {
  readonly size = 0;

  async count(): Promise<void> {
    throw new InputError(COMMAND_ONLY);
  }

  markUncounted(): void {}

  addPlaces(): void {}

  async computeCharts(): Promise<void> {}
}
