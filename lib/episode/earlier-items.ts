import type { Item } from "../item.ts";
import { isObject } from "../json.ts";
import { isOwnSource, isSource } from "../source.ts";
import { tryReadCurve } from "./chart-answer.ts";
import { nameCurve } from "./curves.ts";
import type { Update } from "./update.ts";

/** What lay at the top of an item with a platform's curve. */
const AT_TOP = ["chart", "points", "data", "updatedAt", "source", "listeners", "drawnListeners"];

/** How an item becomes one of today. */
interface Move {
  readonly platform: string;
  /** The platform's curve as it is stored today; undefined if the item has a newer one there. */
  readonly curve: Item | undefined;
}

/**
 * Returns an item as it would be written today. Before an episode could have several curves, a platform's lay where the
 * own one belongs, and the platform was its `source`:
 *
 *     { guid, duration, chart, points, updatedAt, source: "apple" }
 *     { guid, duration, "curve:apple": { chart, points, updatedAt, duration }, sources: Set { "apple" }, shown: "apple" }
 */
export function readEarlierItem(item: Item): Item {
  const move = findMove(item);
  if (!move) return item;
  const { platform, curve } = move;
  const others = Object.entries(item).filter(([name]) => !AT_TOP.includes(name));
  const { sources, shown = platform } = item;
  return {
    ...Object.fromEntries(others),
    ...(curve && { [nameCurve(platform)]: curve }),
    sources: new Set([...(sources instanceof Set ? sources : []), platform]),
    shown,
  };
}

/** Composes the change that makes an item what {@link readEarlierItem} reads; undefined for one of today. */
export function composeMove(item: Item): Update | undefined {
  const move = findMove(item);
  if (!move) return undefined;
  const { platform, curve } = move;
  const attribute = nameCurve(platform);
  const { guid, source, updatedAt, chart } = item;
  return {
    guid,
    ...(curve && { set: { [attribute]: curve } }),
    setIfAbsent: { shown: platform },
    remove: AT_TOP,
    add: { sources: new Set([platform]) },
    // What is moved is still there, and nothing has come that would be lost.
    same: { source, updatedAt, chart },
    present: ["data", attribute].filter((name) => item[name] !== undefined),
    absent: ["data", "counts", "countedUntil", attribute].filter((name) => item[name] === undefined),
  };
}

/** Checks whether the source of an item is a platform's: then it may be one of before several curves. */
export function namesPlatform({ source }: Item): boolean {
  return findPlatform(source) !== undefined;
}

function findPlatform(source: unknown): string | undefined {
  return isSource(source) && !isOwnSource(source) ? source : undefined;
}

function findMove(item: Item): Move | undefined {
  const { counts, countedUntil, chart, data } = item;
  const platform = findPlatform(item.source);
  if (platform === undefined) return undefined;
  const hasCurve = chart !== undefined || (Array.isArray(data) && data.length > 0);
  // Counts are of the host's own listeners, whatever a file has said of their source.
  if (!hasCurve || counts !== undefined || countedUntil !== undefined) return undefined;
  const rival = item[nameCurve(platform)];
  const isNewest = !isObject(rival) || String(item.updatedAt ?? "") >= String(rival.updatedAt ?? "");
  return { platform, curve: isNewest ? selectCurve(item) : undefined };
}

function selectCurve(item: Item): Item {
  const attributes = Object.entries(item).filter(([name]) => AT_TOP.includes(name));
  const { source: _, ...curve } = Object.fromEntries(attributes);
  // That of the episode may have been corrected since the curve was drawn.
  return { ...curve, duration: tryReadCurve(item)?.duration ?? item.duration };
}
