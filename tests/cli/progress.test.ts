import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startProgress } from "../../cli/shell/progress.ts";

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

  it("is a line every two seconds, with the time left", () => {
    const progress = startProgress("episodes", 40);
    vi.advanceTimersByTime(2_000);
    for (const count of [4, 4]) {
      vi.advanceTimersByTime(1_000);
      progress.add(count);
    }
    vi.advanceTimersByTime(1_000);
    progress.stop();
    expect(shown).toMatch(/ 8 of 40 episodes, 8 s left\n/);
  });

  it("counts bytes in MB, KB and bytes, without a bar if the total is not known", () => {
    const [known, unknown] = [startProgress("bytes", 4_800_000), startProgress("bytes", undefined)];
    known.add(12_300);
    unknown.add(7);
    vi.advanceTimersByTime(2_000);
    for (const progress of [known, unknown]) progress.stop();
    expect(shown).toMatch(/ 12 KB of 4\.8 MB, \d+ s left\n/);
    expect(shown).toMatch(/^7 bytes\n/m);
  });
});
