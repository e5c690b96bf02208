import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { OpenItem } from "../../support/fold/tables.ts";
import type { Actor } from "./operator.ts";

/** Limit per episode and window; later listeners of the address are ignored. */
const MAX_LISTENERS_PER_ADDRESS = 20;

/** Counts end after six hours, or after twice the duration and an hour if that is more. */
const MIN_REACH = 6 * 3_600;

/** A week, and the windows of one that count as a week at least. */
const WEEK = 7 * 86_400;
const MIN_REPEATS = 7;

/** What a run is told by its environment. */
export interface DrawingRule {
  readonly minListeners: number;
  readonly windowSeconds: number;
}

/** Listens are kept for ten days after their window, and not counted in the last hour. */
const COUNTABLE_MS = (10 * 24 - 1) * 3_600_000;

/** The listening to one episode in one window. */
interface Due {
  /** The seconds that were heard, by address and User-Agent. */
  readonly heard: Map<string, Map<string, Set<number>>>;
  /** Whether a run may have passed over it already, because there was nothing to count it in. */
  isDoubtful: boolean;
  isCounted: boolean;
  /** Whether a run has passed over it for good, unless there is a recount. */
  isDecided: boolean;
}

/** What the tables must hold: plain sets of seconds, and the items as they were last written. */
export class Model {
  readonly items = new Map<string, OpenItem>();
  /** The listeners in each item's drawing. */
  readonly #drawn = new Map<string, number>();
  readonly #due = new Map<string, Map<string, Due>>();
  /** Episodes without an item to count in, at any time since the runs began. */
  #absent = new Set<string>();
  /** Windows that a wrong clock has closed too early: some of their listens may be counted twice, or not. */
  readonly #spoilt: { readonly after: string; readonly until: string }[] = [];
  #closed = "";
  #begun = 0;
  /** Windows counted so far. */
  folds = 0;

