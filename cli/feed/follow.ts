import { toPrintable } from "../../lib/printable.ts";
import { tryParseUrl } from "../../lib/url.ts";
import { InputError } from "../../sources/base/refusals.ts";
import { findReach } from "../shell/own-network.ts";

const MAX_REDIRECTS = 5;

/** What is to be fetched. */
export interface Fetch {
  readonly url: URL;
  readonly init: RequestInit;
  /** Whether the request may be redirected to this machine or its network. */
  readonly mayReachOwn: boolean;
}

/**
 * Requests a URL, and those to which it redirects.
 *
 * @returns the first answer that is no redirect, whatever its status
 * @throws InputError after five redirects, or if one leads to no URL of http or https, or to this machine or its network
 *   and may not
 * @throws the error of `fetch` or `dns.lookup` if a name has no address or nothing answers
 */
export async function fetchFollowing({ url, init, mayReachOwn }: Fetch, redirects = MAX_REDIRECTS): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: "manual" });
  const location = response.headers.get("location");
  if (response.status < 300 || response.status >= 400 || location === null) return response;
  await response.body?.cancel();
  if (redirects === 0) throw new InputError(`It redirects more than ${MAX_REDIRECTS} times. Check the URL.`);
  const target = parseHttpUrl(location, url);
  if (!mayReachOwn) await refuseOwnNetwork(target);
  return fetchFollowing({ url: target, init, mayReachOwn }, redirects - 1);
}

/**
 * Refuses what a stranger names on this machine or its network: its name has an address there.
 *
 * @throws InputError
 * @throws the error of `dns.lookup` if the name has no address
 */
async function refuseOwnNetwork(url: URL): Promise<void> {
  if ((await findReach(url)) === "foreign") return;
  throw new InputError(
    `It leads to ${describeUrl(url)}, on this machine or its network, and is not followed there. If you mean that URL, name it yourself.`,
  );
}

/** @throws InputError */
export function parseHttpUrl(text: string, base?: URL): URL {
  const url = tryParseUrl(text, base?.href);
  if (!url) throw new InputError(`"${text}" is not a URL. Check it.`);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new InputError(`${url.href} is neither http nor https. Download the feed, and name the file.`);
  if (url.username !== "" || url.password !== "")
    throw new InputError("A URL with a user name or a password is not fetched. Download the feed, and name the file.");
  return url;
}

/** Leaves out the query: that of a private feed is its key. */
export function describeUrl({ origin, pathname }: URL): string {
  return toPrintable(`${origin}${pathname}`);
}
