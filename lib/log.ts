/** Writes a fault to the log as one line of JSON, with its causes, for the operator alone. */
export function logFault(error: unknown, requestId: string | undefined): void {
  console.error(toLine({ level: "ERROR", requestId, error: describe(error) }));
}

/** Writes a warning to the log as one line of JSON. */
export function logWarning(message: string): void {
  console.warn(toLine({ level: "WARN", message }));
}

/** Where Lambda itself writes JSON, it takes objects as they are, so that their members can be queried. */
function toLine(entry: object): object | string {
  return process.env.AWS_LAMBDA_LOG_FORMAT === "JSON" ? entry : JSON.stringify(entry);
}

function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: describe(cause) }) };
}
