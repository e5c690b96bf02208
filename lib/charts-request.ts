import { isKey, MAX_KEY_BYTES } from "./item.ts";
import type { JsonObject } from "./json.ts";
import { invalidBody } from "./json-body.ts";

/** The parts of the body of POST /charts that the service reads. */
export interface ChartsRequest {
  /** The episode's GUID, verbatim. */
  readonly guid: string;
  /** A candidate for the public key. Only the holder of a live admin token may learn whether it is right. */
  readonly publickey?: string | undefined;
}

/**
 * Parses the body of POST /charts, such as `{"guid": "sample-episode"}`. Ignores members other than `guid` and
 * `publickey`.
 *
 * @throws HttpError 400 if `guid` is not a non-empty string of at most 2,048 bytes of UTF-8, or
 *   `publickey` is present and not a string
 */
export function parseChartsRequest({ guid, publickey }: JsonObject): ChartsRequest {
  if (!isKey(guid)) throw invalidBody(`guid must be a non-empty string of at most ${MAX_KEY_BYTES} bytes of UTF-8`);
  if (publickey !== undefined && typeof publickey !== "string")
    throw invalidBody("publickey must be a string where it is present");
  return { guid, publickey };
}
