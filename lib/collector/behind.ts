import pMap from "p-map";
import type { Table } from "../table.ts";
import { findStart, loadCheckpoint, PARTITIONS } from "./checkpoint.ts";
import { AFTER, loadFirstIds } from "./listens-table.ts";
import type { Run } from "./run.ts";

/**
 * Computes how far charts are behind: the seconds since the end of the oldest closed window that some partition has not
 * folded.
 *
 * @returns undefined while counting is paused, or if it can't be found out
 */
export async function loadBehind(listens: Table, { closed, endings }: Run): Promise<number | undefined> {
  if ([...endings.values()].includes("paused")) return undefined;
  const unfolded = PARTITIONS.filter((partition) => endings.get(partition) !== "folded");
  try {
    const ages = await pMap(unfolded, (partition) => loadAge(listens, partition, closed));
    return Math.max(0, ...ages);
  } catch {
    // The run has failed for the same reason, and says so.
    return undefined;
  }
}

async function loadAge(listens: Table, partition: string, closed: string): Promise<number> {
  const from = findStart(await loadCheckpoint(listens, partition), Date.now());
  const to = `${closed}${AFTER}`;
  const [id] = from < to ? await loadFirstIds(listens, { partition, from, to }, 1) : [];
  return id === undefined ? 0 : Math.floor((Date.now() - Date.parse(id.replace(/#.*/, ""))) / 1_000);
}
