/** Replaces control characters (C0, DEL and C1): a terminal would obey them, and XML can't hold them. */
export function toPrintable(text: string): string {
  return text.replace(/\p{Cc}/gu, "\uFFFD");
}

/** A value's JSON, as short as can be, with all control characters escaped: JSON itself leaves DEL and C1 as they are. */
export function toPrintableJson(value: object): string {
  return JSON.stringify(value).replace(/\p{Cc}/gu, (control) => `\\u00${control.charCodeAt(0).toString(16)}`);
}
