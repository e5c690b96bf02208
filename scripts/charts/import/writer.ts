import { setTimeout } from "node:timers/promises";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { PackedChart } from "../../../lib/packed-chart.ts";
import { CommandError } from "../../cli/command.ts";
import type { Connection } from "../../cli/connection.ts";
import type { Report } from "./report.ts";

/** DynamoDB's limit for one request. */
const BATCH_ITEMS = 25;

/** A table that takes nothing so many times in a row is given up; the pauses, which double, take about 25 s. */
const MAX_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 50;

/** Takes charts and writes them. */
export interface ChartWriter {
  add(item: PackedChart): Promise<void>;
  /** Writes what is left. */
  finish(): Promise<void>;
}

/**
 * Writes charts in batches, and reports those written. What DynamoDB leaves unprocessed is sent again,
 * later and later; what it refuses is reported and costs no other chart.
 */
export class BatchWriter implements ChartWriter {
  readonly #connection: Connection;
  readonly #report: Report;
  #pending = new Map<string, PackedChart>();

  constructor(connection: Connection, report: Report) {
    this.#connection = connection;
    this.#report = report;
  }

  async add(item: PackedChart): Promise<void> {
    // A batch can't hold a key twice; the chart that comes last is the one that stays.
    if (this.#pending.has(item.guid)) await this.finish();
    this.#pending.set(item.guid, item);
    if (this.#pending.size === BATCH_ITEMS) await this.finish();
  }

  async finish(): Promise<void> {
    let items = [...this.#pending.values()];
    this.#pending = new Map();
    for (let attempt = 0; items.length > 0; attempt++) {
      if (attempt === MAX_ATTEMPTS) throw new CommandError("DynamoDB takes no more charts: try again later");
      if (attempt > 0) await setTimeout(FIRST_PAUSE_MS * 2 ** attempt * Math.random());
      const before = items.length;
      items = await this.#send(items);
      if (items.length < before) attempt = 0;
    }
  }

  /** Returns the charts that were left unprocessed. */
  async #send(items: PackedChart[]): Promise<PackedChart[]> {
    const { chartsTable, client } = this.#connection;
    const requests = items.map((Item) => ({ PutRequest: { Item } }));
    try {
      const answer = await client.send(new BatchWriteCommand({ RequestItems: { [chartsTable]: requests } }));
      const left = new Set<unknown>(
        answer.UnprocessedItems?.[chartsTable]?.map(({ PutRequest }) => PutRequest?.Item?.guid),
      );
      for (const { guid } of items) if (!left.has(guid)) this.#report.addWritten(guid);
      return items.filter(({ guid }) => left.has(guid));
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "ValidationException") throw error;
      return this.#sendOneByOne(items, error);
    }
  }

  /** One item that DynamoDB can't store makes it refuse the batch. */
  async #sendOneByOne(items: PackedChart[], refusal: Error): Promise<PackedChart[]> {
    const [first, ...others] = items;
    if (first && others.length === 0) {
      this.#report.addRefusal(`episode ${first.guid}`, { kind: "refused by DynamoDB", detail: refusal.message });
      return [];
    }
    const left: PackedChart[] = [];
    for (const item of items) left.push(...(await this.#send([item])));
    return left;
  }
}
