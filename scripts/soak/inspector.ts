/** A thread whose garbage has been collected. */
export interface Thread {
  /** No other thread of the process has it, or had it. */
  readonly id: string;
  /** The URL of what it runs, or MAIN_THREAD. */
  readonly script: string;
  /** What is left: its heap and what that keeps outside of it, such as buffers, in bytes. */
  readonly bytes: number;
}

/** What comes from the inspector: an answer, which has an id, or an event. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly sessionId: string; readonly message: string; readonly workerInfo: { url: string } };
  readonly result?: { readonly usedSize: number; readonly backingStorageSize: number };
  readonly error?: { readonly message: string };
}

export const MAIN_THREAD = "main";

const NOTHING = { usedSize: Number.NaN, backingStorageSize: Number.NaN };
const GONE = "The service's inspector does not answer";

/**
 * Looks into the threads of a Node process that runs with `--inspect`.
 *
 * @see https://chromedevtools.github.io/devtools-protocol/v8/ and, for NodeWorker, Node's `node_protocol.pdl`
 */
export class Inspector {
  readonly #socket: WebSocket;
  readonly #scripts = new Map([[MAIN_THREAD, MAIN_THREAD]]);
  readonly #waiting = new Map<number, PromiseWithResolvers<Message>>();
  readonly #opened = Promise.withResolvers<void>();
  #count = 0;

  private constructor(url: string) {
    this.#socket = new WebSocket(url);
    this.#socket.addEventListener("message", ({ data }) => this.#take(JSON.parse(data)));
    this.#socket.addEventListener("open", () => this.#opened.resolve());
    this.#socket.addEventListener("close", () => {
      for (const { reject } of [this.#opened, ...this.#waiting.values()]) reject(new Error(GONE));
    });
  }

  /**
   * @param url what the process says when it starts
   * @throws Error if the process does not answer there
   */
  static async connect(url: string): Promise<Inspector> {
    const inspector = new Inspector(url);
    await inspector.#opened.promise;
    await inspector.#send("NodeWorker.enable", { waitForDebuggerOnStart: false });
    return inspector;
  }

  /** Collects the garbage of all threads, one after the other. */
  async collectGarbage(): Promise<readonly Thread[]> {
    const threads: Thread[] = [];
    for (const [id, script] of this.#scripts) {
      await this.#sendTo(id, "HeapProfiler.collectGarbage");
      const { result = NOTHING } = await this.#sendTo(id, "Runtime.getHeapUsage");
      threads.push({ id, script, bytes: result.usedSize + result.backingStorageSize });
    }
    return threads;
  }

  /** The process waits for this before it ends. */
  close(): void {
    this.#socket.close();
  }

  async #sendTo(sessionId: string, method: string): Promise<Message> {
    if (sessionId === MAIN_THREAD) return this.#send(method);
    const id = ++this.#count;
    const message = JSON.stringify({ id, method });
    const sent = this.#send("NodeWorker.sendMessageToWorker", { sessionId, message });
    const [answer] = await Promise.all([this.#wait(id), sent]);
    return answer;
  }

  #send(method: string, params = {}): Promise<Message> {
    const id = ++this.#count;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return this.#wait(id);
  }

  async #wait(id: number): Promise<Message> {
    if (this.#socket.readyState !== WebSocket.OPEN) throw new Error(GONE);
    const waiting = Promise.withResolvers<Message>();
    this.#waiting.set(id, waiting);
    return waiting.promise;
  }

  #take(message: Message): void {
    const { id, method, params, error } = message;
    if (id !== undefined) {
      const waiting = this.#waiting.get(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(message);
      this.#waiting.delete(id);
    } else if (params && method === "NodeWorker.attachedToWorker") {
      this.#scripts.set(params.sessionId, params.workerInfo.url);
    } else if (params && method === "NodeWorker.detachedFromWorker") {
      this.#scripts.delete(params.sessionId);
    } else if (params && method === "NodeWorker.receivedMessageFromWorker") {
      this.#take(JSON.parse(params.message));
    }
  }
}
