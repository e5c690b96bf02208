import { tryParseTime } from "../feed/duration.ts";
import { parseTable } from "./csv-table.ts";

/** How a row of a video begins, and its id. Studio writes a space before an id that begins with `-`. */
const ROW = /^ ?[\w-]{11}[,;\t]/m;
const VIDEO_ID = /^ ?[\w-]{11}$/;

/** Where the first video is, in characters: after the columns' names and the totals. */
const HEAD = 8_192;

/** The columns of YouTube Studio's table of a channel's content, in each language: id, title, time of publication, length. */
const [ID, TITLE, LENGTH] = [0, 1, 3];

/** How long a video is, in seconds. */
export interface VideoLength {
  readonly id: string;
  readonly title: string;
  readonly seconds: number;
}

/**
 * Finds the lengths of videos in YouTube Studio's table of a channel's content, `Table data.csv`, in any language. The row of totals has no
 * length: older tables have the views there.
 *
 * @param text without a byte order mark
 * @returns undefined if it is another table
 */
export function findVideoLengths(text: string): VideoLength[] | undefined {
  if (!ROW.test(text.slice(0, HEAD))) return undefined;
  const lengths: VideoLength[] = [];
  let [isOther, hasTotals] = [false, false];
  const add = (cells: readonly string[]) => {
    const [id = "", title = "", length = ""] = [cells[ID], cells[TITLE], cells[LENGTH]];
    if (title === "") {
      hasTotals = true;
      isOther ||= length !== "";
      return;
    }
    const seconds = tryParseTime(length.trim());
    isOther ||= !VIDEO_ID.test(id) || (seconds === undefined && length !== "");
    if (seconds) lengths.push({ id: id.trim(), title, seconds });
  };
  const broken = parseTable(text, add, { from: 2 });
  // A table of curves has several rows of each episode, whose GUID may look like an id.
  const hasEachOnce = new Set(lengths.map(({ id }) => id)).size === lengths.length;
  return broken || isOther || !hasTotals || lengths.length === 0 || !hasEachOnce ? undefined : lengths;
}
