import { EventEmitter } from "node:events";
import type { Plugin } from "vitest/config";
import { type PoolOptions, type PoolWorker, ThreadsPoolWorker } from "vitest/node";

/** Used by one test file after the other, and by one run after the other. */
let thread: ThreadsPoolWorker | undefined;

/**
 * Runs each test file in the same thread, which need not load the packages again. It loads our modules anew for each file.
 * A run of few tests takes a tenth of the time, and mutation testing has thousands of them.
 */
class KeptThread implements PoolWorker {
  readonly name = "kept thread";
  readonly cacheFs = true;
  readonly #thread: ThreadsPoolWorker;
  readonly #answers = new EventEmitter();

  constructor(options: PoolOptions) {
    thread ??= new ThreadsPoolWorker(options);
    this.#thread = thread;
  }

  async start(): Promise<void> {
    await this.#thread.start();
  }

  async stop(): Promise<void> {}

  /** Answers a request to stop in the thread's place. */
  send(message: Parameters<PoolWorker["send"]>[0]): void {
    if (message.type === "stop") this.#answers.emit("message", { type: "stopped", __vitest_worker_response__: true });
    else this.#thread.send(message);
  }

  on(event: string, callback: (message: unknown) => void): void {
    this.#answers.on(event, callback);
    this.#thread.on(event, callback);
  }

  off(event: string, callback: (message: unknown) => void): void {
    this.#answers.off(event, callback);
    this.#thread.off(event, callback);
  }

  deserialize(data: unknown): unknown {
    return this.#thread.deserialize(data);
  }
}

/** Makes Vitest run the tests in one thread, whatever pool its caller asks for. */
export const keptThread: Plugin = {
  name: "kept-thread",
  configureVitest({ project }) {
    const poolRunner = { name: "kept thread", createPoolWorker: (options: PoolOptions) => new KeptThread(options) };
    Object.assign(project.config, { pool: poolRunner.name, poolRunner });
  },
};
