import { describe, expect, it } from "vitest";
import type { Batch } from "../../scripts/charts/import/records/batch.ts";
import { BufferPool } from "../../scripts/charts/import/records/batches.ts";
import { type Refusal, SourceError } from "../../scripts/charts/import/records/refusals.ts";
import { SessionPool } from "../../scripts/charts/import/sessions/pool.ts";

/** Makes a batch of one record that is not a session. */
function makeBadBatch(line: number, length: number): Batch {
  return { bytes: new Uint8Array(length).fill(0x5b), spans: [{ start: 0, end: length, line }] };
}

describe("the threads that count sessions", () => {
  it("finish a file that can't be read to its end before the next one begins", async () => {
    const pool = new SessionPool({ durations: { byGuid: new Map() }, interval: 1 });
    const countLines = async (batches: () => AsyncGenerator<Batch>) => {
      const lines: Refusal["line"][] = [];
      const error = await pool
        .count(batches(), new BufferPool(), ({ line }) => lines.push(line))
        .catch((error) => error);
      return { lines, error };
    };
    const broken = countLines(async function* () {
      yield makeBadBatch(1, 8_000_000);
      throw new SourceError("it ends in the middle");
    });
    expect(await broken).toEqual({ lines: [1], error: expect.any(SourceError) });

    const next = countLines(async function* () {
      for (let line = 2; line < 12; line++) yield makeBadBatch(line, 10);
    });
    const { lines, error } = await next;
    expect(error).toBeUndefined();
    expect(lines.toSorted()).toEqual([10, 11, 2, 3, 4, 5, 6, 7, 8, 9]);
    await pool.close();
  });
});
