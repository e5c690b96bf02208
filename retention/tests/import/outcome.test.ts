import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import { ROOT } from "../../../tests/support/checkout.ts";
import { pass, startFaultyProxy } from "../../../tests/support/faulty-proxy.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { deleteChartItem, readChartItems, writeChartItem } from "../../../tests/support/tables.ts";
import { Outcome } from "../../cli/bulk/outcome.ts";
import { createPack } from "../../sources/item/pack.ts";
import { runCommand } from "../support/command.ts";

const save = useFolder();

const run = (...args: string[]) => runCommand("charts", ["import", ...args]);

function line(record: object, points = 4): string {
  const data = Array.from({ length: points }, (_, time) => ({ time, percentage: 100 - time }));
  return `${JSON.stringify({ guid: "g", duration: 60, ...record, data })}\n`;
}

beforeEach(async () => {
  for (const { guid } of await readChartItems()) await deleteChartItem(String(guid));
});

describe("charts -- import says", () => {
  it("what is new, what it replaced and of when, and what is unchanged", async () => {
    const [youtube, apple, own] = [line({ source: "youtube" }), line({ source: "apple" }), line({})];
    expect((await run(save("two.jsonl", youtube + own))).stdout).toBe(
      "2 charts written (1 own, 1 youtube): 2 new, 0 refused\n",
    );
    const today = new Date().toISOString().slice(0, 10);
    const changed = line({ source: "youtube" }, 5);
    expect((await run(save("three.jsonl", changed + apple + own))).stdout).toBe(
      `3 charts written (1 apple, 1 own, 1 youtube): 1 new, 1 replaced (of ${today}), 1 unchanged, 0 refused\n`,
    );
  });

  it("which days the replaced ones are of, if there are several", async () => {
    for (const [index, day] of ["2026-03-01", "2026-01-01", "2026-02-01"].entries())
      await writeChartItem({
        guid: `${index}`,
        duration: 60,
        data: [],
        chart: Buffer.of(1),
        updatedAt: `${day}T00:00:00Z`,
      });
    const lines = [0, 1, 2].map((index) => line({ guid: `${index}` })).join("");
    expect((await run(save("days.jsonl", lines))).stdout).toBe(
      "3 charts written (3 own): 3 replaced (of 2026-01-01 to 2026-03-01), 0 refused\n",
    );
  });

  it("which curve has fewer listeners than before, or fewer than half of its points", async () => {
    const of = (source: string, listeners?: number, points = 40) => line({ source, listeners }, points);
    const before = [of("youtube", 100), of("own", 80), of("apple", 10), of("spotify", 7), of("csv", 3), of("op3", 3)];
    await run(save("before.jsonl", before.join("")));
    const after = [of("youtube", 55), of("own", 80, 19), of("apple", 9), of("spotify"), of("csv", 3, 20), of("op3", 4)];
    const { code, stdout, stderr } = await run(save("after.jsonl", after.join("")));
    expect([code, stdout]).toEqual([0, expect.stringMatching("6 replaced")]);
    expect(stderr.match(/^episode g, .*: .*$/gm)?.sort()).toEqual([
      "episode g, apple: fewer plays: 9 in place of 10. Check that the file is complete.",
      "episode g, own: fewer than half of its points: 19 in place of 40. Check that the file is complete.",
      "episode g, spotify: a number of listeners no more, in place of 7. Check that the file is complete.",
      "episode g, youtube: fewer views: 55 in place of 100. Check that the file is complete.",
    ]);
  });

  it("that an export is older than what was counted, and how to count again", async () => {
    const counts = { counts: [2], listeners: 2, drawnListeners: 2, source: "collector" };
    const older = save("older.jsonl", line({ ...counts, countedUntil: "2026-01-01T00:00:00Z" }, 1));
    const newer = save("newer.jsonl", line({ ...counts, countedUntil: "2026-02-01T00:00:00Z" }, 1));
    await run(newer);
    const refused = await run(older);
    expect(refused.stdout).toMatch("1 refused (1 with collected listens)");
    expect(refused.stderr).toMatch("To restore it from an export: npm run charts -- recount --help");
    const { stderr } = await run("--replace", older);
    expect(stderr).toMatch(
      "episode g: The collector had counted until 2026-02-01T00:00:00Z, the file has counts until 2026-01-01T00:00:00Z. To count again what it still has: npm run charts -- recount\n",
    );
    expect((await run("--replace", newer)).stderr).not.toMatch("recount");
  });

  it("all of it as one JSON object, with every refusal", async () => {
    await run(save("before.jsonl", line({}, 40)));
    const bad = Array.from({ length: 150 }, () => "7\n").join("");
    const good = line({}, 4) + line({ source: "apple" }) + line({ guid: "few", listeners: 1 });
    const file = save("json.jsonl", good + bad);
    const { code, stdout } = await run("--json", "--min-listeners", "2", file, "/no/such/file");
    expect(code).toBe(1);
    expect(stdout.trimEnd()).not.toMatch("\n");
    const outcome = JSON.parse(stdout);
    expect(outcome).toMatchObject({
      isComplete: true,
      written: 2,
      new: 1,
      replaced: 1,
      unchanged: 0,
      sources: { own: 1, apple: 1 },
      notWritten: 1,
      withTooFewListeners: 1,
      hints: [expect.stringMatching("^episode g, own: fewer than half of its points")],
    });
    expect(outcome.refused).toHaveLength(151);
    const detail = "It must be a JSON object, not 7.";
    expect(outcome.refused).toContainEqual({ file, line: 150, code: "not-an-object", kind: "not an object", detail });
    expect(outcome.refused).toContainEqual(expect.objectContaining({ file: "/no/such/file", kind: "unreadable" }));
  });

  it("names the episode in JSON where a refusal is of no file", async () => {
    await writeChartItem({ guid: "g", duration: 60, countedUntil: "2026-01-01T00:00:00Z" });
    const { stdout } = await run("--json", save("collected.jsonl", line({})));
    expect(JSON.parse(stdout)).toMatchObject({
      written: 0,
      notWritten: 1,
      refused: [{ episode: "g", kind: "with counted listeners" }],
    });
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("how far it came if it is interrupted: %s", async (signal, code) => {
    const proxy = await startFaultyProxy();
    const lines = Array.from({ length: 1_234 }, (_, index) => line({ guid: `${index}` })).join("");
    let answered = 0;
    const hung = new Promise<void>((resolve) => {
      proxy.always = async (response, forward) => {
        if (answered++ < 20) await pass(response, forward);
        else resolve();
      };
    });
    const child = spawn(
      process.execPath,
      [join(ROOT, "retention/cli/bin/charts.ts"), "import", save("many.jsonl", lines)],
      {
        env: { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: proxy.url },
      },
    );
    const printed = text(child.stdout);
    await hung;
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([code, null]);
    expect(await printed).toMatch(/^Interrupted: \d+ of 1,234 charts written\. Run it again\.\n$/);
    await proxy.close();
  });
});

describe("an import that brings another duration than the table has", () => {
  const chart = (duration: number, source?: string) =>
    save("d.jsonl", `${JSON.stringify({ guid: "d", duration, source, data: [{ time: 0, percentage: 100 }] })}\n`);

  it("says both, which one stays, and how to take the feed's if that changes it", async () => {
    await run(chart(2_700_000, "apple"));
    const platform = await run(chart(2_700, "youtube"));
    expect(platform.stderr).toContain(
      "episode d: Its duration is 2700000 s, and stays; the curve from youtube has 2700 s. To take the feed's, register its feed.\n",
    );
    const own = await run(chart(2_700));
    expect(own.stderr).toContain(
      "episode d: Its duration was 2700000 s, and is 2700 s now. If that is wrong, correct the duration in the file, and import it again.\n",
    );
    for (const file of [chart(2_800, "youtube"), chart(2_701)])
      expect((await run(file)).stderr).not.toContain("Its duration");
  });

  it.each([
    ["feed.xml", "To take the feed's: npm run charts -- register feed.xml"],
    ["https://one.example/rss?key=secret", "To take the feed's, register its feed."],
    ["-", "To take the feed's, register its feed."],
  ])("names a feed that has no key in its address: %s", (feed, wayOut) => {
    const outcome = new Outcome({ target: { stage: "dev" }, feeds: [feed] });
    const durations = { before: 60, now: 50, isReplaced: false, isCorrectable: true };
    outcome.addWritten(createPack()({ guid: "d", duration: 50, data: [] }, { source: "youtube" }), {
      kind: "new",
      losses: [],
      durations,
    });
    expect(outcome.formatHints()[0]).toMatch(new RegExp(`has 50 s\\. ${wayOut}$`));
  });
});
