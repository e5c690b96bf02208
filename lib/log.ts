import { inspect } from "node:util";

/**
 * What is logged of a fault at most: causes of causes (an error may be its own one), the errors that each of these
 * stands for, and characters of each text. All of it, in ASCII, is half of the 256 KB that CloudWatch takes as one event.
 */
const MAX_CAUSES = 4;
const MAX_ERRORS = 4;
const MAX_TEXT_LENGTH = 2_000;

/** Writes a fault, whatever was thrown, to the log as one line of JSON, with its causes, for the operator alone. */
export function logFault(error: unknown, requestId: string | undefined): void {
  console.error(toLine({ level: "ERROR", requestId, error: describe(error) }));
}

/** What a line of the log is about. */
interface Subject {
  /** Lambda's id of the request. */
  readonly requestId: string;
  /** The claim `s` of a token. */
  readonly tokenId?: string;
}

/** Writes a warning to the log as one line of JSON. */
export function logWarning(message: string, subject?: Subject): void {
  console.warn(toLine({ level: "WARN", message, ...subject }));
}

/** Writes what happened to the log as one line of JSON. */
export function logInfo(message: string, subject: Subject): void {
  console.info(toLine({ level: "INFO", message, ...subject }));
}

/** Where Lambda itself writes JSON, it takes objects as they are, so that their members can be queried. */
function toLine(entry: object): object | string {
  return process.env.AWS_LAMBDA_LOG_FORMAT === "JSON" ? entry : JSON.stringify(entry);
}

/** Any error, made of strings that are short enough; one that can't be read is no reason to log nothing. */
function describe(error: unknown, depth = 0): object {
  try {
    if (!(error instanceof Error)) return { message: toText(error) };
    const { name, message, stack, cause, errors }: Partial<AggregateError> = error;
    const texts = { name: toText(name), message: toText(message), stack: toText(stack) };
    if (depth === MAX_CAUSES) return texts;
    return {
      ...texts,
      ...(cause !== undefined && { cause: describe(cause, depth + 1) }),
      ...(Array.isArray(errors) && { errors: errors.slice(0, MAX_ERRORS).map((one) => describe(one, MAX_CAUSES)) }),
    };
  } catch {
    return { message: "(unreadable)" };
  }
}

/** Leaves out the middle of a long text: a stack ends with the lines that tell where it was. */
function toText(value: unknown): string {
  const text = redact(typeof value === "string" ? value : inspect(value, { depth: 0 }));
  const half = MAX_TEXT_LENGTH / 2;
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, half)}…${text.slice(-half)}` : text;
}

/** DynamoDB answers a wrong signature with all that was signed, and the session token is part of that. */
function redact(text: string): string {
  const token = process.env.AWS_SESSION_TOKEN;
  return token ? text.replaceAll(token, "(AWS_SESSION_TOKEN)") : text;
}
