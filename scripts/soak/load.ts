import type { Answer, Client } from "./client.ts";
import type { Kind } from "./kinds.ts";

/** What the requests of one kind came to. */
export interface Result {
  readonly kind: Kind;
  /** How long each answer took, in milliseconds. */
  readonly times: number[];
  /** Requests without an answer. */
  errors: number;
  /** Answers that are not what they have to be. */
  wrong: number;
}

/** One stretch of a soak. */
export interface Stretch {
  readonly connections: number;
  readonly requests: number;
  /** When to stop, whatever is left, as `performance.now()` tells the time. */
  readonly end: number;
  /** How many requests are done before the second connection comes, and then before each further one. */
  readonly pace: number;
}

const MAX_DESCRIBED = 5;

/** Nothing yet, for each kind. */
export const startResults = (kinds: readonly Kind[]): readonly Result[] =>
  kinds.map((kind) => ({ kind, times: [], errors: 0, wrong: 0 }));

/**
 * Sends requests of all kinds in turn until all are sent or the time is up, over connections that come
 * one by one. The local server starts a thread for each request that is under way, and, unlike Lambda,
 * takes that time off the function's: so many at once would not be ready before it is up.
 * Describes the first failures on the standard error.
 *
 * @param results what there is so far; what comes is added to it
 * @param onDone is called after each request
 */
export async function sendAll(
  client: Client,
  results: readonly Result[],
  { connections, requests, end, pace }: Stretch,
  onDone: () => void,
): Promise<void> {
  const turns = computeTurns(results);
  let sent = 0;
  let done = 0;
  let described = 0;
  const work = async (index: number): Promise<void> => {
    let next: Promise<void> | undefined;
    while (sent < requests && performance.now() < end) {
      const result = turns[sent++ % turns.length] as Result;
      const failure = await trySend(client, result);
      if (failure && described++ < MAX_DESCRIBED) console.error(`${result.kind.name}: ${failure}`);
      done++;
      onDone();
      if (index + 1 < connections && done > (index + 1) * pace) next ??= work(index + 1);
    }
    await next;
  };
  await work(0);
}

/** A hundred turns, those of each kind evenly spread. */
function computeTurns(results: readonly Result[]): readonly Result[] {
  return results
    .flatMap((result) =>
      Array.from({ length: result.kind.share }, (_, i) => ({ result, at: (i + 0.5) / result.kind.share })),
    )
    .sort((one, other) => one.at - other.at)
    .map(({ result }) => result);
}

/** Sends one request and takes note of what came of it: nothing, if all is well, else what is wrong. */
async function trySend(client: Client, result: Result): Promise<string | undefined> {
  const { compose, check } = result.kind;
  const start = performance.now();
  let answer: Answer;
  try {
    answer = await client.send(compose());
  } catch (error) {
    result.errors++;
    return String(error);
  }
  result.times.push(performance.now() - start);
  try {
    check(answer);
    return undefined;
  } catch (error) {
    result.wrong++;
    return String(error);
  }
}
