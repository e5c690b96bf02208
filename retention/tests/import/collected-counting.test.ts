import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composeListen, computeHeardSpans, type Listen } from "../../../lib/collector/listen-item.ts";
import { drawCounts } from "../../../lib/episode/counts.ts";
import type { ListeningEvent } from "../../../lib/listening-events.ts";
import { makePseudonyms, tallyAll } from "../../../tests/support/fold/listens.ts";
import { listSeconds } from "../../../tests/support/spans.ts";
import { SessionCounts } from "../../sources/sessions/session-counts.ts";

const WINDOW = "2026-03-01T00:00:00Z";
const DURATION = 40.5;

const time = fc.oneof(
  fc.nat(60),
  fc.double({ min: 0, max: 60, noNaN: true }),
  fc.constantFrom(0.5, 39.99999999999999, 6.999999999999999, 1e-7, 3_999.9),
);
const event = fc.record({ time, event: fc.constantFrom("play", "pause", "seek", "ended") }, { noNullPrototype: true });
const events: fc.Arbitrary<ListeningEvent[]> = fc.oneof(
  fc.array(event, { maxLength: 40 }),
  // As a player logs them: one a second, with a jump now and then.
  fc
    .array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 20 })), { maxLength: 4 })
    .map((passages) =>
      passages.flatMap(([start, length]) => [
        ...Array.from({ length }, (_, index) => ({ time: start + index + 0.25, event: index > 0 ? "play" : "seek" })),
        { time: start + length, event: "pause" },
      ]),
    ),
);
const interval = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 150 }));

function makeListen(listener: number, data: readonly ListeningEvent[], seconds: number): Listen {
  return composeListen(WINDOW, "one", makePseudonyms(listener), computeHeardSpans(data, seconds));
}

async function count(listens: readonly Listen[]): Promise<Uint32Array> {
  const [tally] = await tallyAll(listens);
  return tally?.counts ?? new Uint32Array();
}

it("the collector and the import draw the same chart, if each session is a listen of another listener", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(events, { minLength: 1, maxLength: 12 }), interval, async (sessions, seconds) => {
      const imported = new SessionCounts({ durations: { fallback: DURATION }, interval: seconds });
      for (const events of sessions) imported.add({ id: undefined, guid: "one", events }, { file: "sessions.jsonl" });
      const counts = await count(sessions.map((data, listener) => makeListen(listener, data, seconds)));
      const expected = imported.episodes.get("one")?.computeCounts() ?? new Uint32Array();
      expect(drawCounts("one", DURATION, counts)).toEqual(drawCounts("one", DURATION, expected));
    }),
  );
});

/** How a player sends its events: where it cuts them, and for each part whether it sends it again, or all so far. */
const sending = fc.record({
  cuts: fc.array(fc.nat(40), { maxLength: 6 }),
  again: fc.array(fc.constantFrom("once", "twice", "so far"), { minLength: 7, maxLength: 7 }),
});

function cut(
  data: readonly ListeningEvent[],
  { cuts, again }: { cuts: number[]; again: string[] },
): ListeningEvent[][] {
  const places = [0, ...cuts.filter((place) => place < data.length).sort((one, other) => one - other), data.length];
  return places.slice(1).flatMap((end, index) => {
    const part = data.slice(places[index], end);
    if (again[index] === "so far") return [data.slice(0, end)];
    return again[index] === "twice" ? [part, part] : [part];
  });
}

describe("a listener", () => {
  it("counts once in each second that any of its listens covers, in whatever order they come", async () => {
    await fc.assert(
      fc.asyncProperty(events, interval, sending, async (data, seconds, how) => {
        const parts = cut(data, how);
        const listens = parts.map((part) => makeListen(1, part, seconds));
        const counts = await count(listens);
        const heard = new Set(listSeconds(parts.flatMap((part) => computeHeardSpans(part, seconds))));
        expect([...counts]).toEqual(Array.from(counts, (_, second) => Number(heard.has(second))));
        expect(counts.reduce((sum, number) => sum + number, 0)).toBe(heard.size);
        expect(await count([...listens].reverse())).toEqual(counts);
      }),
    );
  });

  it("who logs every second is counted the same, at once, in parts, so far or twice", async () => {
    await fc.assert(
      fc.asyncProperty(events, sending, async (data, how) => {
        const whole = await count([makeListen(1, data, 1)]);
        expect(await count(cut(data, how).map((part) => makeListen(1, part, 1)))).toEqual(whole);
      }),
    );
  });
});
