import { isObject, type JsonObject } from "../../lib/json.ts";
import { collectKeys } from "./fields.ts";

/** A document without its envelope. */
interface Unwrapped {
  readonly document: JsonObject;
  /** Ids of the episode in the envelope. */
  readonly keys: readonly string[];
}

/**
 * Unwraps the envelope that Open Podcast's connectors put around each answer:
 * `{"provider": "spotify", "meta": {"episode": "4rOo…"}, "data": {"samples": […]}}` -> `{"samples": […]}` with the
 * key `4rOo…`.
 */
export function unwrap(document: JsonObject): Unwrapped {
  const { provider, meta, data } = document;
  if (provider === undefined || !isObject(meta) || !isObject(data)) return { document, keys: [] };
  return { document: data, keys: collectKeys(meta.episode, meta.webEpisodeId, meta.web_episode_id) };
}
