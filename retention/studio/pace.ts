/** How long work goes on before messages are heard, in milliseconds. */
const STRETCH = 40;

/** Tells what is done, such as "Reading spotify.har (2 of 5)". */
export interface Progress {
  readonly text: string;
  /** From 0 to 1, of a large file. */
  readonly part?: number;
}

/** Lets work that takes seconds be watched, and stopped. */
export class Pace {
  readonly #signal: AbortSignal;
  readonly #tell: (progress: Progress) => void;
  #since = performance.now();

  constructor(signal = new AbortController().signal, tell: (progress: Progress) => void = () => {}) {
    this.#signal = signal;
    this.#tell = tell;
  }

  tell(text: string, part?: number): void {
    this.#tell({ text, ...(part !== undefined && { part }) });
  }

  /** Checks whether an error is that of work that was stopped. */
  isStop(error: unknown): boolean {
    return this.#signal.aborted && error === this.#signal.reason;
  }

  /** Does work, and hears messages between its steps. @throws as {@link pause} */
  async finish<Result>(work: Iterator<void, Result>): Promise<Result> {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      await this.pause();
    }
  }

  /** Hears messages if it is time. @throws the signal's reason if the work is to stop */
  async pause(): Promise<void> {
    this.#signal.throwIfAborted();
    if (performance.now() - this.#since < STRETCH) return;
    await new Promise((resolve) => setTimeout(resolve));
    this.#since = performance.now();
    this.#signal.throwIfAborted();
  }
}
