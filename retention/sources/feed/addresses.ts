import { tryParseUrl } from "../../../lib/url.ts";

/** Longer addresses are left out, because a page of thousands would be large. */
const MAX_ADDRESS = 2_000;

/** Returns an address that a browser opens as a file: no script, no part of a page. */
export function findAddress(text = ""): URL | undefined {
  const url = tryParseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > MAX_ADDRESS) return undefined;
  url.hash = "";
  return url;
}

/**
 * Returns the address of the audio without its query, user and password: they may be the key of a private feed. Of other hosts,
 * the query counts downloads.
 */
export function findAudio(text: string | undefined): string | undefined {
  const url = findAddress(text);
  return url && `${url.origin}${url.pathname}`;
}
