import { isKey, MAX_KEY_BYTES } from "./item.ts";
import { invalidBody, parseJsonObject } from "./json-body.ts";
import { isValidPublicKey } from "./public-key.ts";
import type { Request } from "./request.ts";

/**
 * Parses the request for an episode's chart.
 *
 * @param publicKey the configured public key, normalized
 * @returns the episode's GUID, verbatim
 * @throws HttpError 400 if the body is no JSON object, `guid` is not a non-empty string of at most
 *   2,048 bytes of UTF-8, or `publickey` is there and not the valid public key
 */
export async function parseChartsRequest(request: Request, publicKey: string): Promise<string> {
  const { guid, publickey } = await parseJsonObject(request);
  if (!isKey(guid)) throw invalidBody(`guid must be a non-empty string of at most ${MAX_KEY_BYTES} bytes of UTF-8`);
  if (publickey !== undefined && !(typeof publickey === "string" && isValidPublicKey(publickey, publicKey))) {
    throw invalidBody("publickey must be the valid public key where it is present");
  }
  return guid;
}
