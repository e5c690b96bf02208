/** A JSON object with members of any type. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Checks whether a value is an object, and neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Brackets within one another, at most: no file has as many, and parsing takes a second for each two megabytes of deeper ones. */
const MAX_DEPTH = 1_000;

/** Brackets that open, at most: no file has as many, and so many empty lists take two seconds and 400 MB. */
const MAX_OPENED = 5_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Square and curly brackets differ in one bit. */
const BRACKET = 0xffff - 0x20;
const OPENING = 0x5b;
const CLOSING = 0x5d;

/** Parses JSON. Returns undefined if the text is anything else, is {@link isTooDeep}, or has five million lists and objects. */
export function tryParseJson(text: string, maxDepth = MAX_DEPTH): unknown {
  if (hasTooManyBrackets(text, maxDepth, MAX_OPENED)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Checks whether JSON, which may be damaged, has more than `maxDepth` brackets within one another. Those in strings don't count. */
export function isTooDeep(json: string, maxDepth = MAX_DEPTH): boolean {
  return hasTooManyBrackets(json, maxDepth, Number.POSITIVE_INFINITY);
}

function hasTooManyBrackets(json: string, maxDepth: number, maxOpened: number): boolean {
  let [depth, opened] = [0, 0];
  for (let at = 0; at < json.length && depth <= maxDepth && opened <= maxOpened; at++) {
    const code = json.charCodeAt(at);
    if ((code & BRACKET) === OPENING) {
      depth++;
      opened++;
    } else if ((code & BRACKET) === CLOSING) depth--;
    if (code !== QUOTE) continue;
    at = findStringEnd(json, at);
    if (at === -1) return false;
  }
  return depth > maxDepth || opened > maxOpened;
}

/** Finds the quote that ends a string: one after an even number of backslashes. -1 if there is none. */
export function findStringEnd(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let before = end;
    while (json.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
  }
}
