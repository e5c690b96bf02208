/**
 * An expected failure: the status and the text that its caller sees. Whatever else is thrown
 * counts as a fault, and nothing of it reaches the caller.
 */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly statusCode: number;
  /** Tells Middy's error handler that the caller may see the message, also that of a 500. */
  readonly expose = true;
  readonly headers: Record<string, string>;

  constructor(statusCode: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.statusCode = statusCode;
    this.headers = headers;
  }
}
