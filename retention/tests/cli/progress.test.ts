import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startProgress } from "../../cli/progress.ts";

let shown = "";

beforeEach(() => {
  shown = "";
  vi.useFakeTimers();
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    shown += text;
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("progress without a terminal", () => {
  it("is not shown in the first two seconds", () => {
    const progress = startProgress("bytes", 100);
    progress.add(10);
    vi.advanceTimersByTime(1_900);
    progress.stop();
    expect(shown).toBe("");
  });

  it("is a line at two seconds, and then every ten, with the time left, as long as there is news", () => {
    const progress = startProgress("episodes", 40);
    progress.add(4);
    vi.advanceTimersByTime(2_000);
    expect(shown).toBe("4 of 40 episodes, 18 s left\n");
    progress.add(4);
    vi.advanceTimersByTime(9_900);
    expect(shown.split("\n")).toHaveLength(2);
    vi.advanceTimersByTime(100);
    expect(shown).toMatch(/\n8 of 40 episodes, 48 s left\n$/);
    vi.advanceTimersByTime(60_000);
    expect(shown.split("\n")).toHaveLength(3);
    progress.add(32);
    vi.advanceTimersByTime(10_000);
    expect(shown).toMatch(/\n40 of 40 episodes\n$/);
    progress.stop();
    vi.advanceTimersByTime(60_000);
    expect(shown.split("\n")).toHaveLength(4);
  });

  it("has two phases, and no more lines for that: what is read, and what is written", () => {
    const progress = startProgress("bytes", 4_800_000, "read");
    progress.add(2_400_000);
    vi.advanceTimersByTime(3_000);
    progress.turnTo("charts", 1_983, "written");
    vi.advanceTimersByTime(5_000);
    progress.add(1_215);
    expect(shown).toBe("2.4 MB of 4.8 MB read, 2 s left\n");
    vi.advanceTimersByTime(4_000);
    progress.stop();
    expect(shown).toMatch(/left\n1,215 of 1,983 charts written, 6 s left\n$/);
  });

  it("counts bytes in MB, KB and bytes, and says no more if the total is not known", () => {
    const [known, unknown] = [startProgress("bytes", 4_800_000), startProgress("bytes", undefined)];
    known.add(12_300);
    unknown.add(7);
    vi.advanceTimersByTime(2_000);
    for (const progress of [known, unknown]) progress.stop();
    expect(shown).toMatch(/^12 KB of 4\.8 MB, \d+ s left$/m);
    expect(shown).toMatch(/^7 bytes$/m);
  });
});

it("is not shown at all if CHARTS_PROGRESS is off, as in the tests of commands", () => {
  vi.stubEnv("CHARTS_PROGRESS", "off");
  const progress = startProgress("charts", 40);
  vi.advanceTimersByTime(60_000);
  progress.turnTo("charts", 40, "written");
  progress.stop();
  expect(shown).toBe("");
});

describe("progress on a terminal", () => {
  it("is a bar with the same words, in each phase", () => {
    const isTTY = Object.getOwnPropertyDescriptor(process.stderr, "isTTY");
    Object.assign(process.stderr, { isTTY: true, cursorTo: () => true, clearLine: () => true, moveCursor: () => true });
    const progress = startProgress("bytes", 100, "read");
    progress.add(50);
    vi.advanceTimersByTime(2_400);
    progress.turnTo("charts", undefined, "written");
    progress.add(1_000);
    vi.advanceTimersByTime(400);
    progress.stop();
    Object.defineProperty(process.stderr, "isTTY", isTTY ?? { value: undefined, configurable: true });
    expect(shown).toMatch(/=+-+ 50 bytes of 100 bytes read, 3 s left/);
    expect(shown).toMatch(/ 1,000 charts written/);
  });
});
