import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  computeClosedTime,
  computeClosedWindow,
  computeExpiry,
  computeWindow,
  isExpiring,
} from "../../lib/collector/window.ts";

const DAY = 86_400;
const lengths = fc.constantFrom(1, 10, 60, 600, 3_600, DAY, 7 * DAY);
const times = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2060, 0, 1) });

describe("a window", () => {
  it.each([
    ["2026-02-28T23:59:59.999Z", DAY, "2026-03-01T00:00:00Z"],
    ["2026-03-01T00:00:00.000Z", DAY, "2026-03-02T00:00:00Z"],
    ["2028-02-28T12:00:00.000Z", DAY, "2028-02-29T00:00:00Z"],
    ["2026-12-31T23:00:00.000Z", 3_600, "2027-01-01T00:00:00Z"],
    ["2026-03-01T12:00:09.999Z", 10, "2026-03-01T12:00:10Z"],
  ])("at %s with %i s is named %s, by its end", (time, length, name) => {
    expect(computeWindow(Date.parse(time), length)).toBe(name);
  });

  it.each([
    ["a week", 7 * DAY, 900],
    ["a day", DAY, 900],
    ["an hour", 3_600, 360],
    ["ten minutes", 600, 60],
    ["ten seconds", 10, 11],
  ])("of %s (%i s) closes %i s after its end", (_, length, delay) => {
    const end = (Math.floor(Date.UTC(2026, 2, 1) / (length * 1_000)) + 1) * length * 1_000;
    const name = computeWindow(end - 1, length);
    expect(computeClosedWindow(end + delay * 1_000, length)).toBe(name);
    expect(computeClosedWindow(end + delay * 1_000 - 1, length) < name).toBe(true);
  });

  it("that takes a listen is never closed while that may still be written", () => {
    fc.assert(
      fc.property(times, lengths, fc.nat(10_000), (now, length, latency) => {
        expect(computeWindow(now, length) > computeClosedWindow(now + latency, length)).toBe(true);
      }),
    );
  });

  it("is named after those before it, of whatever length they were", () => {
    fc.assert(
      fc.property(times, lengths, fc.nat(30 * DAY), lengths, (now, length, later, other) => {
        const after = now + Math.max(later, length) * 1_000;
        expect(computeWindow(after, other) > computeWindow(now, length)).toBe(true);
      }),
    );
  });

  it.each([
    ["an hour", 3_600, "2026-03-01T12:00:00Z"],
    ["a day", DAY, "2026-03-01T11:51:00Z"],
  ])(
    "of whatever length is closed 15 minutes after its end, or when the last one of the length that is set is: %s",
    (_, length, time) => {
      expect(computeClosedTime(Date.parse("2026-03-01T12:06:00Z"), length)).toBe(time);
    },
  );

  it("has listens for ten days after its end, and is too old an hour before they expire", () => {
    const end = Date.UTC(2026, 2, 1);
    const name = "2026-03-01T00:00:00Z";
    expect(computeExpiry(name)).toBe(end / 1_000 + 10 * DAY);
    expect(isExpiring(name, end + (10 * DAY - 3_600) * 1_000 - 1)).toBe(false);
    expect(isExpiring(name, end + (10 * DAY - 3_600) * 1_000)).toBe(true);
  });
});
