import {
  isTranscript,
  MAX_TRANSCRIPT_MEGABYTES,
  parseTranscript,
  type Transcript,
} from "../../sources/transcripts/transcript.ts";
import type { FileKind } from "./linked-file.ts";

/** Transcripts of all formats: types of links are often wrong. */
export const TRANSCRIPT_FILE: FileKind<Transcript> = {
  singular: "transcript",
  plural: "transcripts",
  accept: "text/vtt, application/x-subrip, application/srt, application/json;q=0.9, text/html;q=0.8, */*;q=0.5",
  maxMegabytes: MAX_TRANSCRIPT_MEGABYTES,
  parse: parseTranscript,
  isContent: isTranscript,
};
