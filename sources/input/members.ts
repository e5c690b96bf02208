/** Matches a string, with the colon after it if it names a member, or a bracket. The text may end within a string. */
const TOKEN = /"([^"\\]*(?:\\.[^"\\]*)*)(?:"(\s*:)?|\\?$)|[{}[\]]/gs;

/** The open brackets around the members of events and points: `{"data": [{"time": …`. */
const ENTRY = "{[{";

/** Members of the records themselves that are collected at most. */
const MAX_OWN = 10_000;

/** Names of members, by which formats are detected. */
export interface Members {
  /** Members of the records themselves, such as `guid`. */
  readonly own: ReadonlySet<string>;
  /** Members of the entries of `data`, such as `event`. `data` may come first and fill the whole beginning. */
  readonly ofData: ReadonlySet<string>;
}

/**
 * Collects the members of JSON objects from a text or its beginning, which may be cut off or damaged. Unlike parsing, it
 * takes no memory for their content.
 */
export function collectMembers(text: string): Members {
  const own = new Set<string>();
  const ofData = new Set<string>();
  /** The outer ones of the open brackets, of which there may be any number. */
  let open = "";
  let depth = 0;
  let member = "";
  for (const [token, name = "", colon] of text.slice(Math.max(0, text.indexOf("{"))).matchAll(TOKEN)) {
    if (token === "{" || token === "[") open = `${open.slice(0, depth++)}${token}`.slice(0, ENTRY.length);
    else if (token === "}" || token === "]") depth = Math.max(0, depth - 1);
    else if (colon && depth === 1) {
      member = name;
      if (own.size < MAX_OWN) own.add(name);
    } else if (colon && member === "data" && depth === ENTRY.length && open === ENTRY) ofData.add(name);
  }
  return { own, ofData };
}

/** Objects and arrays within one another in which repeated members are looked for. The formats have up to ten. */
const MAX_DEPTH = 20;

/** Returns the name of a member that an object has twice, of which JSON.parse keeps the last; undefined if none has. */
export function findRepeatedMember(json: string): string | undefined {
  /** The names in each of the objects and arrays around a token. */
  const open = Array.from({ length: MAX_DEPTH }, () => new Set<string>());
  let depth = 0;
  for (const [token, quoted = "", colon] of json.matchAll(TOKEN)) {
    if (token === "{" || token === "[") open[++depth]?.clear();
    else if (token === "}" || token === "]") depth--;
    if (!colon) continue;
    const name: string = quoted.includes("\\") ? JSON.parse(`"${quoted}"`) : quoted;
    const names = open[depth];
    if (names?.has(name)) return name;
    names?.add(name);
  }
  return undefined;
}
