import type { ScheduledHandler } from "aws-lambda";
import pMap from "p-map";
import { loadBehind } from "../lib/collector/behind.ts";
import { PARTITIONS } from "../lib/collector/checkpoint.ts";
import { foldPartition } from "../lib/collector/fold.ts";
import { Run } from "../lib/collector/run.ts";
import { deleteSalts } from "../lib/collector/salts.ts";
import { parseListenWindow, parseThreshold } from "../lib/collector/settings.ts";
import { computeClosedTime, computeClosedWindow } from "../lib/collector/window.ts";
import { charts, listens } from "../lib/dynamodb.ts";
import { logInfo } from "../lib/log.ts";

/** Partitions that are folded at once. */
const CONCURRENCY = 8;

/** Scheduled: folds the listens of closed windows into the charts. */
export const handler: ScheduledHandler = async (_event, context) => {
  const windowLength = parseListenWindow(process.env);
  const threshold = parseThreshold(process.env, windowLength);
  const closed = computeClosedWindow(Date.now(), windowLength);
  const run = new Run(context, closed, threshold);

  try {
    // First, whatever becomes of the fold, which needs none.
    await deleteSalts(listens, computeClosedTime(Date.now(), windowLength));
    // What a run has no time left for is not the same at each.
    const first = Math.floor(Math.random() * PARTITIONS.length);
    const rotated = [...PARTITIONS.slice(first), ...PARTITIONS.slice(0, first)];
    await pMap(rotated, (partition) => foldPartition({ listens, charts }, partition, run), {
      concurrency: CONCURRENCY,
    });
  } catch (error) {
    run.logProblem(error);
    throw error;
  } finally {
    const behind = await loadBehind(listens, run);
    logInfo("update-ended", "Update ended", {
      requestId: context.awsRequestId,
      closed,
      ...run.summarize(),
      ...(behind !== undefined && { behind }),
    });
  }
  run.requireSuccess();
};
