const SPECIAL = /[",;\t\r\n]|^#/;

/**
 * What a spreadsheet takes for a formula (https://owasp.org/www-community/attacks/CSV_Injection): at the beginning of a
 * cell, or after what may separate cells. In many countries that is a semicolon, and our quotes then don't hold a cell
 * together. Apostrophes before it are a part of it, so that they survive.
 */
const FORMULA = /((?:^|[,;\t\r\n])(?:"|[^\S\t\r\n])*)('*[=+\-@＝＋－＠])/g;
const DISARMED = /((?:^|[,;\t\r\n])(?:"|[^\S\t\r\n])*)'('*[=+\-@＝＋－＠])/g;

/**
 * Formats a record of CSV (RFC 4180) without its line break. Disarms text: `=A1` -> `'=A1`. Quotes cells that have a separator, a
 * quote or a line break, or look like a comment: `a,b` -> `"a,b"`.
 */
export function formatRecord(cells: readonly (string | number)[]): string {
  return cells.map((cell) => (typeof cell === "number" ? String(cell) : quoteCell(disarm(cell)))).join(",");
}

/** Puts an apostrophe before each formula in text, which a stranger may have written. */
export function disarm(text: string): string {
  return text.replaceAll(FORMULA, "$1'$2");
}

/** Undoes {@link disarm}: `'=A1` -> `=A1`, but `'A1` -> `'A1`. */
export function rearm(text: string): string {
  return text.replaceAll(DISARMED, "$1$2");
}

function quoteCell(cell: string): string {
  return SPECIAL.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
