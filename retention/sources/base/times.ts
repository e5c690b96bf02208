/** Formats seconds as messages have them: `5,400 s`, `0.5 s`. */
export function formatSeconds(seconds: number): string {
  if (seconds > Number.MAX_SAFE_INTEGER) return `${seconds} s`;
  return `${seconds.toLocaleString("en", { maximumFractionDigits: 2 })} s`;
}

/** Formats seconds as a place in an episode: `4:05`, or `1:04:05` from one hour on. */
export function formatTime(seconds: number): string {
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor((whole % 3_600) / 60);
  const padded = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${padded}` : `${minutes}:${padded}`;
}
