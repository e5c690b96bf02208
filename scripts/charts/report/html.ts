/**
 * Formats JSON for a script element. Without "<", it can't end the element or open another (HTML, section 4.12.1.3).
 */
export function toScriptJson(value: object): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
