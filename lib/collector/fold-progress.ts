import type { Table } from "../table.ts";
import { type Checkpoint, saveCheckpoint } from "./checkpoint.ts";
import type { Tally } from "./episode-tally.ts";
import { AFTER } from "./listens-table.ts";

/** Episodes after which a checkpoint is saved within a window, so that a run that is cut off is not in vain. */
const CHECKPOINT_EPISODES = 10;

/** Thrown when a checkpoint is no longer as it was read: another run is at the partition, or a command was. */
export class SupersededError extends Error {
  override readonly name = "SupersededError";
}

/** Thrown when an episode could not be written, which the log says already. It holds the partition's later windows. */
export class HeldError extends Error {
  override readonly name = "HeldError";
}

/** How far a run has come in a partition. It saves checkpoints, which only move forward. */
export class FoldProgress {
  readonly #listens: Table;
  #saved: Checkpoint;
  #window: string | undefined;
  /** The id up to which all is decided. */
  #decidedTo: string | undefined;
  #decided = 0;
  #failed = 0;

  constructor(listens: Table, checkpoint: Checkpoint) {
    this.#listens = listens;
    this.#saved = checkpoint;
  }

  /** Whether no episode was tried yet. */
  get isAtStart(): boolean {
    return this.#decided + this.#failed === 0;
  }

  /**
   * Begins a window, which ends the one before.
   *
   * @throws HeldError, SupersededError
   */
  async begin(window: string): Promise<void> {
    if (window === this.#window) return;
    if (this.#window !== undefined) await this.end(`${this.#window}${AFTER}`);
    this.#window = window;
  }

  /** Notes an episode that was tried. @throws SupersededError */
  async add({ episode }: Tally, isDecided: boolean): Promise<void> {
    if (!isDecided) this.#failed++;
    // The checkpoint stays before one that failed. The next run finds those after it counted.
    if (this.#failed > 0) return;
    this.#decidedTo = `${episode}${AFTER}`;
    if (++this.#decided % CHECKPOINT_EPISODES === 0) await this.#save(this.#decidedTo);
  }

  /** Ends a run before its end. @throws HeldError, SupersededError */
  async stop(): Promise<void> {
    this.#requireSuccess();
    if (this.#decidedTo !== undefined) await this.#save(this.#decidedTo);
  }

  /** Ends all up to an id. @throws HeldError, SupersededError */
  async end(foldedTo: string): Promise<void> {
    this.#requireSuccess();
    this.#decidedTo = foldedTo;
    await this.#save(foldedTo);
  }

  #requireSuccess(): void {
    if (this.#failed > 0) throw new HeldError();
  }

  async #save(foldedTo: string): Promise<void> {
    if (foldedTo === this.#saved.foldedTo) return;
    if (!(await saveCheckpoint(this.#listens, this.#saved, foldedTo))) throw new SupersededError();
    this.#saved = { ...this.#saved, foldedTo };
  }
}
