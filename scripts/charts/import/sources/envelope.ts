import { isObject, type JsonObject } from "../../../../lib/json.ts";
import { collectKeys } from "./fields.ts";

/** A document without its envelope. */
interface Unwrapped {
  readonly document: JsonObject;
  /** The ids of the episode in the envelope. */
  readonly keys: readonly string[];
}

/** Unwraps Open Podcast's envelope `{provider, meta, data}`, which its connectors put around each answer. */
export function unwrap(document: JsonObject): Unwrapped {
  const { provider, meta, data } = document;
  if (provider === undefined || !isObject(meta) || !isObject(data)) return { document, keys: [] };
  return { document: data, keys: collectKeys(meta.episode, meta.webEpisodeId, meta.web_episode_id) };
}
