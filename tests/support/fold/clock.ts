import { vi } from "vitest";

/** The time of a history, and the windows that close with it. */
export class Clock {
  windowSeconds = 86_400;

  wait(seconds: number): void {
    vi.setSystemTime(Date.now() + seconds * 1_000);
  }

  /** Waits until the window that is open now is closed, or until some milliseconds before or after that. */
  waitForClose(milliseconds: number): void {
    vi.setSystemTime(this.#endOfWindow() + this.#delay() + milliseconds);
  }

  nameOpenWindow(): string {
    return formatTime(this.#endOfWindow());
  }

  nameClosedWindow(): string {
    const length = this.windowSeconds * 1_000;
    return formatTime(Math.floor((Date.now() - this.#delay()) / length) * length);
  }

  #endOfWindow(): number {
    const length = this.windowSeconds * 1_000;
    return (Math.floor(Date.now() / length) + 1) * length;
  }

  /** Milliseconds from the end of a window until it is closed: a tenth, but 11 seconds to 15 minutes. */
  #delay(): number {
    return Math.min(15 * 60_000, Math.max(11_000, this.windowSeconds * 100));
  }
}

/** Names the time as windows are named: by its second. */
function formatTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
