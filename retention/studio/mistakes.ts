import { isZip } from "../sources/formats/zip.ts";
import { isUtf16 } from "../sources/input/detect.ts";

const PICTURE = "It is a picture. A report needs the curves themselves: see Where to get the files.";
const RECORDING = "It is a recording. A report needs no audio and no video, only how far people listened.";
const PDF =
  "It is a PDF, from which no curve can be read. Take the files that the platforms give: see Where to get the files.";
const OFFICE = "It is a document of an older Office. Save its table as CSV.";
const PACKED = "It is an archive that this page can't unpack. Unpack it, and choose its folder.";
const TEXT =
  "It is a text, and no table. A report needs the curves themselves: see Where to get the files. A transcript needs times.";
const BINARY =
  "It is none of the files that this page reads: feeds, recordings of the Network panel, tables, zips of them, saved reports.";

export const SESSIONS =
  "It has listening sessions, which only the command counts, because their files can be larger than a page can hold. " +
  'Import this file with "charts import", then run "charts export > export.jsonl". Drop export.jsonl here.';

/** What files that are no text have at a place, as Latin-1: the first that is there tells what they are. */
const SIGNATURES: readonly (readonly [told: string, at: number, ...texts: readonly string[]])[] = [
  [PICTURE, 0, "\xff\xd8\xff", "\x89PNG", "GIF8", "II*\0", "MM\0*"],
  [PICTURE, 4, "ftyphei", "ftyphev", "ftypmif1", "ftypavif"],
  [PICTURE, 8, "WEBP"],
  [RECORDING, 0, "ID3", "OggS", "fLaC", "caff", "\x1aE\xdf\xa3"],
  [RECORDING, 4, "ftyp"],
  [RECORDING, 8, "WAVE", "AIF"],
  [PDF, 0, "%PDF"],
  [TEXT, 0, "{\\rtf"],
  [OFFICE, 0, "\xd0\xcf\x11\xe0"],
  [PACKED, 0, "Rar!", "7z\xbc\xaf"],
];

/** What of these may hold what one needs. */
export const HELPFUL: readonly string[] = [OFFICE, PACKED];

/** Says by its beginning what a file is that people drop by mistake: no text, and no zip. */
export function findMistake(head: Uint8Array): string | undefined {
  const start = String.fromCharCode(...head.subarray(0, 16));
  const known = SIGNATURES.find(([, at, ...texts]) => texts.some((text) => start.startsWith(text, at)));
  if (known) return known[0];
  // Frames of MPEG audio begin with eleven bits that are set (ISO/IEC 11172-3).
  if (head[0] === 0xff && (head[1] ?? 0) >= 0xe0 && !isUtf16(head)) return RECORDING;
  return head.includes(0) && !isZip(head) && !isUtf16(head) ? BINARY : undefined;
}

/** Says of a beginning that is neither JSON nor a table that it is a text: no line has a number, and lines have other numbers of cells. */
export function findText(start: string): string | undefined {
  const lines = start.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  // The last one may be cut off.
  const cells = (lines.length > 2 ? lines.slice(0, -1) : lines).map((line) => line.split(/[,;\t|]/));
  const hasNumber = cells.some((row) => row.some((cell) => /^[\s"'+-]*\d[\d.:%\s"']*$/.test(cell)));
  const [header = []] = cells;
  const isTable = header.length > 1 && cells.every((row) => row.length === header.length);
  return /^\s*[[{<]/.test(start) || lines.length === 0 || hasNumber || isTable ? undefined : TEXT;
}

/** Says of a web page that is no saved report and shows no feed what it may be. */
export function describePage(page: string): string {
  return /<input\b[^>]*\btype\s*=\s*["']?password/i.test(page) || /<title>[^<]*\b(?:sign|log)[ -]?in\b/i.test(page)
    ? "It is a page to sign in, and was saved in place of what you wanted. The public address of your RSS feed asks nobody to sign in. For curves, sign in first: see Where to get the files."
    : "It is a web page, and no saved report. If it was to be your feed, open the address of the RSS feed, and save what comes. For curves, see Where to get the files.";
}
