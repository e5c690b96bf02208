import { expect, vi } from "vitest";
import type { Ending } from "../../../lib/collector/run.ts";
import { loadSalts, readOpenItem } from "../../support/fold/tables.ts";
import { readChartItem, writeChartItem } from "../../support/tables.ts";
import { Checkpoints, Clock, nameSecond } from "./clock.ts";
import type { Edge, Trouble } from "./edge.ts";
import type { Functions, Sent } from "./functions.ts";
import { Model } from "./model.ts";
import { type Operation, type Operator, parseActor } from "./operator.ts";

/** Attempts of a run that must succeed. */
const MAX_ATTEMPTS = 5;

/** A player and how it sends what was heard: at once, in parts, in parts that arrive together, everything so far again, or twice. */
interface Listening extends Sent {
  readonly way: "at once" | "in parts" | "together" | "so far" | "twice";
  readonly container: number;
  /** Seconds by which the clock of `listen` is ahead or, below 0, behind. */
  readonly skew: number;
}

/** Listeners behind one address, who all hear the same. */
type Crowd = Omit<Sent, "userAgent"> & { readonly size: number };

/** The settings of the functions, and of the edge. */
interface Settings {
  readonly windowSeconds: number;
  readonly minListeners: number;
  /** The items of a page of listens. */
  readonly pageSize: number;
}

/** A run by itself, and what happens to it. */
interface Disturbance {
  readonly trouble: Trouble | null;
  /** Its requests until its time is up, from its trouble on if it has one; null if it has time enough. */
  readonly requests: number | null;
}

/** What an operator does to an item after a run has read it, and before the run writes it. */
interface Meddling {
  readonly operation: Operation;
  /** Whether the duration stays as it is, whatever the operation says. */
  readonly isOfSameDuration: boolean;
}

/** Runs that overlap, and what an operator does meanwhile. */
interface Overlap {
  readonly operations: readonly Operation[];
  /** The place of a second run among the operations; null if there is only one run. */
  readonly second: number | null;
  /** Seconds from the first run to the second. */
  readonly gap: number;
  /** See {@link Edge.interleave}. */
  readonly order: readonly number[];
  /** The place of a recount among all of that; null if there is none. */
  readonly recount: number | null;
}

/** How an item is put back as it was: with a pause, as docs/operating.md says. */
interface Restoration {
  readonly guid: string;
  /** Whether a run tries to count before it is put back, too, and not only after it. */
  readonly isEarly: boolean;
  /** Whether counting is paused while a run is under way. */
  readonly isDuringRun: boolean;
}

/** A step of a history: what is done to the world, and how. */
export type Step = {
  readonly [Name in StepName]: readonly [name: Name, how: Parameters<World[Name]>[0]];
}[StepName];

type StepName =
  | "configure"
  | "send"
  | "sendAll"
  | "operate"
  | "wait"
  | "waitForClose"
  | "update"
  | "updateAhead"
  | "meddle"
  | "recount"
  | "backUp"
  | "restore"
  | "overlap";

export async function takeStep(world: World, [name, how]: Step): Promise<void> {
  await world[name](how as never);
}

/** The real functions on the real engine, a clock, and the model with which they must agree. */
export class World {
  readonly #clock = new Clock();
  readonly model = new Model();
  readonly #edge: Edge;
  readonly #functions: Functions;
  readonly #operator: Operator;
  /** What did not hold while a request was under way. */
  readonly #violations: unknown[] = [];
  readonly #checkpoints = new Checkpoints();
  readonly #copies = new Map<string, Record<string, unknown> | undefined>();
  #minListeners = 1;

  constructor(edge: Edge, functions: Functions, operator: Operator) {
    this.#edge = edge;
    this.#functions = functions;
    this.#operator = operator;
    edge.onCheckpoint = (saved) => this.#watch(() => this.#checkpoints.save(saved));
    edge.onWrite = (guid, accessKey) => this.#watch(() => this.#observe(guid, accessKey));
  }

  configure({ windowSeconds, minListeners, pageSize }: Settings): void {
    this.#edge.pageSize = pageSize;
    this.#clock.windowSeconds = windowSeconds;
    this.#minListeners = minListeners;
    vi.stubEnv("LISTEN_WINDOW", `${windowSeconds}s`);
    vi.stubEnv("MIN_LISTENERS", String(minListeners));
  }

