/** Matches a string, with the colon after it if it names a member, or a bracket. The text may end within a string. */
const TOKEN = /"([^"\\]*(?:\\.[^"\\]*)*)(?:"(\s*:)?|\\?$)|[{}[\]]/gs;

/** The open brackets around the members of events and points: `{"data": [{"time": …`. */
const ENTRY = "{[{";

/** Names of members, by which formats are detected. */
export interface Members {
  /** Members of the records themselves, such as `guid`. */
  readonly own: ReadonlySet<string>;
  /** Members of the entries of `data`, such as `event`. `data` may come first and fill the whole beginning. */
  readonly ofData: ReadonlySet<string>;
}

/** Collects the members of JSON objects from the beginning of a text, which may be cut off or damaged. */
export function collectMembers(text: string): Members {
  const own = new Set<string>();
  const ofData = new Set<string>();
  const open: string[] = [];
  let member = "";
  for (const [token, name = "", colon] of text.slice(Math.max(0, text.indexOf("{"))).matchAll(TOKEN)) {
    if (token === "{" || token === "[") open.push(token);
    else if (token === "}" || token === "]") open.pop();
    else if (colon && open.length === 1) {
      member = name;
      own.add(name);
    } else if (colon && member === "data" && open.length === ENTRY.length && open.join("") === ENTRY) ofData.add(name);
  }
  return { own, ofData };
}

/** Returns the name of a member that a JSON object has twice, of which JSON.parse keeps the last; undefined if none. */
export function findRepeatedMember(object: string): string | undefined {
  const names = new Set<string>();
  let depth = 0;
  for (const [token, quoted = "", colon] of object.matchAll(TOKEN)) {
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
    if (!colon || depth !== 1) continue;
    const name: string = JSON.parse(`"${quoted}"`);
    if (names.has(name)) return name;
    names.add(name);
  }
  return undefined;
}
