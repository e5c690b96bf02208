import { tryParseTime } from "../feed/duration.ts";
import { parseTable } from "./csv-table.ts";
import { normalizeKey } from "./guid-map.ts";

/** Studio writes a space before an id that begins with `-`. */
const VIDEO_ID = /^ ?[\w-]{11}$/;

/** The columns of YouTube Studio's table of a channel's content, in each language: id, title, time of publication, length. */
const [ID, TITLE, LENGTH] = [0, 1, 3];

/**
 * Finds the lengths of videos in YouTube Studio's table of a channel's content, `Table data.csv`, in any language. The row of totals has no length.
 *
 * @param text without a byte order mark
 * @returns seconds by the normalized id and title of each video; undefined if it is another table
 */
export function findVideoLengths(text: string): Map<string, number> | undefined {
  const lengths = new Map<string, number>();
  let isOther = false;
  const broken = parseTable(text, (cells, _, index) => {
    const [id = "", title = "", length = ""] = [cells[ID], cells[TITLE], cells[LENGTH]];
    if (index === 0 || title === "") return;
    const seconds = tryParseTime(length.trim());
    isOther ||= !VIDEO_ID.test(id) || (seconds === undefined && length !== "");
    if (!seconds) return;
    const name = normalizeKey(title);
    // Of two videos of one title, nobody knows which one is meant.
    lengths.set(name, lengths.has(name) && lengths.get(name) !== seconds ? Number.NaN : seconds);
    lengths.set(normalizeKey(id), seconds);
  });
  for (const [key, seconds] of lengths) if (Number.isNaN(seconds)) lengths.delete(key);
  return broken || isOther || lengths.size === 0 ? undefined : lengths;
}
