import type { DroppedFile } from "./open-file.ts";
import type { Progress } from "./pace.ts";
import type { View } from "./view.ts";

/** What the page asks the worker for. Each is answered once, in order; `stop` is not answered itself. */
export type WorkerRequest =
  | { readonly kind: "add"; readonly files: readonly DroppedFile[] }
  | { readonly kind: "remove"; readonly id: string }
  | { readonly kind: "choose"; readonly key: string; readonly guid?: string }
  | { readonly kind: "set duration"; readonly guid: string; readonly text: string }
  | { readonly kind: "take zeros"; readonly id: string }
  | { readonly kind: "report" }
  | { readonly kind: "save" }
  | { readonly kind: "stop" };

/** What the worker tells. All but `progress` is the answer to a request. */
export type WorkerReply =
  | ({ readonly kind: "progress" } & Progress)
  | { readonly kind: "view"; readonly view: View; readonly isStopped?: true }
  | { readonly kind: "report"; readonly view: View; readonly page: Blob }
  | { readonly kind: "saved"; readonly view: View; readonly page: Blob; readonly name: string }
  | { readonly kind: "failed"; readonly reason: string };
