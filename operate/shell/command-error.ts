/** An expected failure. Its message says all that the user needs. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
