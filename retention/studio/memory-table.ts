import { listCurves } from "../../lib/episode/curves.ts";
import type { Item } from "../../lib/item.ts";
import type { Fact } from "../sources/base/facts.ts";
import { type CurveUpdate, composeCurveUpdate, findObstacle } from "../sources/item/curve-update.ts";
import { type ExportedLine, exportItem } from "../sources/item/export-lines.ts";
import type { ImportedCurve } from "../sources/item/imported-curve.ts";
import { compareReplaced, type Replacement } from "../sources/item/replacement.ts";

/** The items of episodes, as the table of the service has them, in memory. */
export class MemoryTable {
  readonly #items = new Map<string, Item>();
  readonly #since = new Date().toISOString();

  get guids(): string[] {
    return [...this.#items.keys()];
  }

  countCurves(): number {
    return [...this.#items.values()].flatMap(listCurves).length;
  }

  find(guid: string): Item | undefined {
    return this.#items.get(guid);
  }

  /** Puts a curve in the place of that of its source. Returns what it replaced, or why it may not. */
  save(curve: ImportedCurve): Replacement | Fact<"too-many-sources"> {
    const before = this.#items.get(curve.guid) ?? {};
    const obstacle = findObstacle(before, curve);
    if (obstacle) return obstacle;
    this.#items.set(curve.guid, applyUpdate(before, composeCurveUpdate(curve, true)));
    return compareReplaced(before, curve, this.#since);
  }

  /** Lists the curves of episodes as lines of an export, without what only counting needs. */
  exportCurves(guids: ReadonlySet<string>): ExportedLine[] {
    const items = [...this.#items].filter(([guid]) => guids.has(guid));
    return items.flatMap(([, item]) => exportItem(item, "curves"));
  }
}

/** Does what DynamoDB does with an update, as far as the import of a curve composes it. */
function applyUpdate(before: Item, { guid, set, setIfAbsent, remove, add }: CurveUpdate): Item {
  const joined = Object.entries(add).map(([name, texts]) => {
    const known = before[name];
    return [name, new Set([...(known instanceof Set ? known : []), ...texts])] as const;
  });
  const kept = Object.entries(before).filter(([name]) => !remove.includes(name));
  return { ...setIfAbsent, ...Object.fromEntries(kept), ...set, ...Object.fromEntries(joined), guid };
}
