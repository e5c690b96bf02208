import { describe } from "../describe.ts";
import type { Item } from "../item.ts";
import { isOwnSource } from "../source.ts";
import { MalformedItemError } from "./counts.ts";

/** An episode's item before its first listeners. */
export interface RegisteredItem {
  readonly guid: string;
  /** Seconds. */
  readonly duration: number;
  /** What tells the feed that registered it from others. An episode of another feed may have the same GUID by mistake. */
  readonly feeds?: ReadonlySet<string>;
}

/**
 * Requires that an item says what its own curve is from, as each release writes it. An item without a packed curve and
 * counts need not: it is a registered episode, or the `{ guid, duration, data }` of another tool.
 *
 * @throws MalformedItemError
 */
export function requireReadable(item: Item): void {
  if (isReadable(item)) return;
  const { guid, source } = item;
  const found = source === undefined ? "missing" : describe(source);
  const problem = `its source must be own, sessions or collector, and is ${found}`;
  throw new MalformedItemError("item", guid, problem);
}

/** Checks what {@link requireReadable} requires. */
export function isReadable({ source, chart, counts }: Item): boolean {
  const isPlain = source === undefined && chart === undefined && counts === undefined;
  return isPlain || (typeof source === "string" && isOwnSource(source));
}

/** Checks whether the own curve was imported and never counted: it stays as it is. Platforms' curves are other attributes. */
export function isImported({ chart, data, counts }: Item): boolean {
  return counts === undefined && (chart !== undefined || (Array.isArray(data) && data.length > 0));
}

/** Checks whether the collector has added a window to an item's counts. */
export function isCollected({ countedUntil }: { readonly countedUntil?: unknown }): boolean {
  return countedUntil !== undefined;
}

/** Checks whether a window is in an item's counts already. */
export function isCounted({ countedUntil }: Item, window: string): boolean {
  return countedUntil !== undefined && String(countedUntil) >= window;
}

/** Checks whether an operator has marked a window of an item as one to pass over. */
export function isDropped({ droppedWindows }: Item, window: string): boolean {
  return droppedWindows instanceof Set && droppedWindows.has(window);
}

/** Counts the listeners in the drawing. An import of sessions draws all of its listeners. */
export function countDrawn({ chart, drawnListeners }: Item, listeners: number): number {
  if (drawnListeners !== undefined) return Number(drawnListeners);
  return chart === undefined ? 0 : listeners;
}
