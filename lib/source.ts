/** The form of a source's name, for messages. */
export const SOURCE_FORM = "1 to 40 characters of a-z, 0-9 and -";

/** What the own curve may be from: the host's own numbers, sessions, or listens. They are names of one curve. */
export const OWN_SOURCES: readonly string[] = ["own", "sessions", "collector"];

/** Returns the source of a curve: `own` if it does not say where it is from. */
export function readSource({ source }: { readonly source?: unknown }): string {
  return typeof source === "string" ? source : "own";
}

/** Checks whether a value can name the source of a curve, such as `youtube`. */
export function isSource(value: unknown): value is string {
  return typeof value === "string" && /^[a-z0-9-]{1,40}$/.test(value);
}

/** Checks whether a source names the own curve: what the host's own listeners did. */
export function isOwnSource(source: string): boolean {
  return OWN_SOURCES.includes(source);
}
