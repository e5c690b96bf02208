import type { Context } from "aws-lambda";
import type { Threshold } from "../episode/counted-chart.ts";
import { type LogCode, logFault, logWarning } from "../log.ts";

/** Milliseconds before Lambda's time-out from which a run only saves how far it has come. */
const MARGIN_MS = 60_000;

/** What became of a window's listening to an episode. */
export type Decision =
  | "counted"
  /** By an earlier run, or another one. */
  | "counted before"
  /** An operator has marked the window. */
  | "dropped"
  /** The item holds a chart from elsewhere. */
  | "imported"
  /** There is no item. */
  | "gone"
  /** The item is malformed, or has no room for counts. */
  | "refused"
  /** The window is too old. */
  | "expired";

/** How the fold of a partition ended: at the end, early, not begun because counting is paused, or with an error. */
export type Ending = "folded" | "stopped" | "paused" | "failed";

/** What a run needs of Lambda's context. */
type RunContext = Pick<Context, "awsRequestId" | "getRemainingTimeInMillis">;

/** Thrown when a run has no time left. */
export class TimeUpError extends Error {
  override readonly name = "TimeUpError";
  /** The episode whose listens are being read; undefined if none are. */
  readonly guid: string | undefined;

  constructor(guid: string | undefined) {
    super(`The run ended inside the episode ${JSON.stringify(guid)}, which holds its partition.`);
    this.guid = guid;
  }
}

/** One run of the function `update`: what it is to do, and what it has done. */
export class Run {
  /** The last window to fold. */
  readonly closed: string;
  readonly threshold: Threshold;
  listensRead = 0;
  /** How the fold of each partition ended. */
  readonly endings = new Map<string, Ending>();
  readonly #context: RunContext;
  readonly #decisions = new Map<Decision, number>();
  readonly #begun = performance.now();
  readonly #said = new Set<string>();

  constructor(context: RunContext, closed: string, threshold: Threshold) {
    this.#context = context;
    this.closed = closed;
    this.threshold = threshold;
  }

  get isOver(): boolean {
    return this.#context.getRemainingTimeInMillis() < MARGIN_MS;
  }

  /** @throws TimeUpError */
  requireTime(guid?: string): void {
    if (this.isOver) throw new TimeUpError(guid);
  }

  addDecision(decision: Decision): void {
    this.#decisions.set(decision, (this.#decisions.get(decision) ?? 0) + 1);
  }

  /** Logs an error, and whether it is ours or DynamoDB's. */
  logProblem(error: unknown, guid?: string): void {
    logFault(error, this.#context.awsRequestId, {
      ...(isOutage(error) && { code: "outage" }),
      ...(guid !== undefined && { guid }),
    });
  }

  /** Logs an error unless this run has logged one of the same name. */
  logProblemOnce(error: Error): void {
    if (!this.#isSaid(error.name)) this.logProblem(error);
  }

  /** Logs a warning unless this run has logged one of the same code. */
  warnOnce(code: LogCode, message: string): void {
    if (!this.#isSaid(code)) logWarning(code, message, { requestId: this.#context.awsRequestId });
  }

  /** @throws Error if a partition has failed */
  requireSuccess(): void {
    const { failed = 0 } = this.#countEndings();
    if (failed > 0) throw new Error(`Partitions that could not be folded: ${failed}. The log says why.`);
  }

  /** Sums up for the log: seconds, listens, episodes and windows by decision, partitions by ending. */
  summarize(): Record<string, number> {
    const seconds = Math.round(performance.now() - this.#begun) / 1_000;
    return { seconds, listens: this.listensRead, ...Object.fromEntries(this.#decisions), ...this.#countEndings() };
  }

  #countEndings(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const ending of this.endings.values()) if (ending !== "folded") counts[ending] = (counts[ending] ?? 0) + 1;
    return counts;
  }

  #isSaid(what: string): boolean {
    const isSaid = this.#said.has(what);
    this.#said.add(what);
    return isSaid;
  }
}

/** Errors that are ours: DynamoDB calls the request invalid, or the SDK can't write the request or read the answer. */
const OURS = ["ValidationException", "SerializationException", "TypeError"];

/**
 * Checks whether an error says that DynamoDB throttled a request, refused it or could not be reached, rather than that
 * something of ours is wrong. The SDK marks each error of a request that it gives up.
 */
export function isOutage(error: unknown): boolean {
  return error instanceof Error && "$metadata" in error && !OURS.includes(error.name);
}
