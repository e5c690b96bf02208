/**
 * Describes a member that is wrong or missing.
 *
 * @returns such as `guid must be a string, not 7.` or `guid is missing. It must be a string.`
 */
export function describeMember(name: string, expected: string, value: unknown): string {
  if (value === undefined) return `${name} is missing. It must be ${expected}.`;
  return `${name} must be ${expected}, not ${describe(value)}.`;
}

/** Formats a value for a message, shortened to a number of characters: `"On tides"`, `7` or `{"time":1}`. */
export function describe(value: unknown, maxLength = 40): string {
  if (typeof value === "string") return JSON.stringify(shorten(value, maxLength));
  return typeof value === "object" ? shorten(stringify(value), maxLength) : String(value);
}

function shorten(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Formats an object as JSON. Deep ones, which JSON.parse accepts, overflow the stack of JSON.stringify. */
function stringify(value: object | null): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "a deeply nested value";
  }
}
