import { vi } from "vitest";
import type { Span } from "../../lib/spans.ts";

/** As much of an HTML media element as a player's report needs. Tests say what it plays. */
export class FakeAudio extends EventTarget {
  readonly nodeName = "AUDIO";
  readonly ownerDocument = { defaultView: {} };
  currentTime = 0;
  playbackRate = 1;
  readyState = 4;
  paused = true;
  ended = false;
  seeking = false;
  muted = false;
  volume = 1;
  /** Where events go that capture, besides this element. */
  parent: EventTarget | undefined;
  /** What was heard of the source, but for the moment before a seek or a change, of which the page was not told. */
  readonly heard: Span[] = [];
  #told = 0;

  /** Plays some seconds of the episode. The page hears of it every quarter of a second, and not of what is left over. */
  play(seconds: number): void {
    this.#start();
    const end = this.currentTime + seconds;
    for (const step = this.playbackRate / 4; this.currentTime + step <= end; this.#tell("timeupdate"))
      this.#move(this.currentTime + step);
    this.#move(end);
  }

  /** Plays while the page does not hear of it at all, and then says where playback is. */
  leap(seconds: number): void {
    this.#start();
    this.#move(this.currentTime + seconds);
    this.#tell("timeupdate");
  }

  pause(): void {
    this.paused = true;
    this.#tell("timeupdate", "pause");
  }

  /** Playback arrives at the end of the episode. */
  finish(): void {
    Object.assign(this, { paused: true, ended: true });
    this.#tell("timeupdate", "pause", "ended");
  }

  /**
   * The position moves at once, and events that were under way come with the new one.
   *
   * @param landing where playback goes on, which may be near the target only
   */
  seek(target: number, landing = target): void {
    this.#forget();
    Object.assign(this, { seeking: true, ended: false, currentTime: target });
    this.#tell("timeupdate", "seeking", "timeupdate");
    Object.assign(this, { seeking: false, currentTime: landing });
    this.#tell("timeupdate", "seeked", ...(this.paused ? [] : ["playing"]));
  }

  /** Pauses and seeks in one turn of a script: the page hears of both only when the seek is under way. */
  pauseAndSeek(target: number): void {
    this.paused = true;
    this.seek(target);
    this.#tell("pause");
  }

  changeVolume(members: { readonly muted?: boolean; readonly volume?: number }): void {
    Object.assign(this, members);
    if (!this.#isAudible) this.#forget();
    this.#tell("volumechange");
  }

  /** The page reads the position by itself. */
  beRead(): void {
    this.#told = this.heard.length;
  }

  /** Loads another source, and waits for its data. Returns what was heard of the one before. */
  load(): Span[] {
    this.#forget();
    const heard = this.heard.splice(0);
    Object.assign(this, { paused: true, ended: false, readyState: 0, currentTime: 0 });
    this.#tell("timeupdate", "emptied");
    return heard;
  }

  get #isAudible(): boolean {
    return !this.muted && this.volume > 0;
  }

  #start(): void {
    const wasPaused = this.paused;
    Object.assign(this, { paused: false, readyState: 4 });
    if (wasPaused) this.#tell("playing");
  }

  #move(position: number): void {
    vi.setSystemTime(Date.now() + (1_000 * (position - this.currentTime)) / this.playbackRate);
    if (position > this.currentTime && this.#isAudible) this.heard.push({ start: this.currentTime, end: position });
    this.currentTime = position;
  }

  #tell(...types: string[]): void {
    this.beRead();
    for (const type of types) {
      this.dispatchEvent(new Event(type));
      this.parent?.dispatchEvent(Object.defineProperty(new Event(type), "target", { value: this }));
    }
  }

  #forget(): void {
    this.heard.length = this.#told;
  }
}
