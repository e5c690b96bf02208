import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, paginateScan, type ScanCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Item } from "./item.ts";

/** A table, and the client that reaches it: the functions' own, or that of a command. */
export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly name: string;
}

/** Waits for a conditional write. Returns false if it did not take place, because its condition does not hold. */
export async function acceptRefusal(write: Promise<object>): Promise<boolean> {
  return (await tryWrite(write)) !== undefined;
}

/** Waits for a conditional write. Returns undefined if it did not take place, because its condition does not hold. */
export async function tryWrite<Output extends object>(write: Promise<Output>): Promise<Output | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/**
 * Reads every item, page by page. Whoever stops reading stops the pages, which cost read units.
 *
 * @param input what else the Scan says, such as a filter
 */
export async function* scanItems(
  { client, name }: Table,
  input: Omit<ScanCommandInput, "TableName"> = {},
): AsyncGenerator<Item> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name, ...input })) yield* Items;
}
