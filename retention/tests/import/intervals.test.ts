import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unpackCounts } from "../../../lib/episode/counts.ts";
import { composeFeedOf } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { readChartItem } from "../../../tests/support/tables.ts";
import { Episodes } from "../../sources/feed/feed-episodes.ts";
import type { Session } from "../../sources/sessions/record.ts";
import { SessionCounts } from "../../sources/sessions/session-counts.ts";
import { summary } from "../support/command.ts";
import { fact } from "../support/facts.ts";
import { importFiles, readChart } from "../support/import.ts";

const save = useFolder();

const END = 600;

/** Sessions that play from 0 to a second, and log at an interval. The player logs its end only if it is told to. */
function sessions(guid: string, number: number, interval: number, { end = END, last = "" } = {}): string {
  const times = Array.from({ length: Math.ceil(end / interval) }, (_, index) => index * interval);
  const data = [
    ...times.map((time) => ({ time, event: "play" })),
    ...(last === "" ? [] : [{ time: end, event: last }]),
  ];
  return `${JSON.stringify({ episodeGUID: guid, data })}\n`.repeat(number);
}

const flat = Array.from({ length: END }, (_, time) => ({ time, percentage: 100 }));

describe("charts -- import, of sessions that log at different intervals", () => {
  it("is flat where 80 sessions every ten seconds and 20 every second heard everything", async () => {
    const file = save("mixed.jsonl", sessions("interval mixed", 20, 1) + sessions("interval mixed", 80, 10));
    const outcome = await importFiles("--duration", `${END}`, file);
    expect(outcome).toMatchObject({ code: 0, stdout: summary("1 chart written, 0 refused") });
    expect(outcome.hints).toContainEqual(fact("found", " 10 s (80 sessions), 1 s (20 sessions)"));
    expect(await readChart("interval mixed")).toMatchObject({ data: flat });
  });

  it("counts each by its own interval to its last second, also of listeners who speed up", async () => {
    const half = [1, 10].map((interval) => sessions("interval own", 1, interval, { end: 300 }));
    await importFiles("--duration", `${END}`, save("own.jsonl", half.join("") + sessions("interval own", 2, 15)));
    const data = flat.map(({ time }) => ({ time, percentage: time < 300 ? 100 : 50 }));
    expect(await readChart("interval own")).toMatchObject({ data });
  });

  it.each([1.25, 1.05, 10.2])(
    "leaves no holes where a player logs every %d s, between two whole seconds",
    async (interval) => {
      await importFiles("--duration", `${END}`, save("between.jsonl", sessions("interval between", 3, interval)));
      expect(await readChart("interval between")).toMatchObject({ data: flat });
    },
  );

  it("counts sessions that are too short to show theirs by that of most sessions, wherever they are", async () => {
    const short = [30, 10].map((end) => sessions("interval short", 1, 10, { end })).join("");
    const long = sessions("interval short", 3, 10) + sessions("interval short", 1, 1, { last: "ended" });
    const file = save("short.jsonl", short + long);
    await importFiles("--duration", `${END}`, file);
    const counts = flat.map(({ time }) => (time < 10 ? 6 : time < 30 ? 5 : 4));
    const data = counts.map((count, time) => ({ time, percentage: Math.round((count * 1e4) / 6) / 100 }));
    expect(await readChart("interval short")).toMatchObject({ data });
  });

  it("counts short sessions as their own feed's log, and by seconds without one, whatever else is imported", async () => {
    const short = sessions("slow 2", 120, 10, { end: 30 });
    const slow = save("slow.jsonl", sessions("slow 1", 3, 10) + short);
    const fast = save("fast.jsonl", sessions("fast 1", 200, 1));
    const feed = (name: string, durations: Record<string, number>) => ["--feed", save(name, composeFeedOf(durations))];
    const feeds = [...feed("fast.xml", { "fast 1": END }), ...feed("slow.xml", { "slow 1": END, "slow 2": END })];
    const read = async () => (await readChartItem("slow 2"))?.counts;
    const together = await importFiles(...feeds, fast, slow);
    const counts = await read();
    expect(unpackCounts(counts as Uint8Array)).toEqual(new Uint32Array(30).fill(120));
    expect(together.hints).toContainEqual(fact("found", /"slow 2" .* of its feed/));
    await importFiles(...feeds.slice(2), slow);
    expect(await read()).toEqual(counts);
    const alone = await importFiles("--duration", `${END}`, "--same-duration", save("short only.jsonl", short), fast);
    expect(unpackCounts((await read()) as Uint8Array)).toEqual(
      Uint32Array.from({ length: 21 }, (_, second) => (second % 10 === 0 ? 120 : 0)),
    );
    expect(alone.hints).toContainEqual(fact("wide-gaps", /"slow 2" .* 1 s/, { gap: 10 }));
  });

  it("counts shows together as one by one, in any order", () => {
    const session = fc.record({
      episode: fc.nat(2),
      interval: fc.integer({ min: 1, max: 12 }),
      events: fc.integer({ min: 1, max: 6 }),
    });
    const show = fc.array(session, { maxLength: 8 });
    const count = (shows: readonly (readonly [string, Session[]])[], isWithFeeds: boolean) => {
      const feed = new Episodes();
      for (const [name] of shows)
        feed.addFeed(
          name,
          [0, 1, 2].map((episode) => ({ guid: `${name} ${episode}`, duration: 90 })),
        );
      const counts = new SessionCounts({ durations: isWithFeeds ? { feed } : { fallback: 90 } });
      for (const [line, each] of shows.flatMap(([, all]) => all).entries()) counts.add(each, { file: "", line });
      counts.finish();
      return [...counts.episodes].map(([guid, episode]) => [guid, episode.computeCounts()] as const).sort();
    };
    fc.assert(
      fc.property(
        fc.array(show, { minLength: 2, maxLength: 3 }),
        fc.boolean(),
        fc.infiniteStream(fc.nat()),
        (all, isWithFeeds, keys) => {
          const shows = all.map((sessions, index) => {
            const made = sessions.map(({ episode, interval, events: length }): Session => {
              const events = Array.from({ length }, (_, index) => ({ time: index * interval, event: "play" }) as const);
              return { id: undefined, guid: `${index} ${episode}`, events };
            });
            return [`${index}`, made] as const;
          });
          const shuffled = shows.map(([name, made]) => {
            const keyed = made.map((each) => ({ each, key: keys.next().value ?? 0 }));
            return [name, keyed.sort((one, other) => one.key - other.key).map(({ each }) => each)] as const;
          });
          const single = shows.flatMap((each) => count([each], isWithFeeds)).sort();
          expect(count(shuffled.toReversed(), isWithFeeds)).toEqual(single);
        },
      ),
    );
  });

  it("takes neither jumps nor pauses nor a player that was left for an interval", async () => {
    const data = [0, 1, 2, 90, 91, 92, 500].map((time) => ({ time, event: "play" }));
    const jumps = "0 play,200 seek,201 play,202 pause,202 play,203 play,400 pause,400 play,401 ended"
      .split(",")
      .map((text) => ({ time: Number.parseInt(text, 10), event: text.split(" ")[1] }));
    const lines = [data, jumps].map((each) => JSON.stringify({ episodeGUID: "jumps", data: each }));
    const { hints } = await importFiles("--dry-run", "--duration", "600", save("jumps.jsonl", lines.join("\n")));
    expect(hints).toContainEqual(fact("found", /every 1 s \(1 session\), and/));
  });

  it("names the four most common intervals", async () => {
    const lines = [6, 5, 4, 3, 2, 1].map((interval) => sessions("interval many", interval, interval));
    const { hints } = await importFiles("--dry-run", "--duration", `${END}`, save("many.jsonl", lines.join("")));
    const found = "6 s (6 sessions), 5 s (5 sessions), 4 s (4 sessions), 3 s (3 sessions), 2 other";
    expect(hints).toContainEqual(fact("found", found));
  });

  it.each([
    [94, 6, true],
    [95, 5, false],
  ])("counts %i by a given --interval 1, and %i more slowly ones, and says so: %j", async (fast, slow, isDoubted) => {
    const file = save("given.jsonl", sessions("interval given", fast, 1) + sessions("interval given", slow, 10));
    const outcome = await importFiles("--duration", `${END}`, "--interval", "1", file);
    expect(outcome.code).toBe(0);
    const doubt = fact(
      "slower-sessions",
      /^6 of its 100 sessions .* 1 s\. .* 1 s \(94 sessions\), 10 s \(6 sessions\)\.$/,
    );
    expect(outcome.hints.length).toBe(isDoubted ? 2 : 1);
    if (isDoubted) expect(outcome.hints).toContainEqual(doubt);
    expect(await readChart("interval given")).toMatchObject({
      data: { 0: { percentage: 100 }, 1: { percentage: fast } },
    });
  });

  it("refuses an episode of which more than a twentieth log so rarely that it may be milliseconds", async () => {
    const rare = sessions("interval rare", 18, 1, { last: "ended" }) + sessions("interval rare", 1, 150);
    const file = save("rare.jsonl", rare + sessions("interval good", 20, 10, { last: "ended" }));
    const args = ["--duration", `${END}`, "--same-duration"];
    const outcome = await importFiles(...args, file);
    expect(outcome).toMatchObject({ code: 1, stdout: summary("1 chart written, 1 refused (1 with gaps)") });
    const has = /^1 of its 19 sessions .* 120 s\. .* 1 s \(18 sessions\), 150 s \(1 session\)\.$/;
    expect(outcome.refusals).toEqual([fact("slow-sessions", has, { episode: "interval rare" })]);
    expect(await importFiles(...args, "--interval", "150", file)).toMatchObject({ code: 0 });
    expect(await readChart("interval rare")).toMatchObject({ data: flat });
  });

  it("counts as with --interval if all sessions log at that interval, in any order", () => {
    const event = fc.record({
      step: fc.nat(3),
      event: fc.constantFrom("play", "play", "play", "seek", "pause", "ended"),
    });
    const lists = fc.array(fc.array(event, { maxLength: 30 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 30 }), (all, interval) => {
        const playing = Array.from({ length: 9 }, (_, index) => ({ time: index * interval, event: "play" }));
        const logged = all.map((events) => {
          let time = 0;
          return events.map(({ step, event }) => {
            time += step === 3 ? interval : 0;
            return { time, event };
          });
        });
        const count = (given: number | undefined) => {
          const counts = new SessionCounts({ durations: { fallback: 400 }, interval: given });
          for (const [line, events] of [...logged, playing].entries())
            counts.add({ id: undefined, guid: "g", events }, { file: "", line });
          counts.finish();
          const episode = counts.episodes.get("g");
          return { counts: episode?.computeCounts(), listeners: episode?.listeners, lastHeard: episode?.lastHeard };
        };
        expect(count(undefined)).toEqual(count(interval));
      }),
    );
  });
});
