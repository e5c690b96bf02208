import { sayForCommand } from "../../cli/ways-out.ts";
import { findLabel } from "../../sources/base/codes.ts";
import { InputError, RecordError, type Refusal } from "../../sources/base/refusals.ts";

/** A refusal as the command tells it, and as its summary counts it. */
export function tell(refusal: Refusal) {
  const { line } = refusal;
  return { ...(line !== undefined && { line }), kind: findLabel(refusal), detail: sayForCommand(refusal) };
}

/** Tells an error that refuses a record or a source as the command does. */
export function tellError(error: unknown): never {
  if (error instanceof RecordError || error instanceof InputError) throw new Error(sayForCommand(error.refusal));
  throw error;
}

/** Does something whose refusal is to be told. */
export function told<Result>(act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    return tellError(error);
  }
}
