/**
 * Control characters (C0, DEL and C1), which a terminal would obey; characters that change the writing direction; and
 * the others that XML 1.0 does not allow (section 2.2, "Char"): lone surrogates, U+FFFE and U+FFFF.
 */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\p{Cs}\uFFFE\uFFFF]/gu;

/** Replaces each unprintable character, line breaks included: `a\u001b[2J` -> `a\uFFFD[2J`. */
export function toPrintable(text: string): string {
  return text.replace(UNPRINTABLE, "\uFFFD");
}

/** Returns compact JSON with all unprintable characters escaped. JSON.stringify escapes only C0 and lone surrogates. */
export function toPrintableJson(value: object): string {
  return escapeUnprintable(JSON.stringify(value));
}

/** Escapes the unprintable characters of JSON without line breaks. */
export function escapeUnprintable(json: string): string {
  return json.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Gives a text a capital, as at the head of a line. */
export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
