/**
 * An expected failure, with the status and the message that the caller gets. Any other error is a fault, and
 * the caller gets nothing of it.
 */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly statusCode: number;
  /** Makes Middy's error handler send the message, even with a 500. */
  readonly expose = true;
  readonly headers: Record<string, string>;

  constructor(statusCode: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.statusCode = statusCode;
    this.headers = headers;
  }
}
