import { BatchWriteCommand, GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Tally } from "../../../lib/collector/episode-tally.ts";
import { composeListen, type Listen } from "../../../lib/collector/listen-item.ts";
import type { Listener } from "../../../lib/collector/listener.ts";
import { type Pages, tallyListens } from "../../../lib/collector/tally.ts";
import { computeFingerprint } from "../../../lib/digest.ts";
import type { Item } from "../../../lib/item.ts";
import type { Span } from "../../../lib/spans.ts";
import { client } from "../tables.ts";

/** Returns a hash of 32 digits that is sorted as the number. */
export function makeHash(number: number): string {
  return number.toString(16).padStart(32, "0");
}

/** Makes the hashes of a listener by number, with an address of its own. */
export function makePseudonyms(listener: number): Listener {
  return { address: makeHash(listener), listener: makeHash(listener) };
}

/** Writes a listen as the function `listen` does. Each number stands for a listener, each with an address of its own. */
export async function writeListen(window: string, guid: string, listener: number, spans: Span[]): Promise<void> {
  await putListens(composeListen(window, guid, makePseudonyms(listener), spans));
}

/** Writes the same listen of many listeners. */
export async function writeListens(window: string, guid: string, listeners: number, spans: Span[]): Promise<void> {
  const numbers = Array.from({ length: listeners }, (_, listener) => listener);
  await putListens(...numbers.map((listener) => composeListen(window, guid, makePseudonyms(listener), spans)));
}

/** Writes any items to the table of listens. */
export async function putListens(...items: readonly object[]): Promise<void> {
  const requests = items.map((item) => ({ PutRequest: { Item: { ...item } } }));
  const TableName = String(process.env.LISTENS_TABLE);
  for (let first = 0; first < requests.length; first += 25)
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests.slice(first, first + 25) } }));
}

/** Loads the id up to which a partition is folded. */
export async function loadFoldedTo(partition: string): Promise<unknown> {
  const Key = { partition, id: "checkpoint" };
  return (await client.send(new GetCommand({ TableName: process.env.LISTENS_TABLE, Key }))).Item?.foldedTo;
}

/** Finds GUIDs of a partition, in the order of their hashes. */
export function findGuids(partition: string, count: number): string[] {
  const found: { readonly guid: string; readonly hash: string }[] = [];
  for (let number = 0; found.length < count; number++) {
    const hash = computeFingerprint(`episode ${number}`);
    if (hash.startsWith(partition)) found.push({ guid: `episode ${number}`, hash });
  }
  return found.sort((one, other) => (one.hash < other.hash ? -1 : 1)).map(({ guid }) => guid);
}

/** Adds up listens that lie in the table: one item for each id, in the order of ids, and in pages of a size. */
export async function tallyAll(listens: readonly Listen[], pageSize = 500): Promise<Tally[]> {
  return tallyPages(makePages(listens, pageSize));
}

/** Adds up the listens of pages. */
export async function tallyPages(pages: Pages): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for await (const tally of tallyListens(pages)) tallies.push(tally);
  return tallies;
}

/** Makes pages as DynamoDB answers: each starts after the last one, or after all ids that are to be skipped. */
export function makePages(listens: readonly Listen[], size: number): Pages & { count: number } {
  const items = new Map(listens.map((listen) => [listen.id, listen]));
  const ids = [...items.keys()].sort();
  let skipped: string | undefined;
  const pages = {
    count: 0,
    skip: (prefix: string | undefined) => {
      skipped = prefix;
    },
    async *[Symbol.asyncIterator](): AsyncGenerator<readonly Item[]> {
      for (let first = 0; first < ids.length; pages.count++) {
        yield ids.slice(first, first + size).map((id) => ({ ...items.get(id) }));
        first += size;
        const end = skipped === undefined ? "" : `${skipped}~`;
        while (first < ids.length && String(ids[first]) < end) first++;
      }
    },
  };
  return pages;
}
