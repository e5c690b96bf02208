import { CommandError } from "../../../operate/shell/command.ts";
import { describeGuid } from "../../sources/base/facts.ts";
import type { DurationUse } from "../../sources/curve/durations.ts";

/** How an import uses `--duration`: for one episode, because few are equally long, unless it is for all. */
export class GivenDuration implements DurationUse {
  readonly #isForAll: boolean;
  #guid: string | undefined;
  #passed: { readonly guid: string; readonly ofFeed: number } | undefined;

  constructor(isForAll: boolean) {
    this.#isForAll = isForAll;
  }

  /** @throws CommandError if another episode has taken it */
  take(guid: string): void {
    this.#guid ??= guid;
    if (this.#isForAll || this.#guid === guid) return;
    const problem = `--duration would be that of two episodes, ${describeGuid(this.#guid)} and ${describeGuid(guid)}.`;
    const wayOut = "Pass --feed or files that have the durations, or --same-duration if all episodes are equally long.";
    throw new CommandError(`${problem} ${wayOut} Nothing was written.`);
  }

  pass(guid: string, ofFeed: number): void {
    this.#passed ??= { guid, ofFeed };
  }

  /** Says that it was not used. */
  describeUnused(): string[] {
    if (!this.#passed || this.#guid !== undefined) return [];
    const { ofFeed, guid } = this.#passed;
    return [`--duration was not used: the feed has ${ofFeed} s for ${describeGuid(guid)}.`];
  }
}
