import { describe, expect, it } from "vitest";
import { findStart, isLater } from "../../lib/collector/checkpoint.ts";

const NOW = Date.parse("2026-03-01T12:00:00.500Z");
const make = (foldedTo: string | undefined) => ({ partition: "a", foldedTo, mark: undefined, isPaused: false });

describe("a partition is read", () => {
  it("from where it is folded to, or from its first id: DynamoDB refuses an empty one", () => {
    expect(findStart(make("2026-03-01T00:00:00Z#abc~"), NOW)).toBe("2026-03-01T00:00:00Z#abc~");
    expect(findStart(make(undefined), NOW)).toBe("0");
  });

  it("from its first id if the checkpoint is later than now", () => {
    expect(isLater(make("2026-03-01T12:00:00Z~"), NOW)).toBe(false);
    expect(isLater(make("2026-03-01T12:00:01Z~"), NOW)).toBe(true);
    expect(findStart(make("2026-03-01T12:00:01Z~"), NOW)).toBe("0");
  });
});
