import { basename, extname } from "node:path";
import { isKey, MAX_KEY_BYTES } from "../../../../lib/item.ts";
import { RecordError } from "../records/refusals.ts";
import type { Curve } from "./curve.ts";
import { formatMapLine } from "./guid-map.ts";
import { show } from "./refuse.ts";

/** The kind of all refusals for want of a GUID. */
export const WITHOUT_GUID = "without a GUID";

/** Where GUIDs come from if the source has none. */
export interface GuidOptions {
  /** `--guid`: for the only curve of an import. */
  readonly guid?: string | undefined;
  /** `--map`: GUIDs by key. */
  readonly map?: ReadonlyMap<string, string> | undefined;
  /** All GUIDs of the feed. */
  readonly feed?: readonly string[] | undefined;
}

/** Resolves the GUIDs of curves, and remembers which options were of use. */
export class Guids {
  readonly #options: GuidOptions;
  readonly #unusedKeys: Set<string>;
  #isGuidUnused: boolean;

  constructor(options: GuidOptions) {
    this.#options = options;
    this.#unusedKeys = new Set(options.map?.keys());
    this.#isGuidUnused = options.guid !== undefined;
  }

  /**
   * Resolves the GUID of a curve: from its source, else from the feed by its ending, else from the map by
   * the source's keys or the file's name, else from `--guid`. Nothing is guessed.
   *
   * @param isOnly whether this is the only curve of the import
   * @throws RecordError if there is no GUID, or if it does not fit the table's key
   */
  resolve(curve: Curve, file: string, isOnly: boolean): string {
    const keys = listKeys(curve, file);
    const guid = this.findKnown(curve) ?? this.#findInMap(keys) ?? this.#takeOption(isOnly);
    if (guid === undefined) throw new RecordError(WITHOUT_GUID, describeWaysOut(keys));
    if (isKey(guid)) return guid;
    throw new RecordError(WITHOUT_GUID, `its GUID must be a text of 1 to ${MAX_KEY_BYTES} bytes, not ${show(guid)}`);
  }

  /** The GUID of a curve, if its source or the feed has it. */
  findKnown(curve: Curve): string | undefined {
    return curve.guid ?? this.#findInFeed(curve);
  }

  /** Options that were of no use, one per line. */
  formatUnused(): string[] {
    const lines = [...this.#unusedKeys].map((key) => `--map: no curve has the key ${JSON.stringify(key)}`);
    return this.#isGuidUnused
      ? ["--guid: not used; it is for one file with one curve that lacks a GUID", ...lines]
      : lines;
  }

  #findInFeed({ guidEnding }: Curve): string | undefined {
    if (guidEnding === undefined) return undefined;
    const [guid, ...others] = (this.#options.feed ?? []).filter((candidate) => candidate.endsWith(guidEnding));
    return others.length === 0 ? guid : undefined;
  }

  #findInMap(keys: readonly string[]): string | undefined {
    const key = keys.find((candidate) => this.#options.map?.has(candidate));
    if (key === undefined) return undefined;
    this.#unusedKeys.delete(key);
    return this.#options.map?.get(key);
  }

  #takeOption(isOnly: boolean): string | undefined {
    if (!isOnly) return undefined;
    this.#isGuidUnused = false;
    return this.#options.guid;
  }
}

/**
 * Lists what `--map` can name a curve by, the best first: the platform's ids, and the file's name without
 * extension, which is where Spotify's ids are. The standard input has no name.
 */
export function listKeys({ keys = [] }: Curve, file: string): string[] {
  const name = basename(file, ".gz");
  return file === "-" ? [...keys] : [...keys, basename(name, extname(name))];
}

function describeWaysOut([key]: readonly string[]): string {
  if (key === undefined) return "no GUID, and no key for --map: pass --guid";
  const line = formatMapLine(key);
  return `no GUID: pass --guid if this is the only curve, or complete this line in a file for --map: ${line}`;
}
