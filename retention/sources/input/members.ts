import { findStringEnd } from "../../../lib/json.ts";

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
  const add = (name: string) => {
    if (depth === 1) member = name;
    if (depth === 1 && own.size < MAX_OWN) own.add(name);
    if (member === "data" && depth === ENTRY.length && open === ENTRY) ofData.add(name);
  };
  for (const [token, name = "", colon] of text.slice(Math.max(0, text.indexOf("{"))).matchAll(TOKEN)) {
    if (token === "{" || token === "[") open = `${open.slice(0, depth++)}${token}`.slice(0, ENTRY.length);
    else if (token === "}" || token === "]") depth = Math.max(0, depth - 1);
    else if (colon) add(name);
  }
  return { own, ofData };
}

/** Objects within one another in which repeated members are looked for. The formats have up to ten. */
const MAX_DEPTH = 20;

const QUOTE = 0x22;
const COLON = 0x3a;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Returns the name of a member that an object has twice, of which JSON.parse keeps the last; undefined if none has. It goes
 * by characters, because a regular expression takes twice as long.
 *
 * @param json valid JSON
 */
export function findRepeatedMember(json: string): string | undefined {
  /** The names in each of the objects around a place. */
  const open = Array.from({ length: MAX_DEPTH }, () => new Set<string>());
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === OPEN) open[++depth]?.clear();
    else if (code === CLOSE) depth--;
    if (code !== QUOTE) continue;
    const end = findStringEnd(json, at);
    if (namesMember(json, end)) {
      const text = json.slice(at + 1, end);
      const name: string = text.includes("\\") ? JSON.parse(`"${text}"`) : text;
      const names = open[depth];
      if (names?.has(name)) return name;
      names?.add(name);
    }
    at = end;
  }
  return undefined;
}

/** Checks whether a colon follows a string, perhaps after whitespace. */
function namesMember(json: string, end: number): boolean {
  let next = end + 1;
  while (json.charCodeAt(next) <= 0x20) next++;
  return json.charCodeAt(next) === COLON;
}
