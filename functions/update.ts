import type { ScheduledHandler } from "aws-lambda";
import pMap from "p-map";
import { foldPartition, PARTITIONS, type Run } from "../lib/collector/fold.ts";
import { deleteSalts } from "../lib/collector/listens-table.ts";
import { parseListenWindow, parseMinListeners } from "../lib/collector/settings.ts";
import { computeClosedTime, computeClosedWindow } from "../lib/collector/window.ts";
import { logFault, logInfo } from "../lib/log.ts";

/** Partitions that are folded at once. */
const CONCURRENCY = 8;

/** Scheduled: folds the listens of closed windows into the charts. */
export const handler: ScheduledHandler = async (_event, { awsRequestId: requestId }) => {
  const minListeners = parseMinListeners(process.env);
  const windowLength = parseListenWindow(process.env);
  const closed = computeClosedWindow(Date.now(), windowLength);
  const run: Run = { closed, minListeners, requestId, decisions: new Map() };

  await deleteSalts(computeClosedTime(Date.now(), windowLength));
  const first = Math.floor(Math.random() * PARTITIONS.length);
  const rotated = [...PARTITIONS.slice(first), ...PARTITIONS.slice(0, first)];
  const options = { concurrency: CONCURRENCY, stopOnError: false };
  await pMap(rotated, (partition) => foldPartition(partition, run), options).catch((error) => {
    logFault(error, requestId);
    throw error;
  });
  if (run.decisions.size > 0) logInfo("Listens folded", { requestId, closed, ...Object.fromEntries(run.decisions) });
};
