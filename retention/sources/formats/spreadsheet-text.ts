/** Lines above a header that are looked at. */
const MAX_ABOVE = 100;

/** In as many characters, it is found out whether the lines of a table are quoted. */
const HEAD = 65_536;

/** A line that is one quoted cell, and perhaps empty cells behind it. */
const QUOTED_LINE = /^"((?:[^"\r\n]|"")*)"[;,\t ]*$/gm;

const SEPARATOR = /[,;\t]/;

/** A row of a table that can be nothing else: it is one cell that begins with a number and a separator. */
const QUOTED_ROW = /^"(\d+(?:\.\d+)?[,;\t](?:[^"\r\n]|"")*)"$/gm;

/** The first line, blank ones before it, and its line break. */
const FIRST_LINE = /^\s*[^\r\n]+/;

/**
 * Lists what a text may be as a table, the likeliest first: what it is, and without its first lines, which are left blank, so that
 * lines are counted as in the file. A program may have quoted each line as one cell.
 */
export function* listReadings(text: string): Generator<string> {
  let rest = unquoteLines(text);
  for (let above = 0; above <= MAX_ABOVE && rest.trim() !== ""; above++) {
    yield rest;
    rest = rest.replace(FIRST_LINE, (line) => line.replaceAll(/[^\r\n]/g, ""));
  }
}

/** Takes the quotes from lines that are one quoted cell with separators in it, if the first line or half of the lines are, else from rows. */
function unquoteLines(text: string): string {
  const head = text.slice(0, HEAD);
  const lines = head.match(/[^\r\n]+/g) ?? [];
  const quoted = [...head.matchAll(QUOTED_LINE)].flatMap(([line, cell = ""]) => (SEPARATOR.test(cell) ? line : []));
  const areQuoted = quoted.length > 0 && (quoted[0] === lines[0] || 2 * quoted.length >= lines.length);
  return text.replaceAll(areQuoted ? QUOTED_LINE : QUOTED_ROW, (line, cell: string) =>
    SEPARATOR.test(cell) ? cell.replaceAll('""', '"') : line,
  );
}
