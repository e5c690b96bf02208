import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Context } from "aws-lambda";
import { type Figures, round } from "../figures.ts";
import { BODIES, LARGEST } from "../measure/bodies.ts";
import { buildBundle } from "../measure/bundle.ts";
import { measureCalls } from "../measure/calls.ts";
import { startStub } from "../measure/stub.ts";

/** Calls in a round. A body takes some milliseconds. */
const CALLS = 5;

const CONTEXT = { awsRequestId: "bench" } as Context;

/**
 * Measures the CPU time of the deployed function `listen` for bodies that are meant to be expensive, beside the largest one
 * that an honest player sends, and the status of each answer.
 */
export async function measureBodies(folder: string): Promise<Figures> {
  const { env, readEvent, stop } = await startStub(folder);
  Object.assign(process.env, env);
  try {
    const file = join(folder, "listen.cjs");
    await writeFile(file, (await buildBundle("functions/listen.ts")).outputFiles[0]?.contents ?? "");
    const { handler } = createRequire(import.meta.url)(file);
    const event = await readEvent("listen");
    const statuses: Record<string, number> = {};
    const calls = Object.entries(BODIES).map(([name, body]) => [
      name,
      async () => {
        const { statusCode } = await handler({ ...event, body }, CONTEXT);
        statuses[name] = statusCode;
      },
    ]);
    const times = await measureCalls(CALLS, Object.fromEntries(calls));
    const largest = Number(times[LARGEST]);
    return Object.fromEntries(
      Object.entries(times).map(([name, time]) => [
        name,
        { "CPU ms": round(time), [`of ${LARGEST}`]: round(time / largest), status: statuses[name] ?? Number.NaN },
      ]),
    );
  } finally {
    stop();
  }
}
