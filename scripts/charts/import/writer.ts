import { setTimeout } from "node:timers/promises";
import { BatchWriteCommand, type BatchWriteCommandInput, type BatchWriteCommandOutput } from "@aws-sdk/lib-dynamodb";
import type { PackedChart } from "../../../lib/packed-chart.ts";
import { CommandError } from "../../cli/command.ts";
import type { Connection } from "../../cli/connection.ts";

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

/** Writes charts in batches; what DynamoDB leaves unprocessed is sent again, later and later. */
export class BatchWriter implements ChartWriter {
  readonly #connection: Connection;
  readonly #onWritten: (charts: number) => void;
  #pending = new Map<string, PackedChart>();

  constructor(connection: Connection, onWritten: (charts: number) => void) {
    this.#connection = connection;
    this.#onWritten = onWritten;
  }

  async add(item: PackedChart): Promise<void> {
    // A batch can't hold a key twice; the chart that comes last is the one that stays.
    if (this.#pending.has(item.guid)) await this.finish();
    this.#pending.set(item.guid, item);
    if (this.#pending.size === BATCH_ITEMS) await this.finish();
  }

  async finish(): Promise<void> {
    const items = [...this.#pending.values()];
    this.#pending = new Map();
    let requests: BatchWriteCommandInput["RequestItems"] = {
      [this.#connection.chartsTable]: items.map((Item) => ({ PutRequest: { Item } })),
    };
    let left = items.length;
    for (let attempt = 0; left > 0; attempt++) {
      if (attempt === MAX_ATTEMPTS) throw new CommandError("DynamoDB takes no more charts: try again later");
      if (attempt > 0) await setTimeout(FIRST_PAUSE_MS * 2 ** attempt * Math.random());
      const answer: BatchWriteCommandOutput = await this.#connection.client.send(
        new BatchWriteCommand({ RequestItems: requests }),
      );
      requests = answer.UnprocessedItems;
      const before = left;
      left = Object.values(requests ?? {}).flat().length;
      this.#onWritten(before - left);
      if (left < before) attempt = 0;
    }
  }
}
