const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const SPACES: readonly number[] = [...Buffer.from(" \t\r\n")];
const OPENING: readonly number[] = [...Buffer.from("[{")];
const CLOSING: readonly number[] = [...Buffer.from("]}")];

/** Names that are listed at most. */
const MAX_NAMES = 10_000;

/**
 * Lists the names of the members of a JSON object, but not those of objects within it. Unlike parsing, it takes no memory
 * for a document's content, which may be malformed.
 */
export function listTopMembers(json: Buffer): string[] {
  const names: string[] = [];
  let depth = 0;
  for (let at = 0; at < json.length && names.length < MAX_NAMES; at++) {
    const byte = json[at] ?? 0;
    if (OPENING.includes(byte)) depth++;
    else if (CLOSING.includes(byte)) depth--;
    if (byte !== QUOTE) continue;
    const end = findClosingQuote(json, at);
    if (depth === 1 && isBeforeColon(json, end)) names.push(json.toString("utf8", at + 1, end));
    at = end;
  }
  return names;
}

/** Returns the place of the quote that ends a string, or the end of the document. */
function findClosingQuote(json: Buffer, start: number): number {
  for (let at = json.indexOf(QUOTE, start + 1); at !== -1; at = json.indexOf(QUOTE, at + 1)) {
    let escapes = at;
    while (json[escapes - 1] === BACKSLASH) escapes--;
    if ((at - escapes) % 2 === 0) return at;
  }
  return json.length;
}

function isBeforeColon(json: Buffer, end: number): boolean {
  let at = end + 1;
  while (SPACES.includes(json[at] ?? 0)) at++;
  return json[at] === COLON;
}
