/**
 * Control characters (C0, DEL and C1), which a terminal would obey, those that turn the direction of what follows,
 * and the others that XML 1.0 can't hold (section 2.2, "Char"): lone surrogates, U+FFFE and U+FFFF.
 */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\p{Cs}\uFFFE\uFFFF]/gu;

/** Replaces what could make a text look like another, or like a command, and what XML can't hold. */
export function toPrintable(text: string): string {
  return text.replace(UNPRINTABLE, "\uFFFD");
}

/** A value's JSON, as short as can be, with the same characters escaped: JSON itself leaves DEL, C1 and directions as they are. */
export function toPrintableJson(value: object): string {
  const toEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(UNPRINTABLE, toEscape);
}
