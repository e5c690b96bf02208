import type { Progress } from "./pace.ts";
import type { View } from "./view.ts";

/** A file of the page, by its number. In WebKit, a worker of a page from disk can read no Blob: the page reads for it. */
export interface NumberedFile {
  readonly name: string;
  readonly number: number;
  readonly size: number;
}

/** What the page asks the worker for. Each is answered once, in order. */
export type WorkerRequest =
  | { readonly kind: "add"; readonly files: readonly NumberedFile[] }
  | { readonly kind: "remove"; readonly ids: readonly string[] }
  | { readonly kind: "choose"; readonly key: string; readonly guid?: string }
  /** Takes all that is suggested. */
  | { readonly kind: "accept all" }
  | { readonly kind: "example" }
  /** Says whether the files of another show are taken. */
  | { readonly kind: "mix"; readonly isTogether: boolean }
  | { readonly kind: "set duration"; readonly guid: string; readonly text: string }
  | { readonly kind: "take zeros"; readonly id: string }
  | { readonly kind: "report" }
  /** @param hasAudio whether the file may have addresses of audio */
  | { readonly kind: "save"; readonly hasAudio: boolean };

/** What the page tells the worker at any time: to stop, or whether the host reads sponsors' spots. */
export type WorkerMessage = { readonly kind: "stop" } | { readonly kind: "answered"; readonly isHostRead: boolean };

/** What the worker asks the page to read. */
export interface ReadOrder {
  readonly kind: "read";
  readonly number: number;
  readonly from: number;
  readonly to: number;
  /** Takes the {@link ReadResult}. */
  readonly port: MessagePort;
}

/** Bytes, or why they can't be read. */
export type ReadResult = ArrayBuffer | string;

/** What the worker tells. All but `progress` is the answer to a request. A page is in UTF-8. */
export type WorkerReply =
  | ({ readonly kind: "progress" } & Progress)
  | { readonly kind: "view"; readonly view: View; readonly isStopped?: true }
  | { readonly kind: "report"; readonly view: View; readonly page: Uint8Array<ArrayBuffer> }
  | {
      readonly kind: "saved";
      readonly view: View;
      readonly page: Uint8Array<ArrayBuffer>;
      readonly name: string;
      readonly hasAudio: boolean;
    }
  | { readonly kind: "failed"; readonly reason: string };
