import { describe, expect, it } from "vitest";
import { parseListenWindow, parseThreshold } from "../../lib/collector/settings.ts";

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
  const parse = (MIN_LISTENERS: string | undefined, window: string) =>
    parseThreshold({ MIN_LISTENERS }, parseListenWindow({ LISTEN_WINDOW: window }));

  it("is 5 by default, and any whole number above 0", () => {
    expect(parse(undefined, "1d")).toMatchObject({ inWindow: 5 });
    expect(parse("1", "1d")).toMatchObject({ inWindow: 1 });
  });

  it("takes as many times more listeners of several windows as there are windows in a week, and at least 7", () => {
    expect(parse("5", "1d")).toEqual({ inWindow: 5, inAll: 35 });
    expect(parse("5", "7d")).toEqual({ inWindow: 5, inAll: 35 });
    expect(parse("5", "1h")).toEqual({ inWindow: 5, inAll: 840 });
    expect(parse("1", "10s")).toEqual({ inWindow: 1, inAll: 60_480 });
  });

  it.each(["0", "1.5", "-1", "few"])("can't be %s", (MIN_LISTENERS) => {
    expect(() => parse(MIN_LISTENERS, "1d")).toThrow(/^Invalid MIN_LISTENERS: /);
  });
});
