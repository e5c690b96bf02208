import type { Moment } from "../curve/moments/moment.ts";
import { listWords } from "../words/moment-words.ts";
import { make } from "./dom.ts";

/** Quotes what is said at a moment, in its own direction; nothing if no transcript tells. */
export function quoteWords(moment: Moment): (Node | string)[] {
  return listWords(moment).flatMap(({ before, quoted }, index) => [
    `${index > 0 ? " " : ""}${before}`,
    ...(quoted === undefined ? [] : [" ", make("q", { dir: "auto" }, quoted)]),
  ]);
}
