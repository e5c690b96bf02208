import { vi } from "vitest";
import { EPISODE_PARTITIONS, type SavedCheckpoint } from "./edge.ts";
import { RECOUNT } from "./operator.ts";

/** The time of a history, and the windows that close with it. */
export class Clock {
  windowSeconds = 86_400;

  wait(seconds: number): void {
    vi.setSystemTime(Date.now() + seconds * 1_000);
  }

  /** Waits until the window that is open now is closed, or until some milliseconds before or after that. */
  waitForClose(milliseconds: number): void {
    vi.setSystemTime(this.#endOfWindow() + this.#delay() + milliseconds);
  }

  nameOpenWindow(): string {
    return nameSecond(this.#endOfWindow());
  }

  nameClosedWindow(): string {
    const length = this.windowSeconds * 1_000;
    return nameSecond(Math.floor((Date.now() - this.#delay()) / length) * length);
  }

  #endOfWindow(): number {
    const length = this.windowSeconds * 1_000;
    return (Math.floor(Date.now() / length) + 1) * length;
  }

  /** Milliseconds from the end of a window until it is closed: a tenth, but 11 seconds to 15 minutes. */
  #delay(): number {
    return Math.min(15 * 60_000, Math.max(11_000, this.windowSeconds * 100));
  }
}

/** Names the time as windows are named: by its second. */
export function nameSecond(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** What checkpoints must be: runs move them only forward, and save nothing after a recount that they have not seen. */
export class Checkpoints {
  /** As they were last saved, by partition. */
  readonly #last = new Map<string, SavedCheckpoint>();
  /** The id up to which a partition was folded at some time since the runs began. */
  readonly #reached = new Map<string, string>();

  beginRuns(): void {
    for (const partition of EPISODE_PARTITIONS) this.#reached.set(partition, this.#findFoldedTo(partition));
  }

  /** @throws Error if a run must not save it */
  save(saved: SavedCheckpoint): void {
    const { partition, accessKey, foldedTo, mark } = saved;
    if (accessKey !== RECOUNT) {
      const before = this.#findFoldedTo(partition);
      if (foldedTo < before) throw new Error(`A run moved a checkpoint back: ${before} -> ${foldedTo}`);
      if (mark !== this.#last.get(partition)?.mark) throw new Error("A run saved a checkpoint in spite of a recount");
    }
    this.#last.set(partition, saved);
    if (foldedTo > (this.#reached.get(partition) ?? "")) this.#reached.set(partition, foldedTo);
  }

  /** @throws Error if a run that says that it has folded all up to a window can't have done so */
  requireReached(window: string): void {
    for (const [partition, reached] of this.#reached)
      if (reached < `${window}~`) throw new Error(`A run ended at ${reached} in ${partition}, and not at ${window}`);
  }

  /** Returns the id of a checkpoint. One that is later than now, which a wrong clock leaves, counts as none. */
  #findFoldedTo(partition: string): string {
    const { foldedTo = "" } = this.#last.get(partition) ?? {};
    return foldedTo > `${nameSecond(Date.now())}~` ? "" : foldedTo;
  }
}
