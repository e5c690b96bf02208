import type { JsonObject } from "../../lib/json.ts";
import { InputError, type Refusal } from "../../sources/base/refusals.ts";
import { takeRecords } from "../../sources/input/batch.ts";
import { readBatches } from "../../sources/input/batches.ts";
import { detectLayout } from "../../sources/input/detect.ts";
import { parseJsonObject } from "../../sources/input/json.ts";
import { CommandError } from "../shell/command.ts";
import { openInput } from "./input/input.ts";

/** A record of a file, and the line where it starts. */
export interface PlacedRecord {
  readonly record: JsonObject;
  readonly line: number;
}

/**
 * Reads the JSON records of a file, as an import reads them.
 *
 * @throws CommandError if it can't be read to its end, or at the first record that is not a JSON object
 */
export async function* readRecords(file: string): AsyncGenerator<PlacedRecord> {
  const fail = ({ line, detail }: Pick<Refusal, "line" | "detail">) => {
    throw new CommandError(`${file}${line === undefined ? "" : `:${line}`}: ${detail}`);
  };
  try {
    const { head, chunks } = await openInput(file, () => {});
    for await (const batch of readBatches(chunks, detectLayout(head), fail)) {
      const records: PlacedRecord[] = [];
      const [refusal] = takeRecords(batch, (record, line) => records.push({ record: parseJsonObject(record), line }));
      if (refusal) fail(refusal);
      yield* records;
    }
  } catch (error) {
    if (error instanceof InputError) fail({ line: error.line, detail: error.message });
    throw error;
  }
}
