import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Batch } from "../records/batch.ts";
import type { Memory } from "../records/batches.ts";
import type { Refusal } from "../records/refusals.ts";
import { addCounts, type CountOptions, type Counts } from "./counts.ts";
import { createGaps } from "./gaps.ts";

/** More would wait for the one thread that reads. */
const MAX_WORKERS = 4;

/** Young objects die young here: a small nursery keeps the memory of all threads together low. */
const NURSERY_MB = 8;

/** What a worker makes of a batch. */
export interface CountedBatch {
  readonly refusals: readonly Refusal[];
  /** The batch's memory. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Threads that parse and count sessions side by side. */
export class SessionPool {
  readonly #workers: readonly Worker[];

  constructor(counting: CountOptions) {
    const url = new URL("worker.ts", import.meta.url);
    const options = { workerData: counting, resourceLimits: { maxYoungGenerationSizeMb: NURSERY_MB } };
    const size = Math.min(availableParallelism(), MAX_WORKERS);
    this.#workers = Array.from({ length: size }, () => new Worker(url, options));
  }

  /** Counts the sessions in batches; also where reading them fails, all that were read are counted. */
  async count(batches: AsyncIterable<Batch>, memory: Memory, refuse: (refusal: Refusal) => void): Promise<void> {
    const iterator = batches[Symbol.asyncIterator]();
    const results = await Promise.allSettled(
      this.#workers.map(async (worker) => {
        for (let next = iterator.next(); ; ) {
          const { done, value: batch } = await next;
          if (done) return;
          // The next one is read while the worker is busy with this one.
          next = iterator.next();
          next.catch(() => {});
          const { refusals, bytes }: CountedBatch = await ask(worker, batch, [batch.bytes.buffer]);
          memory.giveBack(bytes);
          refusals.forEach(refuse);
        }
      }),
    );
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  /** Everything counted so far. */
  async loadCounts(): Promise<Counts> {
    let total: Counts = { episodes: new Map(), gaps: createGaps() };
    for (const worker of this.#workers) {
      const counts: Counts = await ask(worker, undefined);
      total = addCounts(total, counts);
    }
    return total;
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

async function ask<Answer>(worker: Worker, message: unknown, transfer: ArrayBuffer[] = []): Promise<Answer> {
  const answer = once(worker, "message");
  worker.postMessage(message, transfer);
  const [value] = await answer;
  return value;
}
