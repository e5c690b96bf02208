/** Consecutive positions of an episode, in seconds. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Lists the seconds of an episode of which some part was played, in ascending order. */
export function listSeconds(stretches: readonly Stretch[]): number[] {
  const seconds = new Set<number>();
  for (const { from, to } of stretches) for (let second = Math.floor(from); second < to; second++) seconds.add(second);
  return [...seconds].sort((one, other) => one - other);
}

/** As much of an HTML media element as a player's report needs. Tests say what it plays. */
export class FakeAudio extends EventTarget {
  currentTime = 0;
  playbackRate = 1;
  readyState = 4;
  paused = true;
  ended = false;
  seeking = false;
  /** All that was played, in the order in which it was. */
  readonly stretches: Stretch[] = [];

  /** As browsers do, merges what touches. */
  get played() {
    const ranges: { from: number; to: number }[] = [];
    for (const { from, to } of this.stretches.toSorted((one, other) => one.from - other.from)) {
      const last = ranges.at(-1);
      if (last && from <= last.to) last.to = Math.max(last.to, to);
      else ranges.push({ from, to });
    }
    const find = (index: number) => ranges[index] ?? { from: Number.NaN, to: Number.NaN };
    return {
      length: ranges.length,
      start: (index: number) => find(index).from,
      end: (index: number) => find(index).to,
    };
  }

  /** Plays some seconds of the episode. The page hears of it every quarter of a second, and not of what is left over. */
  play(seconds: number): void {
    this.paused = false;
    const end = this.currentTime + seconds;
    for (const step = this.playbackRate / 4; this.currentTime + step <= end; this.#fire("timeupdate"))
      this.#move(this.currentTime + step);
    this.#move(end);
  }

  /** Plays while the page does not hear of it at all, and then says where playback is. */
  leap(seconds: number): void {
    this.paused = false;
    this.#move(this.currentTime + seconds);
    this.#fire("timeupdate");
  }

  pause(): void {
    this.paused = true;
    this.#fire("timeupdate", "pause");
  }

  /** Playback arrives at the end of the episode. */
  finish(): void {
    Object.assign(this, { paused: true, ended: true });
    this.#fire("timeupdate", "pause", "ended");
  }

  /** @param landing where playback goes on, which may be near the target only */
  seek(target: number, landing = target): void {
    Object.assign(this, { seeking: true, ended: false, currentTime: target });
    this.#fire("seeking", "timeupdate");
    Object.assign(this, { seeking: false, currentTime: landing });
    this.#fire("timeupdate", "seeked");
  }

  /** Pauses and seeks in one turn of a script: the page hears of both only when the seek is under way. */
  pauseAndSeek(target: number): void {
    Object.assign(this, { paused: true, seeking: true, ended: false, currentTime: target });
    this.#fire("timeupdate", "pause", "seeking");
    this.seeking = false;
    this.#fire("timeupdate", "seeked");
  }

  changeRate(rate: number): void {
    this.playbackRate = rate;
    this.#fire("ratechange");
  }

  /** Loads a resource, and waits for its data. */
  load(): void {
    this.stretches.length = 0;
    Object.assign(this, { paused: true, ended: false, readyState: 0, currentTime: 0 });
    this.#fire("emptied");
  }

  #move(position: number): void {
    if (position > this.currentTime) this.stretches.push({ from: this.currentTime, to: position });
    this.currentTime = position;
  }

  #fire(...types: string[]): void {
    for (const type of types) this.dispatchEvent(new Event(type));
  }
}
