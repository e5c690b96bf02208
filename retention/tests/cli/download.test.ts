import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Outcome } from "../../../tests/support/process.ts";
import { serve } from "../../../tests/support/stand-in.ts";
import { deleteChartItem, readChartItem } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";
import { useNames } from "../support/names.ts";

const FEED = `<rss><channel><title>Tides</title>
  <item><guid>download-1</guid><itunes:duration>60</itunes:duration></item>
</channel></rss>`;

/**
 * Registers the feed at a path of a server. Returns what is printed, with SERVER in place of the server's URL.
 *
 * @param host the name by which the server is called
 */
async function register(
  listener: RequestListener,
  path = "/feed.xml?key=secret",
  host = "127.0.0.1",
): Promise<Outcome> {
  const url = (await serve(listener)).replace("127.0.0.1", host);
  // The address of another server would be that of another feed.
  await deleteChartItem("download-1");
  const { code, stdout, stderr } = await runCommand("charts", ["register", `${url}${path}`]);
  return { code, stdout, stderr: stderr.replaceAll(url, "SERVER") };
}

/** Redirects each path but `/feed`, which is the feed, to a URL on another host at the same port. Counts requests of the feed. */
function redirectTo(host: string): { readonly listener: RequestListener; readonly requests: () => number } {
  let requests = 0;
  const listener: RequestListener = ({ url, headers }, response) => {
    if (url === "/feed") requests++;
    if (url === "/feed") response.end(FEED);
    else response.writeHead(302, { location: `http://${host}:${headers.host?.split(":").at(-1)}/feed` }).end();
  };
  return { listener, requests: () => requests };
}

/** Redirects `/3` to `/2`, and so on; `/0` is the feed. */
const countDown: RequestListener = ({ url = "" }, response) => {
  const count = Number(url.slice(1));
  if (count === 0) response.end(FEED);
  else response.writeHead(302, { location: `/${count - 1}` }).end();
};

describe("a feed that is named by its URL", () => {
  it("is fetched, and what was fetched is said without its query", async () => {
    expect(await register((_, response) => response.end(FEED))).toEqual({
      code: 0,
      stdout: expect.stringMatching(/(1 registered|1 unchanged).*, 0 refused\n$/),
      stderr: expect.stringContaining("Fetched SERVER/feed.xml: 127 bytes.\n"),
    });
  });

  it("is told from others by the address that answered, of whose query a digest is noted, as it may be a key", async () => {
    const redirect: RequestListener = ({ url = "" }, response) => {
      if (url.startsWith("/moved")) response.writeHead(302, { location: url.replace("moved", "feed") }).end();
      else response.end(FEED);
    };
    await register(redirect, "/moved");
    expect((await readChartItem("download-1"))?.feeds).toEqual(new Set([expect.stringMatching(/^http:.*\/feed$/)]));
    await register(redirect, "/moved?key=secret");
    expect((await readChartItem("download-1"))?.feeds).toEqual(
      new Set([expect.stringMatching(/^http:.*\/feed#sha256-[0-9a-f]{64}$/)]),
    );
  });

  it("says what it wants, and takes it compressed", async () => {
    const accepted: unknown[] = [];
    const { code } = await register(({ headers }, response) => {
      accepted.push(headers.accept);
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(FEED));
    });
    expect({ code, accepted }).toEqual({ code: 0, accepted: [expect.stringContaining("application/rss+xml")] });
  });

  it("is followed over five redirects, and not over six", async () => {
    const [five, six] = [await register(countDown, "/5"), await register(countDown, "/6")];
    expect([five.code, six.code]).toEqual([0, 1]);
    expect(five.stderr).toContain("Fetched SERVER/0:");
    expect(six.stderr).toContain("SERVER/6: It redirects more than 5 times. Check the URL.\n");
  });

  it.each<[string, RequestListener, string]>([
    [
      "is not found",
      (_, response) => response.writeHead(404).end("<html>"),
      "SERVER/feed.xml answers 404. Check the URL, or open it in a browser.",
    ],
    [
      "redirects to a file",
      (_, response) => response.writeHead(301, { location: "file:///etc/passwd" }).end(),
      "file:///etc/passwd is neither http nor https. Download the feed, and name the file.",
    ],
    [
      "redirects to no URL",
      (_, response) => response.writeHead(301, { location: "http://[" }).end(),
      "http://[ is not a URL. Check it.",
    ],
    [
      "breaks off",
      (_, response) => response.write("<rss>", () => response.destroy()),
      "It can't be fetched (UND_ERR_SOCKET). Check the URL and the network.",
    ],
    ["is a web page", (_, response) => response.end("<!doctype html><p>Sign in</p>"), "SERVER/feed.xml:"],
  ])("is refused by name if it %s", async (_, listener, problem) => {
    const outcome = await register(listener);
    expect(outcome).toEqual({ code: 1, stdout: "", stderr: expect.stringContaining(problem) });
    expect(outcome.stderr).not.toContain("secret");
  });

  it("is refused above 64 MB, of which no more is read", async () => {
    let sent = 0;
    const { code, stderr } = await register((_, response) => {
      const send = () => {
        while (!response.destroyed && sent < 200) if (!response.write(Buffer.alloc(1e6, " "), () => sent++)) break;
        if (!response.destroyed && sent < 200) response.once("drain", send);
      };
      send();
    });
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("It has more than 64 MB.") });
    expect(sent).toBeLessThan(100);
  });

  it("is refused if it is not complete in time", async () => {
    const { timeout } = AbortSignal;
    const limits: number[] = [];
    vi.spyOn(AbortSignal, "timeout").mockImplementation((limit) => {
      limits.push(limit);
      return timeout.call(AbortSignal, limit === 60_000 ? 100 : limit);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const outcome = await register((_, response) => response.write("<rss>"));
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining("It was not complete after 60 s.") });
    expect(limits).toContain(60_000);
  });

  it.each([
    ["ftp://user:password@feeds.test/feed.xml?key#key", "ftp://feeds.test/feed.xml is neither http nor https."],
    ["https://user:password@feeds.test/feed.xml", "A URL with a user name or a password is not fetched."],
    ["http://127.0.0.1:1/feed.xml", "It can't be fetched ("],
  ])("is refused: %s", async (url, problem) => {
    const { code, stderr } = await runCommand("charts", ["register", url]);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(problem) });
    expect(stderr).not.toMatch(/user:password|key/);
  });
});

