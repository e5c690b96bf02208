import { randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import { PARTITIONS, resetCheckpoint } from "../../../lib/collector/checkpoint.ts";
import { listens } from "../../../lib/dynamodb.ts";
import type { Edge, SavedCheckpoint, Trouble } from "./edge.ts";
import type { Overlap, Restoration, Settings } from "./events.ts";
import type { Functions, Sent } from "./functions.ts";
import { draw, Model, type OpenItem } from "./model.ts";
import { OPERATIONS, type Operation, type Operator } from "./operator.ts";
import { loadSalts, putChart, readOpenItem, readRawItem } from "./tables.ts";

/** Attempts of a run that must succeed. */
const MAX_ATTEMPTS = 5;

/** The real functions on the real engine, a clock, and the model with which they must agree. */
export class World {
  readonly model = new Model();
  readonly #edge: Edge;
  readonly #functions: Functions;
  readonly #operator: Operator;
  /** What did not hold while a request was under way. */
  readonly #violations: unknown[] = [];
  /** By partition. */
  readonly #checkpoints = new Map<string, SavedCheckpoint>();
  readonly #copies = new Map<string, Record<string, unknown> | undefined>();
  #windowSeconds = 86_400;
  #minListeners = 1;

  constructor(edge: Edge, functions: Functions, operator: Operator) {
    this.#edge = edge;
    this.#functions = functions;
    this.#operator = operator;
    edge.onCheckpoint = (saved) => this.#follow(saved);
    edge.onWrite = (guid, actor) => this.#observe(guid, actor).catch((error) => void this.#violations.push(error));
  }

  configure({ windowSeconds, minListeners, pageSize }: Settings): void {
    this.#edge.pageSize = pageSize;
    this.#windowSeconds = windowSeconds;
    this.#minListeners = minListeners;
    vi.stubEnv("LISTEN_WINDOW", `${windowSeconds}s`);
    vi.stubEnv("MIN_LISTENERS", String(minListeners));
  }

  wait(seconds: number): void {
    vi.setSystemTime(Date.now() + seconds * 1_000);
  }

  /** Waits until the window that is open now is closed, or until some milliseconds before or after that. */
  waitForClose(milliseconds: number): void {
    vi.setSystemTime(this.#endOfWindow(Date.now()) + this.#delay() + milliseconds);
  }

  /** @param skew seconds by which the function's clock is early or, below 0, late */
  async listen(sent: Sent, container: number, skew: number): Promise<void> {
    const now = Date.now();
    vi.setSystemTime(now + skew * 1_000);
    const window = formatTime(this.#endOfWindow(Date.now()));
    const seconds = await this.#functions.listen(sent, container);
    vi.setSystemTime(now + 1);
    if (seconds === undefined) expect(this.model.items.has(sent.guid), "an episode is found").toBe(false);
    else if (seconds > 0) this.model.hear(sent.guid, window, findHousehold(sent.address), sent.userAgent, sent.seconds);
  }

  async operate(operation: Operation): Promise<void> {
    await this.#operator.perform(operation);
    this.#check();
  }

  async update(trouble?: Trouble): Promise<void> {
    if (trouble) this.#edge.trouble(trouble);
    const isSoft = trouble?.kind === "out of time";
    const end = this.#edge.requests + (isSoft ? trouble.at : Number.POSITIVE_INFINITY);
    await this.#run(() => (this.#edge.requests > end ? 59_999 : 60_000));
    this.#edge.pass();
  }

  async recount(): Promise<void> {
    await this.#resetCheckpoints(false);
    this.model.recount("at rest");
  }

  /** Copies all items. */
  async backUp(): Promise<void> {
    this.#copies.clear();
    for (const guid of this.model.items.keys()) this.#copies.set(guid, await readRawItem(guid));
  }

  /** Puts an item back as it was copied, while counting is paused, and has it counted again. */
  async restore({ guid, isEarly, isDuringRun }: Restoration): Promise<void> {
    const copy = this.#copies.get(guid);
    if (!copy) return;
    const pause = () => this.#resetCheckpoints(true);
    if (isDuringRun)
      await this.overlap({ operations: [], second: null, gap: 0, order: [0, 0, 1], recount: null }, pause);
    else await pause();
    this.wait(15 * 60);
    const folds = this.model.folds;
    if (isEarly) expect(await this.#run()).toBe(false);
    await putChart(copy);
    const { drawnListeners, chart, listeners } = copy;
    this.model.set(guid, await readOpenItem(guid), Number(drawnListeners ?? (chart ? listeners : 0)));
    expect(await this.#run()).toBe(false);
    expect(this.model.folds, "nothing is counted during a pause").toBe(folds);
    await this.recount();
  }

  async #resetCheckpoints(isPaused: boolean): Promise<void> {
    for (const partition of PARTITIONS) await resetCheckpoint(listens, partition, randomUUID(), isPaused);
  }

  /** Checks all items after a run that succeeds. Repeats it, because a slow machine makes requests time out. */
  async finish(guids: readonly string[]): Promise<void> {
    this.waitForClose(0);
    let attempts = 1;
    while (!(await this.#run())) expect(attempts++, "attempts of a run without trouble").toBeLessThan(MAX_ATTEMPTS);
    for (const guid of guids) expect(await readOpenItem(guid)).toEqual(this.model.items.get(guid));
  }

  /** Returns whether the run has succeeded. */
  async #run(remaining?: () => number): Promise<boolean> {
    const closed = this.#nameClosedWindow();
    this.model.beginRuns(closed);
    const isComplete = await this.#functions.update(remaining).catch(() => false);
    this.#check();
    await this.#end(closed, isComplete);
    return isComplete;
  }

  /** @param pause another operation, after all others */
  async overlap({ operations, second, gap, order, recount }: Overlap, pause?: () => Promise<void>): Promise<void> {
    const runs: { readonly closed: string; isComplete: boolean }[] = [];
    const run = async () => {
      const one = { closed: this.#nameClosedWindow(), isComplete: false };
      runs.push(one);
      one.isComplete = await this.#functions.update().catch(() => false);
    };
    const later = operations.map((operation) => () => this.#operator.perform(operation));
    if (second !== null)
      later.splice(second, 0, () => {
        this.wait(gap);
        return run();
      });
    if (recount !== null)
      later.splice(recount, 0, async () => {
        // Runs may find the first partitions reset before the last ones are.
        this.model.recount("during runs");
        await this.#resetCheckpoints(false);
      });
    if (pause) later.push(pause);
    this.model.beginRuns(this.#nameClosedWindow());
    await this.#edge.interleave([run, ...later], order);
    this.#check();
    runs.sort(
      (one, other) => Number(one.isComplete) - Number(other.isComplete) || (one.closed < other.closed ? -1 : 1),
    );
    for (const { closed, isComplete } of runs) await this.#end(closed, isComplete);
    if (recount !== null) this.model.recount("after runs");
  }

  async #end(closed: string, isComplete: boolean): Promise<void> {
    this.model.endRuns(closed, isComplete);
    if (isComplete) expect((await loadSalts()).filter((window) => window <= closed)).toEqual([]);
  }

  #check(): void {
    if (this.#violations.length > 0) throw this.#violations[0];
  }

  /** Runs move a checkpoint only forward, but for a recount between them. */
  #follow(saved: SavedCheckpoint): void {
    const last = this.#checkpoints.get(saved.partition);
    if (last?.mark === saved.mark && last && saved.foldedTo < last.foldedTo)
      this.#violations.push(new Error(`A run moved a checkpoint back: ${last.foldedTo} -> ${saved.foldedTo}`));
    this.#checkpoints.set(saved.partition, saved);
  }

  /** Compares an item that was just written with the model. */
  async #observe(guid: string, actor: string): Promise<void> {
    const item = await readOpenItem(guid);
    const kind = OPERATIONS.find((one) => one === actor);
    if (kind) this.#accept(kind, guid, item);
    else this.model.checkFold(guid, item, this.#minListeners);
  }

  #accept(kind: Operation["kind"], guid: string, item: OpenItem | undefined): void {
    const before = this.model.items.get(guid);
    if (kind === "import sessions") {
      expect(item?.countedUntil).toBe(before?.countedUntil);
      this.model.set(guid, item, item?.listeners);
    } else if (kind === "register" && before && item) {
      const corrected = { ...before, duration: item.duration };
      const isDrawn = this.model.isDrawnWhole(before);
      expect(item).toEqual({ ...corrected, ...(isDrawn && { ...draw(corrected), updatedAt: item.updatedAt }) });
      this.model.set(guid, item, isDrawn ? item.listeners : undefined);
    } else if (kind === "import a platform's curve") this.model.set(guid, item, undefined);
    else this.model.set(guid, item, 0);
  }

  #endOfWindow(now: number): number {
    const length = this.#windowSeconds * 1_000;
    return (Math.floor(now / length) + 1) * length;
  }

  /** Milliseconds from the end of a window until it is closed: a tenth, but 11 seconds to 15 minutes. */
  #delay(): number {
    return Math.min(15 * 60_000, Math.max(11_000, this.#windowSeconds * 100));
  }

  #nameClosedWindow(): string {
    const length = this.#windowSeconds * 1_000;
    return formatTime(Math.floor((Date.now() - this.#delay()) / length) * length);
  }
}

/** Returns the same text for all IPv6 addresses of a test, which share their first 64 bits. */
function findHousehold(address: string): string {
  return address.replace(/^2001:db8::.*/, "2001:db8::");
}

function formatTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
