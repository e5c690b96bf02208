import { describe, expect, it } from "vitest";
import { parseListenWindow, parseMinListeners } from "../../lib/collector/settings.ts";

describe("LISTEN_WINDOW", () => {
  it("is a day by default, and any duration up to a week", () => {
    expect(parseListenWindow({})).toBe(86_400);
    expect(parseListenWindow({ LISTEN_WINDOW: "10s" })).toBe(10);
    expect(parseListenWindow({ LISTEN_WINDOW: "7d" })).toBe(604_800);
  });

  it.each(["8d", "daily", "0s"])("can't be %s", (LISTEN_WINDOW) => {
    expect(() => parseListenWindow({ LISTEN_WINDOW })).toThrow(/^Invalid LISTEN_WINDOW: /);
  });
});

describe("MIN_LISTENERS", () => {
  it("is 5 by default, and any whole number above 0", () => {
    expect(parseMinListeners({})).toBe(5);
    expect(parseMinListeners({ MIN_LISTENERS: "1" })).toBe(1);
  });

  it.each(["0", "1.5", "-1", "few"])("can't be %s", (MIN_LISTENERS) => {
    expect(() => parseMinListeners({ MIN_LISTENERS })).toThrow(/^Invalid MIN_LISTENERS: /);
  });
});
