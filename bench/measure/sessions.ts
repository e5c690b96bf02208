import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";

/** How much to generate. */
export interface SessionsPlan {
  readonly sessions: number;
  readonly episodes: number;
  /** Seconds of each episode. */
  readonly duration: number;
}

/** One session in this many has fractions of seconds. */
const FRACTIONAL_EVERY = 5;

/**
 * Writes generated sessions as mongoexport does, one per line. Each hears its episode from end to end:
 * `{"_id": …, "session_id": "session-0", "episodeGUID": …, "useragent": …, "data": [{"time": 0, "event": "play"}, …]}`.
 */
export async function saveSessions(file: string, { sessions, episodes, duration }: SessionsPlan): Promise<void> {
  const stream = createWriteStream(file, { highWaterMark: 4 * 1_024 * 1_024 });
  const whole = composeData(duration, (second) => second);
  const fractional = composeData(duration, (second) => Math.round((second + (second % 7) / 8) * 1_000) / 1_000);
  for (let session = 0; session < sessions; session++) {
    const head = JSON.stringify({
      _id: { $oid: session.toString(16).padStart(24, "0") },
      session_id: `session-${session}`,
      episodeGUID: `https://podcast.example/episodes/${session % episodes}`,
      useragent: "Player/1.0 (bench)",
    });
    const data = session % FRACTIONAL_EVERY === 0 ? fractional : whole;
    if (!stream.write(`${head.slice(0, -1)},"data":${data}}\n`)) await once(stream, "drain");
  }
  stream.end();
  await finished(stream);
}

function composeData(duration: number, at: (second: number) => number): string {
  const events = Array.from({ length: duration }, (_, second) => ({ time: at(second), event: pickEvent(second) }));
  return JSON.stringify([...events, { time: duration, event: "ended" }]);
}

function pickEvent(second: number): string {
  if (second % 600 === 599) return "pause";
  return second % 900 === 450 ? "seek" : "play";
}
