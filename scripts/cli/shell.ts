/** What no shell takes for more than it is. */
const PLAIN = /^[\w./:@%+,-]+$/;

/** A text as one word of a POSIX shell's command line. */
export function quoteForShell(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
