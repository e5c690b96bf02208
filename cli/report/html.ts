import { escapeUnprintable } from "../../lib/printable.ts";

/**
 * Formats JSON for a script element, with numbers rounded to two decimals. Without "<", it can't end the element or
 * open another (HTML, section 4.12.1.3). Whoever reads the file sees what is there: GUIDs may have any character.
 */
export function toScriptJson(value: object): string {
  const json = JSON.stringify(value, (_, member) =>
    typeof member === "number" ? Math.round(member * 100) / 100 : member,
  );
  return escapeUnprintable(json).replaceAll("<", "\\u003c");
}
