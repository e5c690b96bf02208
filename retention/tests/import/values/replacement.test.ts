import { describe, expect, it } from "vitest";
import { packChart } from "../../../../lib/episode/packed-chart.ts";
import type { Item } from "../../../../lib/item.ts";
import { compareReplaced, isOlderCount } from "../../../sources/item/replacement.ts";

const SINCE = "2026-03-01T00:00:00.000Z";

/** Packs a curve of points at each second, or at other distances. */
function pack(percentages: readonly number[], updatedAt = "2026-01-01T00:00:00.000Z", seconds = 1) {
  const data = percentages.map((percentage, index) => ({ time: seconds * index, percentage }));
  return packChart({ guid: "g", duration: 100, data }, new Date(updatedAt));
}

const OLD: Item = { ...pack([100, 90, 80, 70]) };
const NOW = pack([100, 50, 40, 30], SINCE);

const compare = (before: Item, curve: Parameters<typeof compareReplaced>[1]) => compareReplaced(before, curve, SINCE);

describe("a curve that is imported", () => {
  it.each([
    ["an episode without a curve", { guid: "g", duration: 100 }, { ...NOW, source: "own" }],
    ["another platform's", { guid: "g", duration: 100, "curve:apple": OLD }, { ...NOW, source: "youtube" }],
    ["an own one", { ...OLD, source: "own" }, { ...NOW, source: "youtube" }],
    ["an attribute that is no curve", { guid: "g", duration: 100, "curve:youtube": 7 }, { ...NOW, source: "youtube" }],
  ])("is new beside %s", (_, before, curve) => {
    expect(compare(before, curve)).toEqual({ kind: "new", losses: [] });
  });

  it.each([
    ["own", { ...OLD, source: "own" }, { ...NOW, source: "sessions" }],
    ["of its platform", { guid: "g", duration: 100, "curve:youtube": OLD }, { ...NOW, source: "youtube" }],
  ])("replaces the one that is %s, with the time that it had", (_, before, curve) => {
    expect(compare(before, curve)).toEqual({ kind: "replaced", updatedAt: OLD.updatedAt, losses: [] });
  });

  it.each([
    ["unchanged", { source: "own" }, {}],
    ["unchanged", { listeners: 5 }, { listeners: 5 }],
    ["unchanged", { counts: Uint8Array.of(1, 2) }, { counts: Uint8Array.of(1, 2) }],
    ["replaced", { source: "sessions" }, {}],
    ["replaced", { listeners: 5 }, { listeners: 6 }],
    ["replaced", { counts: Uint8Array.of(1, 2) }, { counts: Uint8Array.of(1, 3) }],
  ])("is %s with these members of before and now: %j and %j", (kind, stored, members) => {
    expect(compare({ ...OLD, ...stored }, { ...pack([100, 90, 80, 70], SINCE), ...members }).kind).toBe(kind);
  });
});

describe("a write", () => {
  it("that was retried, and meets itself, is only written", () => {
    expect(compare({ ...NOW }, NOW)).toEqual({ kind: "written", losses: [] });
  });

  it("of a curve that was restored before has the time that it has", () => {
    expect(compareReplaced({ ...NOW }, NOW, "2026-04-01")).toEqual({ kind: "unchanged", losses: [] });
    expect(compareReplaced({ ...OLD, updatedAt: SINCE }, NOW, "2026-04-01").kind).toBe("replaced");
  });
});

describe("what is lost by an import", () => {
  it.each([
    ["listeners, of fewer", { listeners: 300 }, { listeners: 120 }, ["fewer listeners: 120 in place of 300"]],
    [
      "listeners, of fewer counts",
      { listeners: 300, counts: Uint8Array.of(1) },
      { listeners: 120, counts: Uint8Array.of(2) },
      ["fewer listeners: 120 in place of 300"],
    ],
    ["nothing, of as many", { listeners: 300 }, { listeners: 300 }, []],
    ["their number", { listeners: 300 }, {}, ["a number of listeners no more, in place of 300"]],
    [
      "counts",
      { listeners: 300, counts: Uint8Array.of(1) },
      { listeners: 300 },
      ["no counts any more, which were of 300 listeners"],
    ],
    ["nothing, where there was no number", {}, { listeners: 1 }, []],
  ])("is %s", (_, stored, members, losses) => {
    expect(compare({ ...OLD, ...stored }, { ...NOW, ...members }).losses).toEqual(losses);
  });

  it("is called plays where the platform counts plays", () => {
    const before = { guid: "g", duration: 100, "curve:apple": { ...OLD, listeners: 9 } };
    const curve = { ...NOW, source: "apple", listeners: 8 };
    expect(compare(before, curve).losses).toEqual(["fewer plays: 8 in place of 9"]);
  });

  it("is points, if fewer than half of them are left", () => {
    expect(compare(OLD, pack([100, 50], SINCE)).losses).toEqual([]);
    expect(compare(OLD, pack([100], SINCE)).losses).toEqual(["fewer than half of its points: 1 in place of 4"]);
    const plain = { guid: "g", duration: 100, data: [1, 2, 3, 4] };
    expect(compare(plain, pack([100], SINCE)).losses).toEqual(["fewer than half of its points: 1 in place of 4"]);
  });

  it("is what the collector has counted since the export", () => {
    const [earlier, later] = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"];
    const goneBack = { from: later, to: earlier };
    expect(compare({ ...OLD, countedUntil: later }, { ...NOW, countedUntil: earlier })).toMatchObject({ goneBack });
    expect(compare({ ...OLD, countedUntil: earlier }, { ...NOW, countedUntil: later })).not.toHaveProperty("goneBack");
    const isOlder = (now?: string, stored?: string) => isOlderCount({ countedUntil: now }, { countedUntil: stored });
    expect(isOlder(earlier, later)).toBe(true);
    expect([isOlder(later, later), isOlder(undefined, later), isOlder(later)]).toEqual([false, false, false]);
  });
});

describe("an episode's duration", () => {
  const before = { guid: "g", duration: 200 };

  it.each([
    ["an own curve", { ...NOW, duration: 202 }, 202, true, false],
    ["counts", { guid: "g", duration: 202, counts: Uint8Array.of(1) }, 202, true, true],
    ["an export's line", { ...NOW, episodeDuration: 300 }, 300, true, false],
    ["a platform's curve", { ...NOW, duration: 211, source: "youtube" }, 211, false, true],
    ["a line without a curve", { guid: "g", duration: 300 }, 300, false, true],
  ])("differs from that of %s", (_, curve, now, isReplaced, isCorrectable) => {
    expect(compare(before, curve).durations).toEqual({ before: 200, now, isReplaced, isCorrectable });
  });

  it("can't be corrected by a registration where an own curve was imported", () => {
    const curve = { ...NOW, duration: 300, source: "youtube" };
    expect(compare({ ...OLD, duration: 200 }, curve).durations?.isCorrectable).toBe(false);
  });

  it.each([
    ["a second of an own curve's", before, { ...NOW, duration: 201 }],
    ["a twentieth of a platform's", before, { ...NOW, duration: 210, source: "youtube" }],
    ["what is no number", { guid: "g", duration: "200" }, { ...NOW, duration: 300 }],
  ])("may differ by %s", (_, item, curve) => {
    expect(compare(item, curve).durations).toBeUndefined();
  });
});
