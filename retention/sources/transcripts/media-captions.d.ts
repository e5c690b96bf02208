/** What is used of media-captions, whose own types lack the endings of files that Node.js's resolution needs. */
declare module "media-captions" {
  /** Text, or an element of a cue. */
  export type CueNode =
    | { readonly type: "text"; readonly data: string }
    | { readonly type: "v"; readonly voice?: string; readonly children: readonly CueNode[] }
    | { readonly type: "c" | "timestamp"; readonly children: readonly CueNode[] };

  export interface CaptionCue {
    /** Seconds. */
    readonly startTime: number;
    readonly endTime: number;
    readonly text: string;
  }

  export function tokenizeVTTCue(cue: CaptionCue): CueNode[];
}
