/** Writes a fault to the log as one line of JSON, with its causes, for the operator alone. */
export function logFault(error: unknown, requestId: string | undefined): void {
  console.error(JSON.stringify({ level: "ERROR", requestId, error: describe(error) }));
}

/** Writes a warning to the log as one line of JSON. */
export function logWarning(message: string): void {
  console.warn(JSON.stringify({ level: "WARN", message }));
}

function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: describe(cause) }) };
}
