import { parentPort, workerData } from "node:worker_threads";
import type { Batch } from "../records/batch.ts";
import { takeRecords } from "../records/batch.ts";
import { SessionCounts } from "./counts.ts";
import type { CountedBatch } from "./pool.ts";
import { parseSession } from "./record.ts";

/**
 * Counts sessions in a worker thread. Answers a batch with the refusals and the batch's buffer, and `undefined` with
 * all counts so far.
 */
const counts = new SessionCounts(workerData);

function countBatch(batch: Batch): void {
  const refusals = takeRecords(batch, (record) => counts.add(parseSession(record)));
  const counted: CountedBatch = { refusals, bytes: batch.bytes };
  parentPort?.postMessage(counted, [batch.bytes.buffer]);
}

parentPort?.on("message", (batch: Batch | undefined) => {
  if (batch) countBatch(batch);
  else parentPort?.postMessage({ episodes: counts.episodes, gaps: counts.gaps });
});
