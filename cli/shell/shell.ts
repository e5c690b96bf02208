/** Texts without a character that is special to a shell. */
const PLAIN = /^[\w./:@%+,-]+$/;

/** Quotes a text as one word for a POSIX shell: `it's` -> `'it'\''s'`. */
export function quoteForShell(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
