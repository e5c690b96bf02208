import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { ROOT } from "../support/checkout.ts";
import { composeFeed } from "../support/feed.ts";
import { type Server, startServer } from "../support/server.ts";
import type { Records } from "./recorder.ts";

const require = createRequire(import.meta.url);

/** The length of each episode in seconds. */
export const DURATION = 120;

/** A web site with players, a feed and its two episodes, `1.wav` and `2.wav`. */
export interface PlayerSite extends Server {
  /** What the recorder said when pages went away, one after another. */
  readonly records: Records[];
}

/** What the site has besides the feed: the pages of docs/examples/web, and what they include. */
const FOLDERS = [
  join(ROOT, "docs/examples/web"),
  join(ROOT, "player"),
  ...[require.resolve("plyr"), require.resolve("video.js"), require.resolve("howler")].map((file) => dirname(file)),
];

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
};

/** Silence: a WAV file of 8,000 samples a second, of one byte each. */
const AUDIO = Buffer.alloc(44 + DURATION * 8_000, 0x80);
AUDIO.write("RIFF\0\0\0\0WAVEfmt ", "latin1");
for (const [index, value] of [16, 0x0001_0001, 8_000, 8_000, 0x0008_0001].entries())
  AUDIO.writeUInt32LE(value, 16 + 4 * index);
AUDIO.write("data", 36);
for (const offset of [4, 40]) AUDIO.writeUInt32LE(AUDIO.length - offset - 4, offset);

/**
 * Starts the site. Its pages may send only where their Content-Security-Policy has `https://performance.example.com`.
 *
 * @param tag the feed's
 * @param guids of the two episodes
 * @param allowed takes the place of performance.example.com in the policies
 * @param pages besides those of the examples, by their names
 */
export async function startPlayerSite(
  tag: string,
  guids: readonly string[],
  allowed: string,
  pages: Readonly<Record<string, string>>,
): Promise<PlayerSite> {
  const records: Records[] = [];
  const server = await startServer(async (request, response) => {
    const name = new URL(request.url ?? "", "http://localhost").pathname.slice(1);
    if (name === "records") {
      records.push(JSON.parse(await text(request)));
      return response.writeHead(204).end();
    }
    if (name.endsWith(".wav")) return sendAudio(request, response);
    const page = pages[name];
    const [type, body] = page === undefined ? findDocument(name, composeEpisodes(tag, guids)) : ["text/html", page];
    const document = body?.replace("https://performance.example.com", allowed);
    response.writeHead(body === undefined ? 404 : 200, { "Content-Type": type }).end(document);
  });
  return { ...server, records };
}

function findDocument(name: string, feed: string): readonly [type: string, body: string | undefined] {
  if (name === "feed.xml") return ["application/xml", feed];
  if (name === "favicon.ico") return ["image/svg+xml", ""];
  const file = FOLDERS.map((folder) => join(folder, name)).find((file) => name !== "" && existsSync(file));
  return [TYPES[name.replace(/.*\./, "")] ?? "text/plain", file && readFileSync(file, "utf8")];
}

function composeEpisodes(tag: string, guids: readonly string[]): string {
  // Elements of other namespaces have the names of RSS, and addresses may have fragments.
  const items = guids.map((guid, index) => ({
    "podcast:guid": "another",
    "itunes:title": "Another",
    title: `Episode ${index + 1}`,
    more: `<guid isPermaLink="false">
      ${guid}
    </guid><enclosure url="${index + 1}.wav#ep=1" type="audio/wav" length="${AUDIO.length}"/>`,
  }));
  return composeFeed(items, "Tides", tag);
}

/** Sends an episode, or a part of it: browsers can't seek without (RFC 9110, section 14). */
function sendAudio({ headers }: IncomingMessage, response: ServerResponse): void {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "") ?? [];
  const start = Number(first ?? 0);
  const end = last ? Number(last) + 1 : AUDIO.length;
  const range = { "Content-Range": `bytes ${start}-${end - 1}/${AUDIO.length}` };
  const common = { "Content-Type": "audio/wav", "Accept-Ranges": "bytes", "Content-Length": end - start };
  response.writeHead(first ? 206 : 200, { ...common, ...(first && range) }).end(AUDIO.subarray(start, end));
}