  wait(seconds: number): void {
    this.#clock.wait(seconds);
  }

  waitForClose(milliseconds: number): void {
    this.#clock.waitForClose(milliseconds);
  }

  async send({ way, container, skew, ...sent }: Listening): Promise<void> {
    const half = sent.seconds.slice(0, Math.ceil(sent.seconds.length / 2));
    const part = { ...sent, seconds: half };
    const remainder = { ...sent, seconds: sent.seconds.slice(half.length) };
    if (way === "at once") return this.#listen([sent], container, skew);
    if (way === "together") return this.#listen([part, remainder], container, skew);
    await this.#listen([way === "twice" ? sent : part], container, skew);
    await this.#listen([way === "in parts" ? remainder : sent], 1 - container, skew);
  }

  async sendAll({ size, ...sent }: Crowd): Promise<void> {
    for (let number = 0; number < size; number++)
      await this.#listen([{ ...sent, userAgent: `Player/${number}` }], 0, 0);
  }

  /**
   * Sends listens at the same time, to one container after the other.
   *
   * @param skew seconds by which the function's clock is ahead or, below 0, behind
   */
  async #listen(all: readonly Sent[], container: number, skew: number): Promise<void> {
    const now = Date.now();
    vi.setSystemTime(now + skew * 1_000);
    const window = this.#clock.nameOpenWindow();
    const answers = await Promise.all(all.map((sent, index) => this.#functions.listen(sent, container + index)));
    vi.setSystemTime(now + 1);
    for (const [index, { guid, address, userAgent, seconds }] of all.entries()) {
      const answer = answers[index];
      if (answer === undefined) expect(this.model.items.has(guid), "an episode is found").toBe(false);
      else if (answer > 0) this.model.hear(guid, window, findHousehold(address), userAgent, seconds);
    }
  }

  async operate(operation: Operation): Promise<void> {
    await this.#operator.perform(operation);
    this.#check();
  }

  async update({ trouble, requests }: Disturbance): Promise<void> {
    const hasTakenPlace = trouble ? this.#edge.trouble(trouble) : () => true;
    this.#edge.requests = 0;
    const isTimeUp = () => requests !== null && hasTakenPlace() && this.#edge.requests > requests;
    const ending = await this.#run(() => (isTimeUp() ? 59_999 : 60_000));
    this.#edge.pass();
    if (trouble?.kind === "refused" && hasTakenPlace()) expect(ending, "a run without a right").toBe("failed");
    else if (requests === null) expect(ending, "a run by itself").not.toBe("stopped");
  }

  /** Makes a run that an operator gets ahead of, after its first read of an item, the second one, and so on. */
  async meddle(all: readonly (Meddling | null)[]): Promise<void> {
    const rest = [...all];
    this.#edge.onRead = async (guid, accessKey) => {
      if (parseActor(accessKey)) return;
      const { operation, isOfSameDuration } = rest.shift() ?? {};
      const duration = isOfSameDuration ? this.model.items.get(guid)?.duration : undefined;
      if (operation) await this.#operator.perform({ ...operation, guid, ...(duration !== undefined && { duration }) });
    };
    await this.#run();
    this.#edge.onRead = async () => {};
  }

  /**
   * Makes a run whose clock is ahead, and then one whose clock is right.
   *
   * @param seconds by which the clock is ahead
   */
  async updateAhead(seconds: number): Promise<void> {
    const closed = this.#clock.nameClosedWindow();
    this.#clock.wait(seconds);
    const later = this.#clock.nameClosedWindow();
    this.model.spoil(closed, later);
    const ending = await this.#run(undefined, closed);
    this.#clock.wait(-seconds);
    // The next run reads all listens again.
    if (later > nameSecond(Date.now())) this.model.recount(ending === "folded" ? "at rest" : "during runs");
    await this.#runToEnd();
  }

  async recount(): Promise<void> {
    await this.#operator.recount(false);
    this.model.recount("at rest");
  }

  /** Copies all items. */
  async backUp(): Promise<void> {
    this.#copies.clear();
    for (const guid of this.model.items.keys()) this.#copies.set(guid, await readChartItem(guid));
  }