describe("a feed that redirects", () => {
  it.each([
    ["to this machine", "127.0.0.1"],
    ["to it as IPv4 in IPv6", "[::ffff:7f00:1]"],
    ["to it by name", "inside.test"],
    ["to a name that is here and elsewhere", "both.test"],
  ])("is refused if it does so from elsewhere %s, which is not asked", async (_, host) => {
    useNames({ "feeds.test": ["9.9.9.9"], "inside.test": ["10.1.2.3"], "both.test": ["8.8.8.8", "fd00::1"] });
    const { listener, requests } = redirectTo(host);
    const { code, stderr } = await register(listener, "/moved", "feeds.test");
    expect([code, requests()]).toEqual([1, 0]);
    expect(stderr).toMatch(
      /SERVER\/moved: It leads to http:\/\/\S+\/feed, on this machine or its network, and is not followed there\./,
    );
  });

  it("is refused if it does so on its second hop", async () => {
    useNames({ "feeds.test": ["9.9.9.9"], "cdn.test": ["8.8.8.8"] });
    const hop: RequestListener = ({ headers }, response) => {
      const [name, port] = headers.host?.split(":") ?? [];
      const target = name === "feeds.test" ? "cdn.test" : "localhost";
      response.writeHead(302, { location: `http://${target}:${port}/private?key=1` }).end();
    };
    expect(await register(hop, "/moved", "feeds.test")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/It leads to http:\/\/localhost:\d+\/private, on this machine/),
    });
  });

  it("is refused if its own name is both here and elsewhere, as a stranger can make it", async () => {
    useNames({ "feeds.test": ["127.0.0.1", "9.9.9.9"] });
    expect(await register(redirectTo("127.0.0.1").listener, "/moved", "feeds.test")).toMatchObject({ code: 1 });
  });

  it.each([
    ["from elsewhere to elsewhere", "feeds.test", "cdn.test"],
    ["from here to here", "inside.test", "127.0.0.1"],
    ["from here to elsewhere", "127.0.0.1", "cdn.test"],
  ])("is followed %s", async (_, host, target) => {
    useNames({ "feeds.test": ["9.9.9.9"], "cdn.test": ["2620:fe::9"], "inside.test": ["10.1.2.3"] });
    const { listener, requests } = redirectTo(target);
    const { code } = await register(listener, "/moved", host);
    expect({ code, requests: requests() }).toEqual({ code: 0, requests: 1 });
  });

  it("is refused if the name to which it redirects has no address", async () => {
    const stderr = expect.stringMatching(/It can't be fetched \(E\w+\)/);
    expect(await register(redirectTo("nowhere.invalid").listener)).toMatchObject({ code: 1, stderr });
  });
});
