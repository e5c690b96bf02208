import { MAX_LINE_BYTES, NEWLINE, openLog } from "./log-blocks.ts";
import { findColumns, tryParseLine, type Visit } from "./log-line.ts";

/** A visit, and how often its address stands in the lines near it. */
export interface CountedVisit extends Visit {
  readonly times: number;
}

/** Where an address stands for the last time in some lines, and how often it stands in them. */
interface Sighting {
  readonly at: number;
  readonly times: number;
}

/** What follows `SPC` in each format, which is rare in a log. */
const MARK = Buffer.from("/http");

/** Bytes that end an address. */
const ENDS = new Set(Buffer.from("\t\n\r \"'"));

/**
 * Reads the lines of an access log that have an address of SPC: in the combined format of Apache and nginx, which S3's logs have
 * in them, too; in CloudFront's standard format; or as JSON. Of lines near one another that have the same address, it reads the last.
 *
 * @param file gzipped or not, or `-` for the standard input
 * @returns undefined for a line of another format
 * @throws InputError if it can't be read
 */
export async function* readVisits(
  file: string,
  onRead: (bytes: number) => void,
): AsyncGenerator<CountedVisit | undefined> {
  const { head, blocks } = await openLog(file, onRead);
  const columns = findColumns(Buffer.from(head).toString("latin1"));
  for await (const lines of blocks)
    for (const { at, times } of findAddresses(lines).values()) {
      const line = cutLine(lines, at);
      if (line === undefined) continue;
      const visit = tryParseLine(line, columns);
      yield visit && { ...visit, times };
    }
}

/** Finds the addresses of SPC in lines: `SPC/https://api.example.com/spc?p=KEY`, and in JSON perhaps with `SPC\\/`. */
function findAddresses(lines: Buffer): Map<string, Sighting> {
  const found = new Map<string, Sighting>();
  for (let at = lines.indexOf(MARK); at !== -1; at = lines.indexOf(MARK, at + 1)) {
    if (!/spc\\?$/i.test(lines.toString("latin1", Math.max(at - 4, 0), at))) continue;
    let end = at;
    while (!ENDS.has(lines[end] ?? NEWLINE)) end++;
    const address = lines.toString("latin1", at, end);
    found.set(address, { at, times: (found.get(address)?.times ?? 0) + 1 });
  }
  return found;
}

/** Cuts out the line in which a byte is. Returns undefined if it is too long. */
function cutLine(lines: Buffer, at: number): string | undefined {
  const start = lines.lastIndexOf(NEWLINE, at) + 1;
  const next = lines.indexOf(NEWLINE, at);
  const end = next === -1 ? lines.length : next;
  return end - start > MAX_LINE_BYTES ? undefined : lines.toString("utf8", start, end);
}
