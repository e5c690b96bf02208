import { expect, it, vi } from "vitest";
import { verifyListeningToken } from "../../lib/collector/listening-token.ts";

it("a token is taken until the second in which it expires", () => {
  const expiresAt = Date.UTC(2026, 2, 1) / 1_000;
  const verify = () => verifyListeningToken({ admin: false, expiresAt, interval: 5 });
  vi.useFakeTimers({ toFake: ["Date"], now: expiresAt * 1_000 - 1 });
  expect(verify()).toBe(5);
  vi.setSystemTime(expiresAt * 1_000);
  expect(verify).toThrow("Token not found");
  vi.useRealTimers();
});

it("a token whose record has no interval is not found", () => {
  expect(() => verifyListeningToken({ admin: false, expiresAt: 1e12 })).toThrow("Token not found");
});