  /** Puts an item back as it was copied, while counting is paused, and has it counted again. */
  async restore({ guid, isEarly, isDuringRun }: Restoration): Promise<void> {
    const copy = this.#copies.get(guid);
    if (!copy) return;
    const pause = () => this.#operator.recount(true);
    if (isDuringRun)
      await this.overlap({ operations: [], second: null, gap: 0, order: [0, 0, 1], recount: null }, pause);
    else await pause();
    this.#clock.wait(15 * 60);
    const folds = this.model.folds;
    if (isEarly) expect(await this.#run()).not.toBe("folded");
    await writeChartItem(copy);
    const { drawnListeners, chart, listeners } = copy;
    this.model.set(guid, await readOpenItem(guid), Number(drawnListeners ?? (chart ? listeners : 0) ?? 0));
    expect(await this.#run()).not.toBe("folded");
    expect(this.model.folds, "nothing is counted during a pause").toBe(folds);
    await this.recount();
  }

  /** Checks all items after a run that succeeds. */
  async finish(guids: readonly string[]): Promise<void> {
    this.#clock.waitForClose(0);
    await this.#runToEnd();
    for (const guid of guids) expect(await readOpenItem(guid)).toEqual(this.model.items.get(guid));
  }

  /** Repeats a run until it succeeds, because a slow machine makes requests time out. */
  async #runToEnd(): Promise<void> {
    let attempts = 1;
    while ((await this.#run()) !== "folded")
      expect(attempts++, "attempts of a run without trouble").toBeLessThan(MAX_ATTEMPTS);
  }

  async #run(remaining?: () => number, closed = this.#clock.nameClosedWindow()): Promise<Ending> {
    this.#begin(closed);
    const ending = await this.#functions.update(remaining);
    this.#check();
    await this.#end(closed, ending === "folded");
    return ending;
  }

  /** @param pause another operation, after all others */
  async overlap({ operations, second, gap, order, recount }: Overlap, pause?: () => Promise<void>): Promise<void> {
    const runs: { readonly closed: string; isComplete: boolean }[] = [];
    const run = async () => {
      const one = { closed: this.#clock.nameClosedWindow(), isComplete: false };
      runs.push(one);
      one.isComplete = (await this.#functions.update()) === "folded";
    };
    const later = operations.map((operation) => () => this.#operator.perform(operation));
    if (second !== null)
      later.splice(second, 0, () => {
        this.#clock.wait(gap);
        return run();
      });
    if (recount !== null)
      later.splice(recount, 0, async () => {
        // Runs may find the first partitions reset before the last ones are.
        this.model.recount("during runs");
        await this.#operator.recount(false);
      });
    if (pause) later.push(pause);
    this.#begin(this.#clock.nameClosedWindow());
    await this.#edge.interleave([run, ...later], order);
    this.#check();
    runs.sort(
      (one, other) => Number(one.isComplete) - Number(other.isComplete) || (one.closed < other.closed ? -1 : 1),
    );
    for (const { closed, isComplete } of runs) await this.#end(closed, isComplete);
    if (recount !== null) this.model.recount("after runs");
  }

  #begin(closed: string): void {
    this.model.beginRuns(closed);
    this.#checkpoints.beginRuns();
  }

  async #end(closed: string, isComplete: boolean): Promise<void> {
    this.model.endRuns(closed, isComplete);
    if (!isComplete) return;
    this.#checkpoints.requireReached(closed);
    expect((await loadSalts()).filter((window) => window <= closed)).toEqual([]);
  }

  #check(): void {
    if (this.#violations.length > 0) throw this.#violations[0];
  }

  async #watch(check: () => void | Promise<void>): Promise<void> {
    try {
      await check();
    } catch (error) {
      this.#violations.push(error);
    }
  }

  /** Compares an item that was just written with the model. */
  async #observe(guid: string, accessKey: string): Promise<void> {
    const item = await readOpenItem(guid);
    const actor = parseActor(accessKey);
    if (actor) this.model.accept(actor, guid, item);
    else
      this.model.checkFold(guid, item, { minListeners: this.#minListeners, windowSeconds: this.#clock.windowSeconds });
  }
}

/** Returns the same text for all IPv6 addresses of a test, which share their first 64 bits. */
function findHousehold(address: string): string {
  return address.replace(/^2001:db8::.*/, "2001:db8::");
}
