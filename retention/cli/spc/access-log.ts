import { MAX_LINE_BYTES, NEWLINE, openLog } from "./log-blocks.ts";
import { findColumns, tryParseLine, type Visit } from "./log-line.ts";

/** Lines of a block that have the same addresses of SPC. Those of another block may have them, too. */
export interface Sighting {
  /**
   * What the last of them says whose User-Agent has an address, else the last that can be read: lines may have addresses elsewhere,
   * such as in a referrer. Undefined if all are of another format.
   */
  readonly visit: Visit | undefined;
  /** How many they are. */
  readonly times: number;
}

/** The bytes of a line in a block. */
interface Line {
  readonly start: number;
  readonly end: number;
}

/** What follows `SPC` in each format, which is rare in a log. */
const MARK = Buffer.from("/http");

/** An address of SPC in a line: `SPC/https://api.example.com/spc?p=KEY`, and in JSON perhaps `SPC\/https:\/\/…`. */
const ADDRESS = /spc\\?\/http[^\t\r "']*/gi;

/**
 * Reads the lines of an access log that have an address of SPC: in the combined format of Apache and nginx, which S3's logs have
 * in them, too; in CloudFront's standard format; or as JSON. Leaves out lines that are too long.
 *
 * @param file gzipped or not, or `-` for the standard input
 * @throws InputError if it can't be read
 */
export async function* readSightings(file: string, onRead: (bytes: number) => void): AsyncGenerator<Sighting> {
  const { head, blocks } = await openLog(file, onRead);
  const columns = findColumns(Buffer.from(head).toString("latin1"));
  for await (const block of blocks)
    for (const lines of groupLines(block)) yield { visit: tryParseLast(lines, block, columns), times: lines.length };
}

/** Groups the lines of a block that have addresses of SPC by these. */
function groupLines(block: Buffer): Iterable<readonly Line[]> {
  const groups = new Map<string, Line[]>();
  let from = 0;
  for (let at = block.indexOf(MARK); at !== -1; at = block.indexOf(MARK, from)) {
    const line = findLine(block, at);
    from = line.end;
    if (line.end - line.start > MAX_LINE_BYTES) continue;
    const addresses = block.toString("latin1", line.start, line.end).match(ADDRESS)?.join(" ");
    if (addresses === undefined) continue;
    const group = groups.get(addresses) ?? [];
    groups.set(addresses, group);
    group.push(line);
  }
  return groups.values();
}

/** Finds the line in which a byte is, without its line break. */
function findLine(block: Buffer, at: number): Line {
  const next = block.indexOf(NEWLINE, at);
  return { start: block.lastIndexOf(NEWLINE, at) + 1, end: next === -1 ? block.length : next };
}

function tryParseLast(lines: readonly Line[], block: Buffer, columns: readonly string[]): Visit | undefined {
  let last: Visit | undefined;
  for (const { start, end } of lines.toReversed()) {
    const visit = tryParseLine(block.toString("utf8", start, end), columns);
    if (visit && visit.userAgent.search(ADDRESS) !== -1) return visit;
    last ??= visit;
  }
  return last;
}
