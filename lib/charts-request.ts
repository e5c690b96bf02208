import { isKey, MAX_KEY_BYTES } from "./item.ts";
import type { JsonObject } from "./json.ts";
import { invalidBody } from "./json-body.ts";
import { isSource, SOURCE_FORM } from "./source.ts";

/** The parts of the body of POST /charts that the service reads. */
export interface ChartsRequest {
  /** The episode's GUID, verbatim. */
  readonly guid: string;
  /** Which of the episode's curves; undefined for the one that the service selects. */
  readonly source?: string | undefined;
  /** A candidate for the public key. Only the holder of a live admin token may learn whether it is right. */
  readonly publickey?: string | undefined;
}

/**
 * Parses the body of POST /charts, such as `{"guid": "sample-episode"}`. Ignores members other than `guid`,
 * `source` and `publickey`.
 *
 * @throws HttpError 400 if `guid` is not a non-empty string of at most 2,048 bytes of UTF-8, or if `source` or
 *   `publickey` is present and not a source's name or not a string
 */
export function parseChartsRequest({ guid, source, publickey }: JsonObject): ChartsRequest {
  if (!isKey(guid)) throw invalidBody(`guid must be a non-empty string of at most ${MAX_KEY_BYTES} bytes of UTF-8`);
  if (source !== undefined && !isSource(source))
    throw invalidBody(`source must be a string of ${SOURCE_FORM} where it is present`);
  if (publickey !== undefined && typeof publickey !== "string")
    throw invalidBody("publickey must be a string where it is present");
  return { guid, source, publickey };
}
