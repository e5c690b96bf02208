import { decodeUtf8 } from "../../../lib/bytes.ts";
import { isObject, tryParseJson } from "../../../lib/json.ts";
import type { AnsweredRequest, EpisodeDetails } from "../formats/format.ts";
import { JSON_FORMATS } from "../formats/formats.ts";
import type { Curve } from "../formats/platform-curve.ts";

/** What other answers of a dashboard say of episodes whose curves it has. */
export class DashboardDetails {
  /** By each of its keys. */
  readonly #details = new Map<string, EpisodeDetails>();

  /** Reads an answer, if it is one to a request that a format knows. */
  add(request: AnsweredRequest, content: Uint8Array): void {
    const formats = JSON_FORMATS.filter((format) => format.findDetails !== undefined);
    if (!formats.some((format) => format.findDetails?.(request, {}))) return;
    const document = tryParseJson(decodeUtf8(content));
    const details =
      isObject(document) && formats.map((format) => format.findDetails?.(request, document)).find(Boolean);
    if (details) this.#merge(details);
  }

  /** Adds to a curve what its own answer lacks. */
  complete(curve: Curve): Curve {
    const found = curve.keys?.map((key) => this.#details.get(key)).find(Boolean);
    if (!found) return curve;
    const keys = [...new Set([...(curve.keys ?? []), ...found.keys])];
    return {
      ...curve,
      keys,
      title: curve.title ?? found.title,
      duration: curve.duration ?? found.duration,
      listeners: curve.listeners ?? found.listeners,
    };
  }

  /** Merges what is known by any of the keys, because requests may name an episode in several ways. */
  #merge(details: EpisodeDetails): void {
    const known = details.keys.flatMap((key) => this.#details.get(key) ?? []);
    const all = [...known, details];
    const last = <Name extends keyof EpisodeDetails>(name: Name) =>
      all.findLast((each) => each[name] !== undefined)?.[name];
    const keys = [...new Set(all.flatMap((each) => each.keys))];
    const merged = { keys, title: last("title"), duration: last("duration"), listeners: last("listeners") };
    for (const key of keys) this.#details.set(key, merged);
  }
}
