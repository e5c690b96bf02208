import type { DroppedFile } from "../open-file.ts";
import type { NumberedFile, ReadOrder, WorkerMessage } from "../protocol.ts";

/** Who waits for what the page reads. */
interface PendingRead {
  readonly resolve: (bytes: ArrayBuffer) => void;
  readonly reject: (error: Error) => void;
}

/** The files of the page, which reads them. */
export class RemoteFiles {
  readonly #order: (order: ReadOrder) => void;
  readonly #open = new Map<number, PendingRead>();
  #tickets = 0;

  constructor(order: (order: ReadOrder) => void) {
    this.#order = order;
  }

  create({ name, number, size }: NumberedFile): DroppedFile {
    const slice = (from: number, to: number) => ({ arrayBuffer: () => this.#read(number, from, to) });
    return { name, file: { size, slice } };
  }

  /** Takes what the page has read. */
  take(message: Exclude<WorkerMessage, { kind: "stop" }>): void {
    const open = this.#open.get(message.ticket);
    this.#open.delete(message.ticket);
    if (message.kind === "bytes") open?.resolve(message.bytes);
    else open?.reject(new Error(message.reason));
  }

  #read(number: number, from: number, to: number): Promise<ArrayBuffer> {
    const ticket = this.#tickets++;
    return new Promise((resolve, reject) => {
      this.#open.set(ticket, { resolve, reject });
      this.#order({ kind: "read", ticket, number, from, to });
    });
  }
}
