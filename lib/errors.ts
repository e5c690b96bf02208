/** The statuses of expected failures, by their codes. A code never changes with the words of a message. */
const STATUSES = {
  "secret-key-not-configured": 500,
  "public-key-not-configured": 500,
  "invalid-public-key": 400,
  "invalid-lifetime": 400,
  unauthorized: 401,
  "invalid-body": 400,
  "token-not-found": 404,
  "episode-not-found": 404,
  "no-data": 404,
  fault: 500,
} as const;

export type FailureCode = keyof typeof STATUSES;

/** An error that the log names by a code. */
export class CodedError<Code extends string = string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * An expected failure, with the message that the caller gets, and the status of its code. Any other error is a fault, and
 * the caller gets nothing of it.
 */
export class HttpError extends CodedError<FailureCode> {
  override readonly name = "HttpError";
  readonly statusCode: number;
  /** Makes Middy's error handler send the message, even with a 500. */
  readonly expose = true;
  readonly headers: Record<string, string>;

  constructor(code: FailureCode, message: string, headers: Record<string, string> = {}) {
    super(code, message);
    this.statusCode = STATUSES[code];
    this.headers = headers;
  }
}
