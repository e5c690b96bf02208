/** A string, with the colon after it if it names a member, or a bracket. A string may be cut off where the text ends. */
const TOKEN = /"([^"\\]*(?:\\.[^"\\]*)*)(?:"(\s*:)?|\\?$)|[{}[\]]/gs;

/** Where the members of events and points are in a record: in a list in it. */
const ENTRY = "{[{";

/** The names of members that tell records apart. */
export interface Members {
  /** Of the records themselves. */
  readonly own: ReadonlySet<string>;
  /** Of the entries of their lists `data`, which may come before all else and be long. */
  readonly ofData: ReadonlySet<string>;
}

/** Collects the members of JSON objects from the beginning of a text, whether it is cut off or damaged or not. */
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
