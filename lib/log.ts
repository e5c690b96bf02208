import { inspect } from "node:util";
import { CodedError } from "./errors.ts";
import { toPrintableJson } from "./printable.ts";

/**
 * Limits per logged fault: depth of causes (an error can be its own cause), errors per AggregateError, characters
 * per text. A fault at all limits, in ASCII, has half of the 256 KB that CloudWatch accepts as one event.
 */
const MAX_CAUSES = 4;
const MAX_ERRORS = 4;
const MAX_TEXT_LENGTH = 2_000;

/** What warnings and events are about. Filters of metrics and the queries of docs/operating.md look for these codes. */
export type LogCode =
  | "weak-key"
  | "wrong-public-key"
  | "episode-not-registered"
  | "listens-expired"
  | "counting-paused"
  | "admin-token-issued"
  | "episodes-registered"
  | "update-ended";

/** Logs any thrown value, with its causes, as one line of JSON. Its code is the error's, or `fault`. */
export function logFault(error: unknown, requestId: string | undefined, details?: Details): void {
  const code = error instanceof CodedError ? error.code : "fault";
  console.error(toLine({ level: "ERROR", code, requestId, ...details, error: describeError(error) }));
}

/** What a log line says besides, and is not secret, such as a token's claim `s`. */
type Details = Readonly<Record<string, string | number>>;

/** What a log line is about: Lambda's request id, and details. */
type Subject = { readonly requestId: string } & Details;

/** Logs a warning as one line of JSON. */
export function logWarning(code: LogCode, message: string, subject?: Subject): void {
  console.warn(toLine({ level: "WARN", code, message, ...subject }));
}

/** Logs an event as one line of JSON, unless the function's log has only warnings and errors, as in Lambda. */
export function logInfo(code: LogCode, message: string, subject: Subject): void {
  if (process.env.AWS_LAMBDA_LOG_LEVEL === "WARN") return;
  console.info(toLine({ level: "INFO", code, message, ...subject }));
}

/** With Lambda's JSON log format, returns the object itself: Lambda then logs members that can be queried. */
function toLine(entry: object): object | string {
  return process.env.AWS_LAMBDA_LOG_FORMAT === "JSON" ? entry : toPrintableJson(entry);
}

/** Describes any thrown value in strings of bounded length. Never throws, so every fault is logged. */
function describeError(error: unknown, depth = 0): object {
  try {
    if (!(error instanceof Error)) return { message: toText(error) };
    const { name, message, stack, cause, errors }: Partial<AggregateError> = error;
    const texts = { name: toText(name), message: toText(message), stack: toText(stack) };
    if (depth === MAX_CAUSES) return texts;
    return {
      ...texts,
      ...(cause !== undefined && { cause: describeError(cause, depth + 1) }),
      ...(Array.isArray(errors) && {
        errors: errors.slice(0, MAX_ERRORS).map((cause) => describeError(cause, MAX_CAUSES)),
      }),
    };
  } catch {
    return { message: "(unreadable)" };
  }
}

/** Shortens a long text in the middle, because the end of a stack shows where the error came from. */
function toText(value: unknown): string {
  const text = redact(typeof value === "string" ? value : inspect(value, { depth: 0 }));
  const half = MAX_TEXT_LENGTH / 2;
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, half)}…${text.slice(-half)}` : text;
}

/** Removes the session token, which DynamoDB quotes in its response to a wrong signature. */
function redact(text: string): string {
  const token = process.env.AWS_SESSION_TOKEN;
  return token ? text.replaceAll(token, "(AWS_SESSION_TOKEN)") : text;
}
