/**
 * Formats JSON for a script element, with numbers rounded to two decimals. Without "<", it can't end the element or
 * open another (HTML, section 4.12.1.3).
 */
export function toScriptJson(value: object): string {
  return JSON.stringify(value, (_, member) =>
    typeof member === "number" ? Math.round(member * 100) / 100 : member,
  ).replaceAll("<", "\\u003c");
}