  /** Notes what a listener heard. */
  hear(guid: string, window: string, address: string, userAgent: string, seconds: Iterable<number>): void {
    expect(window > this.#closed, `${window} is open`).toBe(true);
    const windows = getOrAdd(this.#due, guid, () => new Map<string, Due>());
    const due = getOrAdd(windows, window, () => ({
      heard: new Map(),
      isDoubtful: this.#isSpoilt(window),
      isCounted: false,
      isDecided: false,
    }));
    const listeners = getOrAdd(due.heard, address, () => new Map<string, Set<number>>());
    const heard = getOrAdd(listeners, userAgent, () => new Set<number>());
    for (const second of seconds) heard.add(second);
  }

  /** Checks, and notes, the item that an operator wrote or deleted. */
  accept({ kind, replace }: Actor, guid: string, item: OpenItem | undefined): void {
    const before = this.items.get(guid);
    if (["import sessions", "import a curve"].includes(kind) && !replace)
      expect(before?.countedUntil, "no import overwrites what was counted").toBeUndefined();
    const isOfToday = ["register", "import a curve", "import sessions", "import a platform's curve"].includes(kind);
    if (before && item && isOfToday) requireOtherCurves(before, item, kind);
    if (kind === "import sessions") {
      expect(item?.countedUntil).toBe(before?.countedUntil);
      this.set(guid, item, item?.listeners);
    } else if (kind === "register" && before && item) {
      const { listeners = 0 } = before;
      const total = Math.max(listeners, findPeak(before.counts, item.duration));
      const corrected = { ...before, duration: item.duration, ...(total > listeners && { listeners: total }) };
      const isDrawn = this.#isDrawnWhole(corrected) && !hasMore(before, item.duration);
      expect(item).toEqual({ ...corrected, ...(isDrawn && { ...draw(corrected), updatedAt: item.updatedAt }) });
      this.set(guid, item, isDrawn ? item.listeners : undefined);
    } else if (["import a platform's curve", "restore counts"].includes(kind)) this.set(guid, item, undefined);
    else this.set(guid, item, 0);
  }

  /**
   * Notes an item as it is now.
   *
   * @param drawn the listeners that its chart shows; undefined if that has not changed
   */
  set(guid: string, item: OpenItem | undefined, drawn: number | undefined): void {
    if (item) this.items.set(guid, item);
    else this.items.delete(guid);
    if (drawn !== undefined) this.#drawn.set(guid, drawn);
    if (!this.#canCount(guid)) this.#absent.add(guid);
  }

  /** Notes that the clock of a run is ahead now: it closes the windows between two of them, and takes others for too old. */
  spoil(after: string, until: string): void {
    this.#spoilt.push({ after, until });
    for (const windows of this.#due.values())
      for (const [window, due] of windows) due.isDoubtful ||= this.#isSpoilt(window) || isExpiring(window, Date.now());
  }

  /**
   * Notes that all listens will be read again: what an item's `countedUntil` does not have must be counted now.
   *
   * @param when while runs are under way, which may still raise `countedUntil`; after they have ended; or at another time
   */
  recount(when: "during runs" | "after runs" | "at rest"): void {
    for (const [guid, windows] of this.#due)
      for (const [window, due] of windows) {
        const isMissing = window > (this.items.get(guid)?.countedUntil ?? "");
        const isPassed = when === "after runs" && this.#absent.has(guid);
        due.isDoubtful = !isMissing || isPassed || when === "during runs";
        due.isCounted = false;
        due.isDecided = false;
      }
  }

  beginRuns(closed: string): void {
    this.#closed = closed;
    this.#begun = Date.now();
    this.#absent = new Set([...this.#due.keys()].filter((guid) => !this.#canCount(guid)));
  }

  /** Checks the item that the fold wrote. */
  checkFold(guid: string, actual: OpenItem | undefined, { minListeners, windowSeconds }: DrawingRule): void {
    const before = this.items.get(guid);
    if (!before || !actual) throw new Error(`A deleted item came back: ${guid}`);
    expect(this.#canCount(guid), "an imported chart stays").toBe(true);
    const window = String(actual.countedUntil);
    expect(window > (before.countedUntil ?? ""), `${window} is after ${before.countedUntil}`).toBe(true);
    const due = this.#due.get(guid)?.get(window);
    if (!due || due.isDecided) throw new Error(`Nothing was heard of ${guid} in ${window}, or it was decided before`);
    expect(isExpiring(window, this.#begun), `${window} is too old`).toBe(false);
    expect(this.#findLost(guid, (other) => other < window)).toEqual([]);

    const { counts, listeners } = count(due, before.duration);
    const all = trim(add(before.counts ?? [], counts), before.duration);
    const exact = Math.max((before.listeners ?? 0) + listeners, findPeak(all, before.duration));
    const isSpoilt = this.#isSpoilt(window);
    const { counts: sum = [], listeners: total = 0 } = isSpoilt ? actual : { counts: all, listeners: exact };
    const isEnough = listeners >= minListeners;
    const isEnoughInAll =
      total - (this.#drawn.get(guid) ?? 0) >= minListeners * Math.max(MIN_REPEATS, WEEK / windowSeconds);
    const isDrawn = isSpoilt ? actual.updatedAt !== before.updatedAt : isEnough || isEnoughInAll;
    const known = { counts: sum, listeners: total, countedUntil: window, source: "collector" };
    const expected = { ...before, ...known };
    expect(actual).toEqual({ ...expected, ...(isDrawn && { ...draw(expected), updatedAt: actual.updatedAt }) });
    if (isDrawn) {
      expect(actual.updatedAt, "a drawing has a time of its own").not.toBe(before.updatedAt);
      this.#drawn.set(guid, total);
    }
    due.isCounted = true;
    this.items.set(guid, actual);
    this.folds++;
  }

  /** Checks that runs up to a window have left nothing out. */
  endRuns(closed: string, isComplete: boolean): void {
    for (const [guid, windows] of this.#due) {
      if (this.#absent.has(guid)) for (const [window, due] of windows) due.isDoubtful ||= window <= closed;
      if (!isComplete) continue;
      expect(this.#findLost(guid, (window) => window <= closed)).toEqual([]);
      for (const [window, due] of windows) if (window <= closed) due.isDecided = true;
    }
  }

  #findLost(guid: string, isBefore: (window: string) => boolean): string[] {
    if (this.#absent.has(guid)) return [];
    return [...(this.#due.get(guid) ?? [])]
      .filter(
        ([window, { isCounted, isDoubtful, isDecided }]) =>
          isBefore(window) && !isCounted && !isDoubtful && !isDecided && !isExpiring(window, Date.now()),
      )
      .map(([window]) => `${guid} in ${window} was lost`);
  }

  /** Tells whether an item's drawing has all of its listeners. */
  #isDrawnWhole({ guid, chart, listeners = 0 }: OpenItem): boolean {
    return chart !== undefined && (this.#drawn.get(guid) ?? 0) === listeners;
  }

  #isSpoilt(window: string): boolean {
    return this.#spoilt.some(({ after, until }) => window > after && window <= until);
  }

  #canCount(guid: string): boolean {
    const item = this.items.get(guid);
    return item !== undefined && !(item.counts === undefined && (item.chart || (item.data as unknown[])?.length > 0));
  }
}

/** Checks that platforms' curves stay but for one that a command replaces. */
function requireOtherCurves(before: OpenItem, item: OpenItem, kind: Actor["kind"]): void {
  const names = Object.keys(before).filter((name) => name.startsWith("curve:"));
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], item[name]));
  expect(changed.length, `${changed} changed`).toBeLessThanOrEqual(kind === "import a platform's curve" ? 1 : 0);
}

/** Returns the attributes of an item's drawing. */
function draw({ guid, duration, counts = [] }: OpenItem): { chart: object; points: number } {
  const seconds = Array.from({ length: Math.ceil(duration) }, (_, second) => counts[second] ?? 0);
  const peak = Math.max(0, ...seconds);
  const points = seconds.map((number, time) => ({ time, percentage: Math.round((number * 10_000) / peak) / 100 }));
  const data = peak === 0 ? [] : points;
  return { chart: { guid, duration, data }, points: data.length };
}

/** Whoever heard nothing before the end of the episode is no listener, but their seconds count. */
function count({ heard }: Due, duration: number): { counts: number[]; listeners: number } {
  const counted = [...heard.values()].flatMap((agents) => [...agents.values()].slice(0, MAX_LISTENERS_PER_ADDRESS));
  const counts: number[] = [];
  for (const second of counted.flatMap((seconds) => [...seconds])) counts[second] = (counts[second] ?? 0) + 1;
  const listeners = counted.filter((seconds) => Math.min(...seconds) < duration).length;
  return { counts: Array.from(counts, (number) => number ?? 0), listeners };
}

/** Tells whether a drawing to another duration would show what was collected and is in no drawing. */
function hasMore({ chart, counts = [], countedUntil }: OpenItem, duration: number): boolean {
  const drawn = (chart as { duration: number } | undefined)?.duration ?? 0;
  return (
    countedUntil !== undefined && counts.some((number, second) => number > 0 && second >= drawn && second < duration)
  );
}

function findPeak(counts: readonly number[] = [], duration: number): number {
  return Math.max(0, ...counts.filter((_, second) => second < duration));
}

/** Leaves out what lies beyond the end of counts, and then zeros at the end. */
function trim(counts: readonly number[], duration: number): number[] {
  const kept = counts.slice(0, Math.max(MIN_REACH, 2 * Math.ceil(duration) + 3_600));
  return kept.slice(0, kept.findLastIndex((number) => number > 0) + 1);
}

function add(one: readonly number[], other: readonly number[]): number[] {
  const length = Math.max(one.length, other.length);
  return Array.from({ length }, (_, second) => (one[second] ?? 0) + (other[second] ?? 0));
}

function isExpiring(window: string, now: number): boolean {
  return Date.parse(window) + COUNTABLE_MS <= now;
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
