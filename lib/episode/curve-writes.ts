import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Item } from "../item.ts";
import { isOwnSource } from "../source.ts";
import { type Table, tryWrite } from "../table.ts";
import { OWN_CURVE } from "./attributes.ts";
import { nameCurve } from "./curves.ts";
import { type ImportedCurve, isCollected } from "./item.ts";
import { noteFeeds } from "./owner.ts";
import { composeUpdate, type Update } from "./update.ts";

/** The most platforms of an episode: with 40 KB each, they leave room for what is counted here. */
export const MAX_PLATFORMS = 8;

/**
 * Writes a platform's curve. It never meets the collector, which writes other attributes.
 *
 * @returns the attributes of before; undefined, and nothing is written, if the episode has too many platforms
 */
export async function savePlatformCurve(
  table: Table,
  platform: string,
  imported: ImportedCurve,
): Promise<Item | undefined> {
  const { guid, source: _, episodeDuration = imported.duration, shown = platform, feeds, ...curve } = imported;
  const attribute = nameCurve(platform);
  return change(table, {
    guid,
    set: { [attribute]: curve, shown },
    setIfAbsent: { duration: episodeDuration, ...noteFeeds(feeds) },
    add: { sources: new Set([platform]) },
    room: { set: "sources", max: MAX_PLATFORMS, attribute },
  });
}

/**
 * Writes an own curve in place of the one that is there. Platforms' curves stay.
 *
 * @param canReplace whether it may take the place of what the collector has counted. New counts then leave the collector
 *   where it was: it would add its last window again.
 * @returns the attributes of before; undefined, and nothing is written, if the collector has counted listens
 */
export async function saveOwnCurve(
  table: Table,
  imported: ImportedCurve,
  canReplace: boolean,
): Promise<Item | undefined> {
  const { guid, duration, episodeDuration = duration, shown: _, feeds, ...curve } = imported;
  const isOfSessions = curve.counts !== undefined && !isCollected(curve);
  const remove = OWN_CURVE.filter(
    (name) => !Object.hasOwn(curve, name) && !(isOfSessions && canReplace && name === "countedUntil"),
  );
  return change(table, {
    guid,
    set: { ...curve, duration: episodeDuration },
    setIfAbsent: noteFeeds(feeds),
    remove,
    absent: canReplace ? [] : ["countedUntil"],
  });
}

/** Writes what an export says of an episode without a curve, where the item does not say it. Returns what was there. */
export async function saveEpisode(table: Table, { guid, duration, feeds }: ImportedCurve): Promise<Item | undefined> {
  return change(table, { guid, setIfAbsent: { duration, ...noteFeeds(feeds) } });
}

/** Removes the curve of a source; with the own one, what was counted for it. Returns false if there is none. */
export async function removeCurve(table: Table, guid: string, source: string): Promise<boolean> {
  const names = listAttributes(source);
  const before = await change(table, {
    guid,
    remove: names,
    ...(!isOwnSource(source) && { delete: { sources: new Set([source]) } }),
    // Without it, the change would create an item of nothing but a GUID.
    present: ["guid"],
  });
  return before !== undefined && hasAny(before, names);
}

/** Checks whether an item has what {@link removeCurve} removes. */
export function hasSource(item: Item, source: string): boolean {
  return hasAny(item, listAttributes(source));
}

function listAttributes(source: string): readonly string[] {
  return isOwnSource(source) ? OWN_CURVE : [nameCurve(source)];
}

function hasAny(item: Item, names: readonly string[]): boolean {
  return names.some((name) => item[name] !== undefined);
}

/** Changes an item. Returns what the changed attributes were; undefined if the change's condition does not hold. */
async function change({ client, name }: Table, update: Update): Promise<Item | undefined> {
  const command = new UpdateCommand({ TableName: name, ...composeUpdate(update), ReturnValues: "UPDATED_OLD" });
  const output = await tryWrite(client.send(command));
  return output && (output.Attributes ?? {});
}
