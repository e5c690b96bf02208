import { PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Item } from "../item.ts";
import type { Table } from "../table.ts";
import type { Listen } from "./listen-item.ts";

/** Items that are read at a time. Eight partitions hold so many each. */
const PAGE_ITEMS = 500;

/** Sorts after all ids that begin with the text before it. */
export const AFTER = "~";

/** Some items of a partition: those with ids between two bounds. */
export interface IdRange {
  readonly partition: string;
  readonly from: string;
  readonly to: string;
}

/** Writes a listen. A retry writes the same item. */
export async function saveListen({ client, name }: Table, listen: Listen): Promise<void> {
  await client.send(new PutCommand({ TableName: name, Item: listen }));
}

/** Loads the first ids of a range: one, or a page. */
export async function loadFirstIds(listens: Table, range: IdRange, limit = PAGE_ITEMS): Promise<string[]> {
  const { Items = [] } = await listens.client.send(composeQuery(listens, range, "id", limit));
  return Items.map(({ id }) => String(id));
}

/** The listens of a range, read page by page in the order of their ids. */
export class ListenPages implements AsyncIterable<readonly Item[]> {
  readonly #listens: Table;
  readonly #range: IdRange;
  readonly #requireTime: (guid: string | undefined) => void;
  #skipped: string | undefined;
  /** The listens read so far. */
  count = 0;

  /** @param requireTime called before each page, with the GUID of the last listen, if there was one. If it throws, nothing more is read. */
  constructor(listens: Table, range: IdRange, requireTime: (guid: string | undefined) => void) {
    this.#listens = listens;
    this.#range = range;
    this.#requireTime = requireTime;
  }

  /** Skips the rest of the ids that begin with a prefix: the next page starts after them. */
  skip(prefix: string | undefined): void {
    this.#skipped = prefix;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Item[]> {
    let guid: string | undefined;
    let start: Item | undefined;
    do {
      this.#requireTime(guid);
      const command = composeQuery(this.#listens, this.#range, "id, guid, spans", PAGE_ITEMS, start);
      const { Items = [], LastEvaluatedKey } = await this.#listens.client.send(command);
      this.count += Items.length;
      yield Items;
      const last = Items.at(-1);
      if (last) guid = String(last.guid);
      start = LastEvaluatedKey && this.#findStart(LastEvaluatedKey);
    } while (start);
  }

  /** Returns the key after which the next page starts. It lies within the bounds, or DynamoDB would refuse it. */
  #findStart(last: Item): Item {
    const prefix = this.#skipped;
    if (prefix === undefined || !String(last.id).startsWith(prefix)) return last;
    return { ...last, id: `${prefix}${AFTER}` };
  }
}

function composeQuery({ name }: Table, range: IdRange, attributes: string, limit: number, start?: Item): QueryCommand {
  const { partition, from, to } = range;
  return new QueryCommand({
    TableName: name,
    KeyConditionExpression: "#partition = :partition AND id BETWEEN :from AND :to",
    ExpressionAttributeNames: { "#partition": "partition" },
    ExpressionAttributeValues: { ":partition": partition, ":from": from, ":to": to },
    ProjectionExpression: attributes,
    ConsistentRead: true,
    Limit: limit,
    ...(start && { ExclusiveStartKey: start }),
  });
}
