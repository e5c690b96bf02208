import { setTimeout } from "node:timers/promises";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { PackedChart } from "../../../lib/packed-chart.ts";
import { CommandError } from "../../cli/command.ts";
import type { Connection } from "../../cli/connection.ts";
import type { Outcome } from "./outcome.ts";

/** DynamoDB's limit for the items of a BatchWriteItem request. */
const BATCH_ITEMS = 25;

/**
 * Attempts in a row that write nothing before the import stops. Their pauses are random, and take about 25 s on
 * average.
 */
const MAX_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 50;

export interface ChartWriter {
  add(item: PackedChart): Promise<void>;
  /** Writes the charts that are still pending. */
  finish(): Promise<void>;
}

/**
 * Writes charts in batches, and reports them. Sends charts that DynamoDB leaves unprocessed again, after ever longer
 * pauses. If DynamoDB refuses a chart, reports that and writes the others.
 */
export class BatchWriter implements ChartWriter {
  readonly #connection: Connection;
  readonly #outcome: Outcome;
  #pending = new Map<string, PackedChart>();

  constructor(connection: Connection, outcome: Outcome) {
    this.#connection = connection;
    this.#outcome = outcome;
  }

  async add(item: PackedChart): Promise<void> {
    // A batch can't hold a key twice, and the last chart of an episode must win.
    if (this.#pending.has(item.guid)) await this.finish();
    this.#pending.set(item.guid, item);
    if (this.#pending.size === BATCH_ITEMS) await this.finish();
  }

  async finish(): Promise<void> {
    let items = [...this.#pending.values()];
    this.#pending = new Map();
    for (let attempt = 0; items.length > 0; attempt++) {
      if (attempt === MAX_ATTEMPTS)
        throw new CommandError("DynamoDB keeps leaving charts unprocessed. Run the import again later.");
      if (attempt > 0) await setTimeout(FIRST_PAUSE_MS * 2 ** attempt * Math.random());
      const before = items.length;
      items = await this.#send(items);
      if (items.length < before) attempt = 0;
    }
  }

  /** Returns the charts that DynamoDB left unprocessed. */
  async #send(items: PackedChart[]): Promise<PackedChart[]> {
    const { chartsTable, client } = this.#connection;
    const requests = items.map((Item) => ({ PutRequest: { Item } }));
    try {
      const answer = await client.send(new BatchWriteCommand({ RequestItems: { [chartsTable]: requests } }));
      const left = new Set<unknown>(
        answer.UnprocessedItems?.[chartsTable]?.map(({ PutRequest }) => PutRequest?.Item?.guid),
      );
      for (const { guid } of items) if (!left.has(guid)) this.#outcome.addWritten(guid);
      return items.filter(({ guid }) => left.has(guid));
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "ValidationException") throw error;
      return this.#sendOneByOne(items, error);
    }
  }

  /** Sends items one by one: one that DynamoDB can't store makes it refuse the whole batch. */
  async #sendOneByOne(items: PackedChart[], refusal: Error): Promise<PackedChart[]> {
    const [first, ...others] = items;
    if (first && others.length === 0) {
      this.#outcome.addRefusal(`episode ${first.guid}`, {
        kind: "refused by DynamoDB",
        detail: `DynamoDB refused it. ${refusal.message}`,
      });
      return [];
    }
    const left: PackedChart[] = [];
    for (const item of items) left.push(...(await this.#send([item])));
    return left;
  }
}
