const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** Formats a date, given as YYYY-MM-DD, without a break: `24 Nov 2025`, or if it is in the given year, `24 Nov`. */
export function formatDate(date: string, year = ""): string {
  const time = Date.parse(date);
  if (Number.isNaN(time)) return date;
  const parts = year !== "" && date.startsWith(year) ? [dates.format(time)] : [dates.format(time), date.slice(0, 4)];
  return parts.join(" ").replaceAll(" ", "\u00a0");
}
