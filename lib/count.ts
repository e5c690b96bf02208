/** Formats a number of things: `1 chart`, `1,234 charts`. */
export function formatCount(number: number, noun: string, plural = `${noun}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? noun : plural}`;
}
