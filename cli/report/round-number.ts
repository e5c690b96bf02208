/** Rounds a member of JSON to four decimals if it is a number, as parts of a whole need. */
export function roundNumber(member: unknown): unknown {
  return typeof member === "number" ? Math.round(member * 10_000) / 10_000 : member;
}
