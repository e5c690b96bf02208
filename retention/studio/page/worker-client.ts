import type { NumberedFile, ReadOrder, ReadResult, WorkerMessage, WorkerReply, WorkerRequest } from "../protocol.ts";
import type { ChosenFile } from "./collect.ts";

/** The code of the worker, which stands before this script: a page from disk can't load any. */
declare const WORKER: string;

/** What of trusted types is used, which not all engines have. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

declare const trustedTypes: TrustedTypes | undefined;

/** Name of the policy that the page's Content-Security-Policy allows, once. */
const POLICY = "worker";

/** What the page asks for: of files, those that were dropped. */
export type PageRequest =
  | Exclude<WorkerRequest, { kind: "add" }>
  | { readonly kind: "add"; readonly files: readonly ChosenFile[] };

export type Ask = (request: PageRequest) => void;

/** The worker, which computes. The page reads the files for it. */
export class Client {
  readonly #worker: Worker;
  readonly #files: Blob[] = [];
  /** What was asked and is not answered yet, in order. */
  readonly #open: PageRequest["kind"][] = [];

  /** @param onReply called with each reply, and whether others are to come */
  constructor(onReply: (reply: WorkerReply, isBusy: boolean) => void) {
    this.#worker = startWorker();
    this.#worker.addEventListener("message", ({ data }: MessageEvent<WorkerReply | ReadOrder>) => {
      if (data.kind === "read") return void this.#read(data);
      if (data.kind !== "progress") this.#open.shift();
      onReply(data, this.#open.length > 0);
    });
    this.#worker.addEventListener("error", ({ message }) => {
      this.#open.length = 0;
      onReply({ kind: "failed", reason: message }, false);
    });
  }

  ask(request: PageRequest): void {
    // A second click begins no report anew.
    if (request.kind === "report" && this.#open.at(-1) === "report") return;
    this.#open.push(request.kind);
    const message: WorkerRequest =
      request.kind === "add" ? { kind: "add", files: request.files.map((file) => this.#number(file)) } : request;
    this.#worker.postMessage(message);
  }

  /** Tells what has no answer. Where it stops what is done now, what was asked for after it is done all the same. */
  tell(message: WorkerMessage): void {
    this.#worker.postMessage(message);
  }

  #number({ name, file }: ChosenFile): NumberedFile {
    return { name, size: file.size, number: this.#files.push(file) - 1 };
  }

  async #read({ number, from, to, port }: ReadOrder): Promise<void> {
    const read = (this.#files[number] ?? new Blob()).slice(from, to).arrayBuffer();
    const result: ReadResult = await read.catch((error) => (error instanceof Error ? error.message : String(error)));
    port.postMessage(result, typeof result === "string" ? [] : [result]);
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
