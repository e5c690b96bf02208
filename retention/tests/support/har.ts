/** A request and its answer, as far as a test cares. */
export interface HarEntry {
  readonly url: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly status?: number;
  /** An object becomes JSON. Without it, the answer was not saved. */
  readonly content?: unknown;
  readonly mimeType?: string;
  /** Bytes of the content, as the browser says. */
  readonly size?: number;
  readonly encoding?: string;
  /** When the request was sent (ISO 8601). */
  readonly startedAt?: string;
}

/** Begins all that a HAR file must not give away. */
export const SECRET = "planted-secret";

/** Returns the path of Spotify's answer for an episode. */
export function toSpotifyUrl(id: string): string {
  return `https://dashboard.example/podcasters/v0/episodes/${id}/performance?token=${SECRET}-query`;
}

/** Creates a HAR file with a secret in each place that HAR 1.2 has, except where the tests need something else. */
export function createHar(...entries: readonly HarEntry[]): string {
  const name = (place: string) => ({
    name: `${SECRET}-name`,
    value: `${SECRET}-${place}`,
    comment: `${SECRET}-comment`,
  });
  const creator = { name: SECRET, version: SECRET, comment: SECRET };
  const pages = [{ startedDateTime: SECRET, id: SECRET, title: SECRET, pageTimings: {}, comment: SECRET }];
  const log = {
    version: "1.2",
    creator,
    browser: creator,
    pages,
    entries: entries.map((entry) => {
      const { url, method = "GET", body, status = 200, content, mimeType = "application/json", encoding } = entry;
      const text = content === undefined || typeof content === "string" ? content : JSON.stringify(content);
      return {
        pageref: SECRET,
        startedDateTime: entry.startedAt ?? SECRET,
        time: 1,
        request: {
          method,
          url: url.replace("://", `://${SECRET}-user:${SECRET}-password@`),
          httpVersion: SECRET,
          cookies: [name("cookie")],
          headers: [name("header")],
          queryString: [name("query")],
          postData: {
            mimeType: SECRET,
            params: [name("parameter")],
            text: JSON.stringify({ token: SECRET, ...Object(body) }),
          },
        },
        response: {
          status,
          statusText: SECRET,
          httpVersion: SECRET,
          cookies: [name("set-cookie")],
          headers: [name("response-header")],
          content: { size: entry.size ?? text?.length ?? 100, mimeType, text, encoding, comment: SECRET },
          redirectURL: SECRET,
        },
        cache: { beforeRequest: { eTag: SECRET, comment: SECRET }, afterRequest: { eTag: SECRET } },
        timings: { comment: SECRET },
        serverIPAddress: SECRET,
        connection: SECRET,
        comment: SECRET,
        _initiator: { url: SECRET },
        _webSocketMessages: [{ data: SECRET }],
      };
    }),
    comment: SECRET,
  };
  return JSON.stringify({ log });
}
