import type { ImportedCurve } from "../../lib/episode/item.ts";
import type { Progress } from "../shell/progress.ts";
import type { Outcome } from "./outcome.ts";
import type { ChartWriter } from "./writer.ts";

/** Reports charts as written, but writes nothing. */
export class DryRun implements ChartWriter {
  readonly #outcome: Outcome;

  constructor(outcome: Outcome) {
    this.#outcome = outcome;
  }

  async add(curve: ImportedCurve): Promise<void> {
    this.#outcome.addWritten(curve);
  }

  async finish(): Promise<void> {}
}

/** Shows how many charts are written, once the first one is: all files are read then. */
export function showWriting(writer: ChartWriter, progress: Progress): ChartWriter {
  let isWriting = false;
  return {
    add: async (item) => {
      if (!isWriting) progress.turnTo("charts", undefined, "written");
      isWriting = true;
      await writer.add(item);
      progress.add(1);
    },
    finish: () => writer.finish(),
  };
}
