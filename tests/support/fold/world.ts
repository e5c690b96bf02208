import { expect, vi } from "vitest";
import type { Edge, Trouble } from "./edge.ts";
import type { Functions, Sent } from "./functions.ts";
import { draw, Model, type OpenItem } from "./model.ts";
import { OPERATIONS, type Operation, type Operator } from "./operator.ts";
import { loadSalts, readOpenItem } from "./tables.ts";

/** Attempts of a run that must succeed. */
const MAX_ATTEMPTS = 5;

/** Runs that overlap, and what an operator does meanwhile. */
export interface Overlap {
  readonly operations: readonly Operation[];
  /** The place of a second run among the operations; null if there is only one run. */
  readonly second: number | null;
  /** Seconds from the first run to the second. */
  readonly gap: number;
  /** See {@link Edge.interleave}. */
  readonly order: readonly number[];
}

/** The real functions on the real engine, a clock, and the model with which they must agree. */
export class World {
  readonly model = new Model();
  readonly #edge: Edge;
  readonly #functions: Functions;
  readonly #operator: Operator;
  /** What did not hold while a request was under way. */
  readonly #violations: unknown[] = [];
  #windowSeconds = 86_400;
  #minListeners = 1;

  constructor(edge: Edge, functions: Functions, operator: Operator) {
    this.#edge = edge;
    this.#functions = functions;
    this.#operator = operator;
    edge.onWrite = (guid, actor) => this.#observe(guid, actor).catch((error) => void this.#violations.push(error));
  }

  configure(windowSeconds: number, minListeners: number): void {
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
    await this.#run();
    this.#edge.pass();
  }

  /** Checks all items after a run that succeeds. Repeats it, because a slow machine makes requests time out. */
  async finish(guids: readonly string[]): Promise<void> {
    this.waitForClose(0);
    let attempts = 1;
    while (!(await this.#run())) expect(attempts++, "attempts of a run without trouble").toBeLessThan(MAX_ATTEMPTS);
    for (const guid of guids) expect(await readOpenItem(guid)).toEqual(this.model.items.get(guid));
  }

  /** Returns whether the run has succeeded. */
  async #run(): Promise<boolean> {
    const closed = this.#nameClosedWindow();
    this.model.beginRuns(closed);
    const isComplete = await this.#functions.update().then(
      () => true,
      () => false,
    );
    this.#check();
    await this.#end(closed, isComplete);
    return isComplete;
  }

  async overlap({ operations, second, gap, order }: Overlap): Promise<void> {
    const runs: { readonly closed: string; isComplete: boolean }[] = [];
    const run = async () => {
      const one = { closed: this.#nameClosedWindow(), isComplete: false };
      runs.push(one);
      await this.#functions.update().then(
        () => {
          one.isComplete = true;
        },
        () => {},
      );
    };
    const later = operations.map((operation) => () => this.#operator.perform(operation));
    if (second !== null)
      later.splice(second, 0, () => {
        this.wait(gap);
        return run();
      });
    this.model.beginRuns(this.#nameClosedWindow());
    await this.#edge.interleave([run, ...later], order);
    this.#check();
    runs.sort(
      (one, other) => Number(one.isComplete) - Number(other.isComplete) || (one.closed < other.closed ? -1 : 1),
    );
    for (const { closed, isComplete } of runs) await this.#end(closed, isComplete);
  }

  async #end(closed: string, isComplete: boolean): Promise<void> {
    this.model.endRuns(closed, isComplete);
    if (isComplete) expect((await loadSalts()).filter((window) => window <= closed)).toEqual([]);
  }

  #check(): void {
    if (this.#violations.length > 0) throw this.#violations[0];
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
      const isDrawn = before.chart !== undefined;
      expect(item).toEqual({ ...corrected, ...(isDrawn && { ...draw(corrected), updatedAt: item.updatedAt }) });
      this.model.set(guid, item, isDrawn ? item.listeners : undefined);
    } else this.model.set(guid, item, 0);
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
