import { isKey, MAX_KEY_BYTES } from "./item.ts";
import type { JsonObject } from "./json.ts";
import { invalidBody } from "./json-body.ts";
import { isValidPublicKey } from "./public-key.ts";

/**
 * Parses the body of POST /charts, such as `{"guid": "sample-episode"}`. Ignores members other than `guid` and
 * `publickey`.
 *
 * @param publicKey the configured key, normalized
 * @returns the episode's GUID, verbatim
 * @throws HttpError 400 if `guid` is not a non-empty string of at most 2,048 bytes of UTF-8, or
 *   `publickey` is present and not the configured key
 */
export function parseChartsRequest({ guid, publickey }: JsonObject, publicKey: string): string {
  if (!isKey(guid)) throw invalidBody(`guid must be a non-empty string of at most ${MAX_KEY_BYTES} bytes of UTF-8`);
  if (publickey !== undefined && !(typeof publickey === "string" && isValidPublicKey(publickey, publicKey))) {
    throw invalidBody("publickey must be the valid public key where it is present");
  }
  return guid;
}
