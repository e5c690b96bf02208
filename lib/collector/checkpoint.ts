import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { acceptRefusal, type Table } from "../table.ts";
import { AFTER } from "./listens-table.ts";
import { formatInstant } from "./window.ts";

/** The partitions of LISTENS_TABLE: the first digits of the hashes of GUIDs. */
export const PARTITIONS = [..."0123456789abcdef"];

/** The sort key of a partition's checkpoint. It sorts after all listens. */
const CHECKPOINT = "checkpoint";

/** How far a partition's listens are folded, as it was read. */
export interface Checkpoint {
  readonly partition: string;
  /** The id up to which listens are folded; undefined if none are. */
  readonly foldedTo: string | undefined;
  /** Which recount it belongs to; undefined if there was none. */
  readonly mark: string | undefined;
  /** Whether nothing may be folded until a recount. */
  readonly isPaused: boolean;
}

/** Loads a partition's checkpoint with a consistent read. */
export async function loadCheckpoint({ client, name }: Table, partition: string): Promise<Checkpoint> {
  const Key = { partition, id: CHECKPOINT };
  const { Item } = await client.send(new GetCommand({ TableName: name, Key, ConsistentRead: true }));
  const [foldedTo, mark] = [Item?.foldedTo, Item?.mark].map((value: unknown) =>
    value === undefined ? undefined : String(value),
  );
  return { partition, foldedTo, mark, isPaused: Item?.paused === true };
}

/** Checks whether a checkpoint lies in the future, because the clock of an earlier run was wrong. */
export function isLater({ foldedTo = "" }: Checkpoint, now: number): boolean {
  return foldedTo > `${formatInstant(now / 1_000)}${AFTER}`;
}

/** Returns the id from which to read. A checkpoint in the future counts as none. */
export function findStart(checkpoint: Checkpoint, now: number): string {
  return isLater(checkpoint, now) ? "0" : (checkpoint.foldedTo ?? "0");
}

/**
 * Saves how far a partition is folded. Returns false, and saves nothing, if another run or a command has changed the
 * checkpoint since it was read. It may already be the new one: the SDK repeats a write whose answer is lost.
 */
export async function saveCheckpoint({ client, name }: Table, last: Checkpoint, foldedTo: string): Promise<boolean> {
  const { partition, foldedTo: read, mark } = last;
  const isAsRead = read === undefined ? "attribute_not_exists(foldedTo)" : "foldedTo = :last";
  const isSameMark = mark === undefined ? "attribute_not_exists(mark)" : "mark = :mark";
  const command = new PutCommand({
    TableName: name,
    Item: { partition, id: CHECKPOINT, foldedTo, ...(mark !== undefined && { mark }) },
    ConditionExpression: `(${isAsRead} OR foldedTo = :new) AND ${isSameMark}`,
    ExpressionAttributeValues: {
      ":new": foldedTo,
      ...(read !== undefined && { ":last": read }),
      ...(mark !== undefined && { ":mark": mark }),
    },
  });
  return acceptRefusal(client.send(command));
}

/**
 * Makes the next run read all listens that the table still has of a partition. With `isPaused`, runs read none until the
 * next reset. A run that is under way finds another mark, and saves nothing any more.
 */
export async function resetCheckpoint(
  { client, name }: Table,
  partition: string,
  mark: string,
  isPaused: boolean,
): Promise<void> {
  const Item = { partition, id: CHECKPOINT, foldedTo: "0", mark, ...(isPaused && { paused: true }) };
  await client.send(new PutCommand({ TableName: name, Item }));
}
