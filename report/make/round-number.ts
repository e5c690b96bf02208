/** Formats JSON with numbers of four decimals, as parts of a whole need. */
export function formatRounded(value: object): string {
  return JSON.stringify(value, (_, member) =>
    typeof member === "number" ? Math.round(member * 10_000) / 10_000 : member,
  );
}
