import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Context } from "aws-lambda";
import { expect, it, onTestFinished } from "vitest";
import { handler } from "../../functions/token.ts";
import { charts } from "../../lib/dynamodb.ts";
import { deleteItem, loadNewestItem } from "../../lib/episode/charts-table.ts";
import { describeWith } from "../support/describe-with.ts";
import { PUBLIC_KEY } from "../support/keys.ts";
import { useFolder } from "../support/process.ts";
import { type Routes, startRoutes } from "../support/routes.ts";
import { readEvent, useConfiguredService } from "../support/service.ts";
import { serve } from "../support/stand-in.ts";
import { writeChartItem } from "../support/tables.ts";

const save = useFolder();
useConfiguredService();

const EXAMPLES = fileURLToPath(new URL("../../docs/examples/", import.meta.url));
const STAND_IN = fileURLToPath(new URL("wordpress-stand-in.php", import.meta.url));

const NOW = Math.floor(Date.now() / 1_000);
const DAY = 86_400;

interface Kept {
  readonly host: string;
  readonly tag: string;
  readonly renewAt: number;
  readonly expiresAt: number;
}

/** Runs code in PHP, and parses the JSON that it prints. */
async function runPhp(code: string, environment: NodeJS.ProcessEnv = {}): Promise<unknown> {
  return JSON.parse((await execPhp(code, environment)).stdout);
}

async function execPhp(code: string, environment: NodeJS.ProcessEnv = {}): Promise<{ stdout: string; stderr: string }> {
  const env = { PATH: process.env.PATH, ...environment };
  return promisify(execFile)("php", ["-d", "display_errors=stderr", "-r", code], { env });
}

/** Renews a tag `seconds` from now. */
async function renew(host: string, kept: unknown, seconds = 0): Promise<unknown> {
  const json = `json_decode('${JSON.stringify(kept)}', true)`;
  const call = `renew_performance_tag('${host}', ${json}, ${NOW + seconds})`;
  return runPhp(`require '${EXAMPLES}tag.php'; echo json_encode(${call});`);
}

/** Starts the routes of the service. */
async function useRoutes(): Promise<Routes> {
  const routes = await startRoutes();
  onTestFinished(routes.stop);
  return routes;
}

/** Starts GET /token of the service. */
async function startTokens(): Promise<{ readonly url: string; readonly requests: string[] }> {
  const requests: string[] = [];
  const url = await serve(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const event = readEvent("token-expires-in", { queryStringParameters: { expiresIn: "30d" } });
    const { statusCode = 200, body } = await handler(event, { awsRequestId: "request-1" } as Context);
    response.writeHead(statusCode).end(body);
  });
  return { url, requests };
}

const TAG =
  /^<podcast:performance xmlns:podcast="https:\/\/podcastindex\.org\/namespace\/1\.0" url="(?<host>.*)\/episodeperformance\/(?<id>[0-9a-f-]{36})" tokenExpires="(?<exp>\d+)" duration="1h"\/>$/;

