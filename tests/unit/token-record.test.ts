import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { verifyTokenRecord } from "../../lib/token-record.ts";
import { SECRET_KEY } from "../support/service.ts";
import { computeKeyMark, computeSha256 } from "../support/tokens.ts";

const NOW = Date.parse("2026-01-02T03:04:05.000Z");

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});

afterEach(() => {
  vi.useRealTimers();
});

it("a record is valid until the millisecond before its expiry", () => {
  const record = { fingerprint: computeSha256("token"), publicKey: computeKeyMark("key"), expiresAt: NOW / 1_000 };
  const require = () =>
    verifyTokenRecord(record, { id: "id", token: "token" }, { secretKey: SECRET_KEY, publicKey: "key" });
  vi.setSystemTime(NOW - 1);
  expect(require).not.toThrow();
  vi.setSystemTime(NOW);
  expect(require).toThrow("Unauthorized");
});
