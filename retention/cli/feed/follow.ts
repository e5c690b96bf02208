import { isIP } from "node:net";
import type { RequestInit, Response } from "undici";
import { toPrintable } from "../../../lib/printable.ts";
import { tryParseUrl } from "../../../lib/url.ts";
import { NameError, withoutBrackets } from "../../../operate/shell/own-machine.ts";
import { InputError } from "../../sources/base/refusals.ts";
import { isPublic } from "../own-network.ts";

const MAX_REDIRECTS = 5;

/** What is to be fetched. */
export interface Fetch {
  readonly url: URL;
  readonly init: RequestInit;
  /** Whether this machine and its network may be reached. */
  readonly mayReachOwn: boolean;
}

/** What was fetched. */
export interface Reply {
  readonly response: Response;
  /** Whether it may lead to this machine and its network: only if it came from there, as did all that led to it. */
  readonly mayReachOwn: boolean;
}

/**
 * Requests a URL, and those to which it redirects. Where one of them answers from outside of this machine and its network, what
 * follows may not lead there: its host is a stranger.
 *
 * @returns the first answer that is no redirect, whatever its status
 * @throws InputError after five redirects, or if one leads to no URL of http or https, or if the URL or a redirect leads to
 *   this machine or its network and may not
 * @throws the error of `fetch` if a name has no address or nothing answers
 */
export async function fetchFollowing({ url, init, mayReachOwn }: Fetch, redirects = MAX_REDIRECTS): Promise<Reply> {
  const options = { ...init, redirect: "manual" } as const;
  const fetched = await fetchOnce({ url, init: options, mayReachOwn });
  const { response } = fetched;
  const location = response.headers.get("location");
  if (response.status < 300 || response.status >= 400 || location === null) return fetched;
  await response.body?.cancel();
  if (redirects === 0)
    throw new InputError("unreadable", `It redirects more than ${MAX_REDIRECTS} times. Check the URL.`);
  return fetchFollowing({ ...fetched, url: parseHttpUrl(location, url), init }, redirects - 1);
}

/** Requests a URL on the public Internet or, if it is not there and need not be, on this machine and its network. */
async function fetchOnce({ url, init, mayReachOwn }: Fetch): Promise<Reply> {
  const { fetch, toInternet, toOwnNetwork } = await import("./internet.ts");
  // Before fetch complains of a port, which is not what is wrong.
  const ways = [isOwnAddress(url) ? [] : toInternet, mayReachOwn ? toOwnNetwork : []].flat();
  for (const dispatcher of ways)
    try {
      return { response: await fetch(url, { ...init, dispatcher }), mayReachOwn: dispatcher === toOwnNetwork };
    } catch (error) {
      if (!(error instanceof Error && error.cause instanceof NameError)) throw error;
    }
  throw new InputError(
    "unreadable",
    `It leads to ${describeUrl(url)}, on this machine or its network, and is not followed there. If you mean that URL, name it yourself.`,
  );
}

/** Checks whether a URL's host is an address, and none on the public Internet. */
function isOwnAddress({ hostname }: URL): boolean {
  const host = withoutBrackets(hostname);
  return isIP(host) !== 0 && !isPublic(host);
}

/** @throws InputError */
export function parseHttpUrl(text: string, base?: URL): URL {
  const url = tryParseUrl(text, base?.href);
  if (!url) throw new InputError("unreadable", `${describeAddress(text)} is not a URL. Check it.`);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new InputError(
      "unreadable",
      `${describeAddress(text)} is neither http nor https. Download the feed, and name the file.`,
    );
  if (url.username !== "" || url.password !== "")
    throw new InputError(
      "unreadable",
      "A URL with a user name or a password is not fetched. Download the feed, and name the file.",
    );
  return url;
}

/** Leaves out the query: that of a private feed is its key. */
export function describeUrl({ origin, pathname }: URL): string {
  return toPrintable(`${origin}${pathname}`);
}

/** Leaves out the user, the query and the fragment of what may be a URL. */
export function describeAddress(text: string): string {
  return toPrintable(text.replace(/[?#].*/s, "").replace(/\/\/[^/]*@/, "//"));
}
