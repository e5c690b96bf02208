import { setTimeout } from "node:timers/promises";
import { replaceChart, saveChart } from "../../lib/episode/charts-table.ts";
import type { ChartItem } from "../../lib/episode/item.ts";
import type { Connection } from "../shell/connection.ts";
import { isThrottle } from "../shell/failure.ts";
import type { Outcome } from "./outcome.ts";

/** Charts that are written at once. */
const MAX_OPEN = 10;

/** Time without a written chart after which throttled charts are given up. */
const MAX_IDLE_MS = 20_000;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 3_000;

export interface ChartWriter {
  add(item: ChartItem): Promise<void>;
  /** Waits until all charts are written. */
  finish(): Promise<void>;
}

/** Writes charts, some at once, and reports them. If DynamoDB refuses a chart, reports that and writes the others. */
export class TableWriter implements ChartWriter {
  readonly #connection: Connection;
  readonly #outcome: Outcome;
  readonly #canReplace: boolean;
  readonly #open = new Set<Promise<void>>();
  #lastWrite = performance.now();
  #failure: { readonly error: unknown } | undefined;

  /** @param canReplace whether charts may replace what the collector has counted */
  constructor(connection: Connection, outcome: Outcome, canReplace: boolean) {
    this.#connection = connection;
    this.#outcome = outcome;
    this.#canReplace = canReplace;
  }

  async add(item: ChartItem): Promise<void> {
    if (this.#open.size === 0) this.#lastWrite = performance.now();
    if (this.#open.size >= MAX_OPEN) await Promise.race(this.#open);
    if (this.#failure) return this.finish();
    const writing = this.#write(item).catch((error) => {
      this.#failure ??= { error };
    });
    this.#open.add(writing);
    writing.finally(() => this.#open.delete(writing));
  }

  async finish(): Promise<void> {
    await Promise.all(this.#open);
    if (this.#failure) throw this.#failure.error;
  }

  async #write(item: ChartItem): Promise<void> {
    try {
      await this.#sendPatiently(item);
      this.#outcome.addWritten(item.guid);
    } catch (error) {
      const refusal = error instanceof Error ? findRefusal(error) : undefined;
      if (!refusal) throw error;
      this.#outcome.addRefusal(`episode ${item.guid}`, refusal);
    }
  }

  async #sendPatiently(item: ChartItem): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      try {
        await this.#send(item);
        this.#lastWrite = performance.now();
        return;
      } catch (error) {
        const isPatient = performance.now() - this.#lastWrite < MAX_IDLE_MS && !this.#failure;
        if (!isThrottle(error) || !isPatient) throw error;
        await setTimeout(pause * Math.random());
      }
    }
  }

  async #send(item: ChartItem): Promise<void> {
    const { charts } = this.#connection;
    if (this.#canReplace) await replaceChart(charts, item);
    else if (!(await saveChart(charts, item))) throw new CollectedError();
  }
}

/** Thrown for a chart that would replace what the collector has counted. */
class CollectedError extends Error {
  override readonly name = "CollectedError";
}

function findRefusal({ name, message }: Error) {
  if (name === "CollectedError") {
    const problem = "The collector has counted listens of it, which the import would destroy.";
    return { kind: "with collected listens", detail: `${problem} Leave it out, or pass --replace.` };
  }
  if (name !== "ValidationException") return undefined;
  return { kind: "refused by DynamoDB", detail: `DynamoDB refused it. ${message}` };
}