describeWith("PHP", "docs/examples/tag.php", () => {
  it("makes a tag of a token of 30 days, and keeps it for half of that", async () => {
    const { url, requests } = await startTokens();
    const kept = await renew(url, null);
    const { tag, renewAt, expiresAt } = kept as Kept;
    expect(TAG.exec(tag)?.groups).toMatchObject({ host: url, exp: String(expiresAt) });
    expect(Math.abs(expiresAt - NOW - 30 * DAY)).toBeLessThan(60);
    expect(Math.abs(renewAt - NOW - 15 * DAY)).toBeLessThan(60);
    expect(await renew(url, kept, 14 * DAY)).toEqual(kept);
    expect(requests).toEqual(["GET /token?expiresIn=30d"]);

    expect(await renew(url, kept, 16 * DAY)).not.toMatchObject({ tag });
    expect(requests).toHaveLength(2);
  });

  it.each<[string, RequestListener]>([
    ["does not answer in time", () => {}],
    ["answers 500", (_, response) => response.writeHead(500).end('{"error":"Error generating token"}')],
    ["answers 429 of API Gateway", (_, response) => response.writeHead(429).end('{"message":"Too Many Requests"}')],
    ["is a web page", (_, response) => response.end("<html>")],
    ["answers with another token", (_, response) => response.end('{"token":"e30.eyJzIjoxfQ.x"}')],
    ["redirects", (_, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end()],
  ])("keeps a live tag, and leaves out a dead one, if the service %s", async (_, listener) => {
    const url = await serve(listener);
    const kept = { host: url, tag: "<kept/>", renewAt: NOW - 1, expiresAt: NOW + DAY };
    expect(await renew(url, kept)).toEqual({ ...kept, renewAt: NOW + 300 });
    expect(await renew(url, kept, DAY)).toEqual({ host: url, tag: "", renewAt: NOW + DAY + 300, expiresAt: 0 });
    expect(await renew(url, null)).toEqual({ host: url, tag: "", renewAt: NOW + 300, expiresAt: 0 });
  });

  it("requests a new tag at once if the host is another one, with or without a slash at its end", async () => {
    const { url } = await startTokens();
    const kept = { host: "http://localhost:3000", tag: "<kept/>", renewAt: NOW + DAY, expiresAt: NOW + 2 * DAY };
    const { tag } = (await renew(`${url}/`, kept)) as Kept;
    expect(TAG.exec(tag)?.groups).toMatchObject({ host: url });
  });

  it("asks a service that is down once for all shows, and says in the log why there is no tag", async () => {
    const requests: unknown[] = [];
    const url = await serve(({ url: path }, response) => {
      requests.push(path);
      response.writeHead(503).end();
    });
    const call = `renew_performance_tag('${url}', null, ${NOW})['tag']`;
    const { stdout, stderr } = await execPhp(
      `require '${EXAMPLES}tag.php'; echo json_encode([${call}, ${call}, ${call}]);`,
    );
    expect([JSON.parse(stdout), requests]).toEqual([["", "", ""], ["/token?expiresIn=30d"]]);
    expect(stderr).toMatch(`No performance token from ${url}: `);
    expect(stderr).toMatch("503");
  });
});

describeWith("PHP", "register_performance_episodes of docs/examples/tag.php", () => {
  it("registers an episode with the lines of docs/feeds.md, which print the tag, too", async () => {
    const { url } = await useRoutes();
    await deleteItem(charts, "urn:example:ep-7");
    const page = readFileSync(new URL("../../docs/feeds.md", import.meta.url), "utf8");
    const [, lines = ""] = /```php\n(.*?)```/s.exec(page) ?? [];
    const own = lines.replace("'tag.php'", `'${EXAMPLES}tag.php'`).replaceAll("https://HOST", url);
    const code = `$show = new stdClass(); $publicKey = '${PUBLIC_KEY}'; ${own} echo json_encode($refused);`;
    const { stdout, stderr } = await execPhp(code);
    expect({ stdout, stderr }).toEqual({
      stdout: expect.stringMatching(/^<podcast:performance .*\/>\[\]$/),
      stderr: "",
    });
    const feeds = new Set(["https://example.com/feed.xml"]);
    expect(await loadNewestItem(charts, "urn:example:ep-7")).toEqual({
      guid: "urn:example:ep-7",
      duration: 2_730,
      feeds,
    });
  });

  it("registers episodes, with a key of several lines, and returns what is wrong with those that are refused", async () => {
    const { url, requests } = await useRoutes();
    await writeChartItem({ guid: "urn:of-another", duration: 60, feeds: new Set(["https://other.example/"]) });
    const guid = `urn:${crypto.randomUUID()}`;
    const key = `-----BEGIN PUBLIC KEY-----\\n${PUBLIC_KEY}\\n-----END PUBLIC KEY-----`;
    const feed = "https://example.com/feed.xml";
    const episodes = JSON.stringify([
      { guid, duration: 60.5, feed },
      { guid: "urn:of-another", duration: 60, feed },
    ]);
    const call = `register_performance_episodes('${url}/', "${key}", json_decode('${episodes}', true))`;
    const refused = await runPhp(`require '${EXAMPLES}tag.php'; echo json_encode(${call});`);
    expect(refused).toEqual({ "urn:of-another": expect.stringMatching(/^Another feed/) });
    expect(await loadNewestItem(charts, guid)).toEqual({ guid, duration: 60.5, feeds: new Set([feed]) });
    expect(requests.map(({ route }) => route)).toEqual(["GET /token", "POST /episodes"]);
  });
});

describeWith("PHP", "docs/examples/wordpress.php", () => {
  /** Copies the plugin, and sets its constants. Returns the code that loads it. */
  function install(host: string): string {
    const [tag = "", plugin = ""] = ["tag.php", "wordpress.php"].map((name) =>
      readFileSync(`${EXAMPLES}${name}`, "utf8"),
    );
    save("tag.php", tag);
    const file = save("wordpress.php", plugin.replace("https://performance.example.com", host));
    return `define('PERFORMANCE_PUBLIC_KEY', '${PUBLIC_KEY}'); require '${STAND_IN}'; require '${file}';`;
  }

  it("prints the tag into the channel, and keeps it as an option", async () => {
    const { url, requests } = await startTokens();
    const code = `${install(url)}
      ob_start(); $actions['rss2_head'](); $actions['rss2_head'](); $lines = explode("\\n", trim(ob_get_clean()));
      echo json_encode(['lines' => $lines, 'kept' => $options['performance_tag']['tag']]);`;
    const { lines, kept } = (await runPhp(code)) as Record<string, unknown>;
    expect(lines).toEqual([kept, kept]);
    expect(kept).toMatch(TAG);
    expect(requests).toHaveLength(1);
  });

  /** Runs the hook of a post. */
  const insert = (status: string, type = "post") =>
    `$actions['wp_after_insert_post'](8, (object) ['post_status' => '${status}', 'post_type' => '${type}']);`;

  it.each([
    ["45:10", 2_710],
    ["1:00:01", 3_601],
    [" 90 ", 90],
    ["1:02:03.5", 3_723],
    ["soon", undefined],
    ["0:00", undefined],
    ["", undefined],
  ])(
    "registers an episode of %j when it is published, and again when it is changed",
    async (EPISODE_DURATION, duration) => {
      const guid = `https://example.com/?post_type=podcast&p=${duration ?? "none"}${EPISODE_DURATION.length}`;
      await deleteItem(charts, guid);
      const { url, requests } = await useRoutes();
      const [publish, draft] = [insert("publish"), insert("draft")];
      const plugin = install(url);
      const variables = { EPISODE_GUID: guid, EPISODE_DURATION };
      await runPhp(`${plugin} ${draft} echo '{}';`, variables);
      expect(requests).toEqual([]);
      await runPhp(`${plugin} ${publish} ${publish} echo '{}';`, variables);
      const feeds = new Set(["https://example.com/feed/podcast/"]);
      expect(await loadNewestItem(charts, guid)).toEqual(duration && { guid, duration, feeds });
      await runPhp(`${plugin} ${publish} echo '{}';`, { ...variables, EPISODE_DURATION: "1" });
      expect(await loadNewestItem(charts, guid)).toEqual({ guid, duration: 1, feeds });
    },
  );

  it("registers an episode of PowerPress, which keeps the duration in the enclosure", async () => {
    await deleteItem(charts, "urn:powerpress");
    const { url } = await useRoutes();
    const EPISODE_ENCLOSURE = 'https://cdn.example/1.mp3\n43000000\naudio/mpeg\na:1:{s:8:"duration";s:8:"00:45:10";}';
    const variables = { EPISODE_GUID: "urn:powerpress", EPISODE_DURATION: "", EPISODE_ENCLOSURE };
    await runPhp(`${install(url)} ${insert("publish")} echo '{}';`, variables);
    expect(await loadNewestItem(charts, "urn:powerpress")).toMatchObject({ duration: 2_710 });
  });

  it.each([
    ["post", "https://cdn.example/1.mp3", 'urn:8 is not registered: "" is no duration.'],
    ["podcast", "", 'urn:8 is not registered: "" is no duration.'],
    ["post", "", ""],
  ])("says in the log that a %s with the enclosure %j has no duration: %j", async (type, EPISODE_ENCLOSURE, line) => {
    const code = `${install("http://127.0.0.1:9")} ${insert("publish", type)} echo '{}';`;
    const variables = { EPISODE_GUID: "urn:8", EPISODE_DURATION: "", EPISODE_ENCLOSURE };
    const { stderr } = await execPhp(code, variables);
    expect(line === "" ? stderr : stderr.includes(line)).toBe(line === "" ? "" : true);
  });

  it.each<[string, object, string]>([
    ["a duration that is none", { EPISODE_DURATION: "soon" }, '"soon" is no duration.'],
    ["an episode of another feed", { EPISODE_GUID: "urn:of-another" }, "Another feed has registered this episode."],
  ])("lets a post be published with %s, and says so in the log", async (_, variables, reason) => {
    const { url } = await useRoutes();
    await writeChartItem({ guid: "urn:of-another", duration: 60, feeds: new Set(["https://other.example/"]) });
    const code = `${install(url)} ${insert("publish")} echo '{}';`;
    const episode = { EPISODE_GUID: "urn:8", EPISODE_DURATION: "45:10", ...variables };
    const { stdout, stderr } = await execPhp(code, episode);
    expect(stdout).toBe("{}");
    expect(stderr).toMatch(`Episode ${episode.EPISODE_GUID} is not registered: ${reason}`);
  });

  it.each<[string, RequestListener, string]>([
    [
      "refuses the key",
      (_, response) => response.writeHead(400).end('{"error":"Invalid public key"}'),
      "Invalid public key",
    ],
    ["throttles", (_, response) => response.writeHead(429).end('{"message":"Too Many Requests"}'), "Too Many Requests"],
    ["is a web page", (_, response) => response.end("<html>"), "the answer is not from the service."],
    ["does not answer", (_, response) => void response.destroy(), "Failed to open stream"],
    ["redirects", (_, response) => response.writeHead(307, { location: "https://other.example/" }).end(), "the answer"],
  ])("lets a post be published if the service %s", async (_, listener, reason) => {
    const code = `${install(await serve(listener))} ${insert("publish")} echo '{}';`;
    const { stdout, stderr } = await execPhp(code, { EPISODE_GUID: "urn:8", EPISODE_DURATION: "45:10" });
    expect(stdout).toBe("{}");
    expect(stderr).toMatch("Episode urn:8 is not registered: http");
    expect(stderr).toMatch(reason);
    expect(stderr).not.toContain(PUBLIC_KEY);
  });
});
