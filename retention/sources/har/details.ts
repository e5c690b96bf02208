import { decodeUtf8 } from "../../../lib/bytes.ts";
import { isObject, tryParseJson } from "../../../lib/json.ts";
import type { Curve } from "../curve/platform-curve.ts";
import type { AnsweredRequest, EpisodeDetails } from "../formats/format.ts";
import { JSON_FORMATS } from "../formats/formats.ts";

/** What other answers of a dashboard say of episodes whose curves it has. */
export class DashboardDetails {
  /** By source, and by each of its keys. */
  readonly #details = new Map<string, EpisodeDetails>();

  /** Reads an answer, if it is one to a request that a format knows. */
  add(request: AnsweredRequest, content: Uint8Array): void {
    const format = JSON_FORMATS.find(({ findDetails }) => findDetails?.(request, {}) !== undefined);
    const document = format && tryParseJson(decodeUtf8(content));
    const details = isObject(document) ? format?.findDetails?.(request, document) : undefined;
    if (format && details) this.#merge(format.source, details);
  }

  /** Adds to a curve what its own answer lacks. */
  complete(curve: Curve, source: string): Curve {
    const found = curve.keys?.map((key) => this.#details.get(name(source, key))).find(Boolean);
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
  #merge(source: string, details: EpisodeDetails): void {
    const known = details.keys.flatMap((key) => this.#details.get(name(source, key)) ?? []);
    const all = [...known, details];
    const last = <Member extends keyof EpisodeDetails>(member: Member) =>
      all.findLast((each) => each[member] !== undefined)?.[member];
    const keys = [...new Set(all.flatMap((each) => each.keys))];
    const merged = { keys, title: last("title"), duration: last("duration"), listeners: last("listeners") };
    for (const key of keys) this.#details.set(name(source, key), merged);
  }
}

function name(source: string, key: string): string {
  return JSON.stringify([source, key]);
}
