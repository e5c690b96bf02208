import { setTimeout } from "node:timers/promises";
import { vi } from "vitest";
import {
  breakOff,
  type Fault,
  type FaultyProxy,
  loseAnswer,
  pass,
  type Requested,
  refuse,
} from "../../support/faulty-proxy.ts";

/** How a run is disturbed at its n-th write (from 0) or, if it is refused, its n-th request for a chart's item. */
export interface Trouble {
  readonly kind: keyof typeof FAULTS;
  readonly at: number;
}

/** The checkpoint of a partition with episodes, as it was saved. */
export interface SavedCheckpoint {
  readonly partition: string;
  /** Who saved it: a run, or a recount. */
  readonly accessKey: string;
  readonly foldedTo: string;
  /** Of the recount that it belongs to. */
  readonly mark: string | undefined;
}

/** Milliseconds in which all requests that are under way arrive. */
const SETTLE_MS = 2;

/** The partitions of the episodes in histories. */
export const EPISODE_PARTITIONS = ["2", "7"];

const FAULTS = {
  "killed before a write": breakOff,
  "killed after a write": loseAnswer,
  "answer lost": loseAnswer,
  refused: refuse,
};

/** The edge of the network: passes requests on, loses them, or holds those for charts to let them pass one by one. */
export class Edge {
  readonly #proxy: FaultyProxy;
  /** The requests that are held. */
  readonly #held: (() => Promise<void>)[] = [];
  /** The items of a page, in place of what a query asks for. */
  pageSize = 500;
  /** The requests since somebody set it to 0, or since the last trouble. */
  requests = 0;
  /** Called when a chart's item was read, before anybody gets the answer. */
  onRead: (guid: string, accessKey: string) => Promise<void> = async () => {};
  /** Called when a chart's item may have been written, before anybody gets the answer. */
  onWrite: (guid: string, accessKey: string) => Promise<void> = async () => {};
  /** Called when a checkpoint was saved, before anybody gets the answer. */
  onCheckpoint: (saved: SavedCheckpoint) => Promise<void> = async () => {};

  constructor(proxy: FaultyProxy) {
    this.#proxy = proxy;
    this.pass();
  }

  pass(): void {
    this.#use(() => pass);
  }

  /** Returns whether it has taken place. */
  trouble({ kind, at }: Trouble): () => boolean {
    let seen = 0;
    this.#use((request) => {
      if (kind.startsWith("killed") && seen > at) return refuse;
      const isCandidate = kind === "refused" ? isChartRequest(request) : isWrite(request);
      if (!isCandidate || seen++ !== at) return pass;
      this.requests = 0;
      return FAULTS[kind];
    });
    return () => seen > at;
  }

  /**
   * Starts actions, and lets one request for a chart's item pass at a time, until all actions have ended.
   *
   * @param order for each step, what comes next: one of the requests that are held, or the start of the next action
   */
  async interleave(actions: readonly (() => Promise<void>)[], order: readonly number[]): Promise<void> {
    this.#use((request) =>
      isChartRequest(request) || isCheckpoint(request) ? (response, forward) => this.#hold(response, forward) : pass,
    );
    const waiting = [...actions];
    let running = 0;
    const start = async () => {
      running++;
      void waiting
        .shift()?.()
        .finally(() => running--);
    };
    for (let step = 0; running + waiting.length + this.#held.length > 0; step++) {
      await setTimeout(SETTLE_MS);
      const options = this.#held.length + Math.min(1, waiting.length);
      if (options === 0) continue;
      const index = (order[step] ?? 0) % options;
      await (this.#held.splice(index, 1)[0] ?? start)();
    }
    this.pass();
  }

  #use(choose: (request: Requested) => Fault): void {
    this.#proxy.always = async (response, forward) => {
      const request = this.#proxy.requests.pop();
      if (!request) throw new Error("The proxy has not noted the request.");
      this.requests++;
      // So that no two times of writing are the same.
      vi.setSystemTime(Date.now() + 1);
      const observe = async () => {
        const isPage = Number(request.input.Limit) > this.pageSize;
        const answer = await forward(isPage ? { ...request.input, Limit: this.pageSize } : undefined);
        const guid = answer.status === 200 ? findGuid(request) : undefined;
        if (guid !== undefined) await (isWrite(request) ? this.onWrite : this.onRead)(guid, request.accessKey);
        const saved = answer.status === 200 ? findSavedCheckpoint(request) : undefined;
        if (saved) await this.onCheckpoint(saved);
        return answer;
      };
      await choose(request)(response, observe);
    };
  }

  #hold(...[response, forward]: Parameters<Fault>): Promise<void> {
    return new Promise((resolve) => {
      this.#held.push(async () => {
        await pass(response, forward);
        resolve();
      });
    });
  }
}

function isWrite({ operation }: Requested): boolean {
  return ["PutItem", "UpdateItem", "DeleteItem"].includes(operation);
}

function isChartRequest(request: Requested): boolean {
  return findGuid(request) !== undefined;
}

/** Checks whether a request reads or writes the checkpoint of a partition with episodes. */
function isCheckpoint({ input }: Requested): boolean {
  const { partition, id } = (input.Key ?? input.Item ?? {}) as { partition?: { S: string }; id?: { S: string } };
  return id?.S === "checkpoint" && EPISODE_PARTITIONS.includes(String(partition?.S));
}

function findSavedCheckpoint(request: Requested): SavedCheckpoint | undefined {
  const { Item } = request.input as { readonly Item?: Readonly<Record<string, { readonly S?: string }>> };
  if (!Item || !isCheckpoint(request)) return undefined;
  const { accessKey } = request;
  return { partition: String(Item.partition?.S), accessKey, foldedTo: String(Item.foldedTo?.S), mark: Item.mark?.S };
}

/** Returns the GUID of a chart's item; undefined if the request is for another table. */
function findGuid({ input }: Requested): string | undefined {
  const { TableName, Key, Item } = input as { TableName?: string; Key?: Marshalled; Item?: Marshalled };
  return TableName === process.env.CHARTS_TABLE ? (Key ?? Item)?.guid?.S : undefined;
}

type Marshalled = { readonly guid?: { readonly S: string } };
