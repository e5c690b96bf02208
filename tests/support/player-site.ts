import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Stretch } from "./fake-audio.ts";
import { type Server, startServer } from "./server.ts";

/** A web site with the example of a player, a feed and its episode. */
export interface PlayerSite extends Server {
  /** What the recorder said so far that the audio element had played, in the order of the last position. */
  readRecords(): (readonly Stretch[])[];
}

/** The length of the episode in seconds. */
export const DURATION = 120;

const AUDIO = makeWave(DURATION);

const PLAYER = new URL("../../player/", import.meta.url);

/**
 * Runs in the page before its own scripts. Keeps what the audio element plays, by the element's own positions, and sends
 * it to the site when the page goes away: before the page's listeners run, and, after `recordBehind()`, behind them.
 */
export const RECORDER = `
  const stretches = [];
  let from = 0;
  const find = () => document.querySelector("audio");
  const record = () => navigator.sendBeacon("/records", JSON.stringify([...stretches, { from, to: find().currentTime }]));
  const recordLeaving = (listener) => {
    addEventListener("pagehide", listener);
    document.addEventListener("visibilitychange", listener);
  };
  recordLeaving(() => record());
  Object.assign(window, {
    record,
    recordBehind: () => recordLeaving(() => record()),
    seek: (position) => {
      stretches.push({ from, to: find().currentTime });
      find().currentTime = from = position;
    },
  });
`;

/** Starts the site. @param tag the feed's tag @param guid the episode's GUID */
export async function startPlayerSite(tag: string, guid: string): Promise<PlayerSite> {
  const records: (readonly Stretch[])[] = [];
  const feed = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0">
  <channel>
    <title>Tides</title>
    ${tag}
    <item>
      <title>Ebb</title>
      <guid isPermaLink="false">
        ${guid}
      </guid>
      <enclosure url="episode.wav" type="audio/wav" length="${AUDIO.length}"/>
    </item>
  </channel>
</rss>`;
  const server = await startServer(async (request, response) => {
    if (request.url === "/records") records.push(JSON.parse(await text(request)));
    if (request.url === "/episode.wav") return sendAudio(request, response);
    const [type, body] = findDocument(request.url, feed);
    response.writeHead(body === undefined ? 404 : 200, { "Content-Type": type }).end(body);
  });
  const lastPosition = (record: readonly Stretch[]) => record.at(-1)?.to ?? 0;
  const readRecords = () => records.toSorted((one, other) => lastPosition(one) - lastPosition(other));
  return { ...server, readRecords };
}

function findDocument(path: string | undefined, feed: string): readonly [string, (string | Buffer)?] {
  if (path === "/") return ["text/html", readFileSync(new URL("example.html", PLAYER))];
  if (path === "/listening.js") return ["text/javascript", readFileSync(new URL("listening.js", PLAYER))];
  return path === "/feed.xml" ? ["application/xml", feed] : ["text/plain"];
}

/** Sends the episode, or a part of it: browsers can't seek without (RFC 9110, section 14). */
function sendAudio({ headers }: IncomingMessage, response: ServerResponse): void {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "") ?? [];
  const start = Number(first ?? 0);
  const end = last ? Number(last) + 1 : AUDIO.length;
  const range = { "Content-Range": `bytes ${start}-${end - 1}/${AUDIO.length}` };
  const common = { "Content-Type": "audio/wav", "Accept-Ranges": "bytes", "Content-Length": end - start };
  response.writeHead(first ? 206 : 200, { ...common, ...(first && range) }).end(AUDIO.subarray(start, end));
}

/** Makes silence: a WAV file of 8,000 samples a second, of one byte each. */
function makeWave(seconds: number): Buffer {
  const rate = 8_000;
  const file = Buffer.alloc(44 + seconds * rate, 0x80);
  file.write("RIFF", 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8);
  for (const [offset, value] of [
    [16, 16],
    [24, rate],
    [28, rate],
    [40, seconds * rate],
  ] as const)
    file.writeUInt32LE(value, offset);
  for (const [offset, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    file.writeUInt16LE(value, offset);
  file.write("data", 36);
  return file;
}
