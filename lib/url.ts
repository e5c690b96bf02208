/** Parses a URL. Returns undefined if the text is anything else. URL.parse() is that from Node.js 22 on. */
export function tryParseUrl(text: string, base?: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}
