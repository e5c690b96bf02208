import type { Span } from "../../lib/spans.ts";
import { listSeconds } from "../support/spans.ts";

/** What was heard of each source, in the order in which it was. */
export type Records = Readonly<Record<string, readonly Span[]>>;

/**
 * Runs in a page before its own scripts. Looks every 25 ms at what plays audibly: each element that was told to play,
 * and what `watch(source, read)` was given for players without an element. Knows nothing of the module under test.
 * `records()` returns what was heard. When the page goes away, sends that to the site, before the page's own listeners run.
 */
export const RECORDER = `{
  const heard = {};
  const players = new Map();
  const look = (source, position, isPlaying, rate, state) => {
    const now = performance.now();
    const spans = (heard[source] ??= []);
    const isSame = state.isPlaying && state.source === source;
    // What is more than this was a seek. Timers may be late: only the clock says how long it played.
    const longest = ((now - state.now) / 1000) * rate + 0.2;
    if (isSame && position > state.position && position - state.position <= longest) {
      const last = spans.at(-1);
      if (last?.end === state.position) last.end = position;
      else spans.push({ start: state.position, end: position });
    }
    Object.assign(state, { source, position, isPlaying, now });
  };
  const readElement = (audio) => {
    const isPlaying = !audio.paused && !audio.seeking && !audio.muted && audio.volume > 0 && audio.readyState > 0;
    return [audio.currentSrc.replace(/.*\\/|#.*/g, ""), audio.currentTime, isPlaying, audio.playbackRate];
  };
  const watch = (player, read) => players.set(player, { read, state: {} });
  const lookAtAll = () => {
    for (const { read, state } of players.values()) look(...read(), state);
  };
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    if (!players.has(this)) watch(this, () => readElement(this));
    return play.call(this);
  };
  setInterval(lookAtAll, 25);
  const records = () => {
    lookAtAll();
    return heard;
  };
  addEventListener("pagehide", () => navigator.sendBeacon("/records", JSON.stringify(records())));
  Object.assign(window, { records, watch });
}`;

/**
 * Says second by second how what was reported differs from what was heard. A second of which less was heard than `lag` may be missing, and one that began less than
 * a tenth of a second after the last look may be there.
 *
 * @param lag seconds of the episode: a quarter of a second times the speed, before a seek or another source
 */
export function compare(reported: readonly number[], heard: readonly Span[] = [], lag = 0.1, speed = 1) {
  const must = listSeconds(heard.map(({ start, end }) => ({ start: start + 0.1 * speed, end: end - lag * speed })));
  const may = listSeconds(
    heard.map(({ start, end }) => ({ start: Math.max(0, start - 0.1 * speed), end: end + 0.1 * speed })),
  );
  return {
    missing: must.filter((second) => !reported.includes(second)),
    added: reported.filter((second) => !may.includes(second)),
  };
}
