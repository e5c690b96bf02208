import { describe } from "../../../lib/describe.ts";
import { isKey, MAX_KEY_BYTES } from "../../../lib/item.ts";
import { createFact, type Fact } from "../base/facts.ts";
import { RecordError } from "../base/refusals.ts";
import type { Curve } from "../curve/platform-curve.ts";
import type { Episodes } from "../feed/feed-episodes.ts";
import { parseFileName } from "./file-name.ts";
import { formatMapLine, normalizeKey } from "./guid-map.ts";

/** Sources of GUIDs for curves whose files have none. */
export interface GuidOptions {
  /** As it was given, for the only curve of an import. */
  readonly guid?: string | undefined;
  /** GUIDs of a map, by key; empty where one is to be completed. */
  readonly map?: ReadonlyMap<string, string> | undefined;
}

/** Resolves the GUIDs of curves, and remembers which options were used. */
export class Guids {
  readonly #options: GuidOptions;
  readonly #feed: Episodes | undefined;
  readonly #unusedKeys: Set<string>;
  #isGuidUnused: boolean;
  /** The curves whose lines in the map are to be completed. */
  uncompleted = 0;
  /** Whether a curve has no GUID, and no line in the map. */
  lacksLines = false;

  /** @param feed whose GUIDs are of curves that know the ending of theirs */
  constructor(options: GuidOptions, feed?: Episodes) {
    this.#options = options;
    this.#feed = feed;
    this.#unusedKeys = new Set([...(options.map ?? [])].filter(([, guid]) => guid !== "").map(([key]) => key));
    this.#isGuidUnused = options.guid !== undefined;
  }

  /**
   * Resolves the GUID of a curve: from its file, else from the feed by the GUID's ending, else from the map by
   * the curve's keys or the file's name, else the one that was given. Nothing is guessed.
   *
   * @param isOnly whether this is the only curve of the import
   * @throws RecordError if there is no GUID, or if it can't be a partition key
   */
  resolve(curve: Curve, file: string, isOnly: boolean): string {
    const keys = listKeys(curve, file);
    const guid = findKnownGuid(curve, this.#feed) ?? this.#findInMap(keys) ?? this.#takeOption(isOnly);
    if (guid === undefined) throw this.#refuseMissing(curve, keys);
    if (isKey(guid)) return guid;
    throw new RecordError(
      "not-a-guid",
      `The GUID must be a string of 1 to ${MAX_KEY_BYTES} bytes of UTF-8, not ${describe(guid)}.`,
    );
  }

  /** Notes that a curve was refused, for which options may be meant that then are not used. */
  noteRefused(keys: readonly string[], isOnly: boolean): void {
    for (const key of keys) this.#unusedKeys.delete(normalizeKey(key));
    if (isOnly) this.#isGuidUnused = false;
  }

  /** Says that the given GUID was not used, and which keys of the map. */
  listUnused(): Fact[] {
    const [key] = this.#unusedKeys;
    const unused = { key: JSON.stringify(key), keys: this.#unusedKeys.size };
    return [
      ...(this.#isGuidUnused ? [createFact("unused-guid", "The given GUID was not used.")] : []),
      ...(key === undefined ? [] : [createFact("unused-keys", "Keys of the map were not used.", unused)]),
    ];
  }

  #findInMap(keys: readonly string[]): string | undefined {
    const key = keys.map(normalizeKey).find((candidate) => this.#options.map?.get(candidate));
    if (key === undefined) return undefined;
    this.#unusedKeys.delete(key);
    return this.#options.map?.get(key);
  }

  #refuseMissing(curve: Curve, keys: readonly string[]): RecordError {
    const uncompleted = keys.find((key) => this.#options.map?.has(normalizeKey(key)));
    const [key] = keys;
    if (key === undefined) {
      const { problem, isOfAnswer } = describeMissingKey(curve);
      return new RecordError(isOfAnswer ? "answer-without-guid" : "input-without-guid", problem);
    }
    if (uncompleted === undefined) this.lacksLines = true;
    else this.uncompleted++;
    const code = uncompleted === undefined ? "no-guid" : "line-to-complete";
    return new RecordError(code, "The curve has no GUID.", { mapLine: formatMapLine(uncompleted ?? key) });
  }

  #takeOption(isOnly: boolean): string | undefined {
    if (!isOnly) return undefined;
    this.#isGuidUnused = false;
    return this.#options.guid;
  }
}

/** Returns the GUID of a curve from its file or the feed; undefined if neither has it. */
export function findKnownGuid(curve: Curve, feed: Episodes | undefined): string | undefined {
  // As feeds are read. The GUID of a chart of this service may have spaces.
  const guid = curve.isChart ? curve.guid : curve.guid?.trim();
  return guid ?? feed?.findByEnding(curve.guidEnding ?? "");
}

/**
 * Lists the keys of a curve for a map, the best first: the platform's ids, then what the file's name has. The standard input
 * has no name, and that of a file of many answers is of no episode.
 */
export function listKeys({ keys = [], keyOrigin }: Pick<Curve, "keys" | "keyOrigin">, file: string): string[] {
  return file === "-" || keyOrigin ? [...keys] : [...keys, ...parseFileName(file).keys];
}

/** Says why a curve has no key by which a map could have its GUID. */
export function describeMissingKey({ keyOrigin }: Pick<Curve, "keyOrigin">) {
  return keyOrigin
    ? { isOfAnswer: true, problem: "The curve has no GUID, and neither its answer nor its request names the episode." }
    : { isOfAnswer: false, problem: "The curve has no GUID, and the standard input has no file name" };
}
