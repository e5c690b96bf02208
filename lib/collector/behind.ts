import pMap from "p-map";
import type { Table } from "../table.ts";
import { type Checkpoint, findStart, loadCheckpoint, PARTITIONS } from "./checkpoint.ts";
import { splitId } from "./listen-item.ts";
import { AFTER, loadFirstIds } from "./listens-table.ts";
import type { Run } from "./run.ts";

/**
 * Computes how far charts are behind: the seconds since the end of the oldest closed window that some partition has not
 * folded.
 *
 * @returns undefined while counting is paused, or if it can't be found out
 */
export async function loadBehind(listens: Table, { closed, endings }: Run): Promise<number | undefined> {
  const unfolded = PARTITIONS.filter((partition) => endings.get(partition) !== "folded");
  try {
    const checkpoints = await pMap(unfolded, (partition) => loadCheckpoint(listens, partition));
    if (checkpoints.some(({ isPaused }) => isPaused)) return undefined;
    return Math.max(0, ...(await pMap(checkpoints, (checkpoint) => loadAge(listens, checkpoint, closed))));
  } catch {
    // The run has failed for the same reason, and says so.
    return undefined;
  }
}

async function loadAge(listens: Table, checkpoint: Checkpoint, closed: string): Promise<number> {
  const range = { partition: checkpoint.partition, from: findStart(checkpoint, Date.now()), to: `${closed}${AFTER}` };
  const [id] = range.from < range.to ? await loadFirstIds(listens, range, 1) : [];
  return id === undefined ? 0 : Math.floor((Date.now() - Date.parse(splitId(id).window)) / 1_000);
}
