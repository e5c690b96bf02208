import type { FileSource } from "../../sources/chart-import.ts";
import { readDocuments } from "../../sources/har/documents.ts";
import { openInput } from "./input/input.ts";
import { findRepeats } from "./input/repeats.ts";

/** Files by their paths, and the standard input as `-`. */
export const FILES: FileSource = {
  open: openInput,
  findRepeats,
  readDocuments: (_, input, format, say) => readDocuments(input, format, say),
};
