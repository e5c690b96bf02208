import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Batch } from "../records/batch.ts";
import type { BufferPool } from "../records/batches.ts";
import type { Refusal } from "../records/refusals.ts";
import { addCounts, type CountOptions, type Counts } from "./counts.ts";
import { createGaps } from "./gaps.ts";

/** More workers would wait for the one thread that reads. */
const MAX_WORKERS = 4;

/** Size of V8's young generation in each thread. Objects are short-lived here, so a small one saves memory. */
const YOUNG_GENERATION_MB = 8;

/** A worker's answer to a batch. */
export interface CountedBatch {
  readonly refusals: readonly Refusal[];
  /** The batch's buffer. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Worker threads that parse and count sessions in parallel. */
export class SessionPool {
  readonly #workers: readonly Worker[];

  constructor(counting: CountOptions) {
    const url = new URL("worker.ts", import.meta.url);
    const options = { workerData: counting, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB } };
    const size = Math.min(availableParallelism(), MAX_WORKERS);
    this.#workers = Array.from({ length: size }, () => new Worker(url, options));
  }

  /** Counts the sessions in batches. If reading fails, throws only once all batches read so far are counted. */
  async count(batches: AsyncIterable<Batch>, buffers: BufferPool, refuse: (refusal: Refusal) => void): Promise<void> {
    const iterator = batches[Symbol.asyncIterator]();
    const results = await Promise.allSettled(
      this.#workers.map(async (worker) => {
        for (let next = iterator.next(); ; ) {
          const { done, value: batch } = await next;
          if (done) return;
          // The next batch is read while the worker counts this one.
          next = iterator.next();
          next.catch(() => {});
          const { refusals, bytes }: CountedBatch = await ask(worker, batch, [batch.bytes.buffer]);
          buffers.release(bytes);
          refusals.forEach(refuse);
        }
      }),
    );
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  /** Adds up what all workers have counted so far. */
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
