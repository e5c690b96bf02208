import type { WorkerReply, WorkerRequest } from "../protocol.ts";

/** The code of the worker, which stands before this script: a page from disk can't load any. */
declare const WORKER: string;

/** What of trusted types is used, which not all engines have. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

declare const trustedTypes: TrustedTypes | undefined;

/** Name of the policy that the page's Content-Security-Policy allows, once. */
const POLICY = "worker";

/** The worker, which reads files and computes the report. */
export class Client {
  readonly #worker: Worker;
  #open = 0;

  /** @param onAnswer called with each answer, and whether others are to come */
  constructor(onAnswer: (answer: WorkerReply, isBusy: boolean) => void) {
    this.#worker = startWorker();
    this.#worker.addEventListener("message", ({ data }: MessageEvent<WorkerReply>) => {
      if (data.kind !== "progress") this.#open--;
      onAnswer(data, this.#open > 0);
    });
    this.#worker.addEventListener("error", ({ message }) => {
      this.#open = 0;
      onAnswer({ kind: "failed", reason: message }, false);
    });
  }

  ask(request: WorkerRequest): void {
    this.#open++;
    this.#worker.postMessage(request);
  }

  /** Stops what is done now. What was asked for after it is done all the same. */
  stop(): void {
    this.#worker.postMessage({ kind: "stop" } satisfies WorkerRequest);
  }
}

/** Starts the worker from its own blob, the only script whose address the page's policy accepts. */
function startWorker(): Worker {
  const own = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
  const createScriptURL = (url: string) => {
    if (url !== own) throw new TypeError("Only the page's own worker may be started.");
    return url;
  };
  const policy =
    typeof trustedTypes === "undefined" ? { createScriptURL } : trustedTypes.createPolicy(POLICY, { createScriptURL });
  return new Worker(policy.createScriptURL(own));
}
