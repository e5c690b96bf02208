import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { summary, useFolder } from "../support/command.ts";
import { importFiles, readChart } from "../support/import.ts";

const save = useFolder();

function session(guid: string, id: string, second: number): string {
  return `${JSON.stringify({ session_id: id, episodeGUID: guid, data: [{ time: second, event: "play" }] })}\n`;
}

const LINES = session("other", "b", 1).repeat(3);

describe("charts -- import, of sessions beside a file that may hold sessions, too", () => {
  it.each<[string, string | Uint8Array]>([
    ["a zip", "PK\u0003\u0004sessions.jsonl"],
    ["an xz", Buffer.from("fd377a585a000004e6d6b446", "hex")],
    ["a gzip of a gzip", gzipSync(gzipSync(LINES))],
    ["UTF-16 without a byte order mark, little-endian", Buffer.from(LINES, "utf16le")],
    ["UTF-16 without a byte order mark, big-endian", Buffer.from(LINES, "utf16le").swap16()],
    ["an HTML error page", "<!doctype html><title>502 Bad Gateway</title>"],
    ["mongoexport's messages before its records", `connected to: mongodb://localhost/\n${LINES}`],
    ["the error of an API", '{"error":"Try again later"}'],
    ["JSON of something else", '{"name":1}'],
    ["an array of something else", "[1,2]"],
    ["a table of events", `session_id,guid,time,event\nb,g,1,play\n`],
    ["Latin-1", Buffer.from("caf\xe9,1\n", "latin1")],
  ])("writes no chart of sessions: %s", async (kind, content) => {
    const guid = `beside ${kind}`;
    const good = save("good.jsonl", session(guid, "a", 0));
    expect(await importFiles("--duration", "4", good)).toMatchObject({ code: 0 });
    const stored = await readChart(guid);

    const fewer = save("fewer.jsonl", session(guid, "a", 2));
    const outcome = await importFiles("--duration", "4", fewer, save("other", content));
    expect(outcome).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^0 charts written, 2 refused .*incomplete/),
    });
    expect(outcome.stderr).toMatch(/sessions: .*other.* may hold sessions/);
    expect(await readChart(guid)).toEqual(stored);
  });

  it("writes no chart of sessions if there are sessions among charts", async () => {
    const chart = { guid: "chart beside sessions", duration: 1, data: [{ time: 0, percentage: 1 }] };
    const mixed = save("mixed.jsonl", `${JSON.stringify(chart)}\n${session("mixed", "a", 1)}`);
    const outcome = await importFiles("--duration", "4", save("good.jsonl", session("mixed", "b", 0)), mixed);
    expect(outcome.stdout).toEqual(summary("1 chart written, 2 refused (1 not a chart, 1 incomplete)"));
    expect(outcome.stderr).toMatch(/mixed\.jsonl:2: It is a listening session in a file of charts\. Move/);
    expect(await readChart("mixed")).toBeUndefined();
  });

  it("writes the charts of sessions beside a platform's data that it refuses, and beside a forced format", async () => {
    const good = save("good.jsonl", session("beside a refusal", "a", 0));
    const zeros = save("zeros.csv", "time,count\n0,0\n");
    expect((await importFiles("--duration", "4", good, zeros)).stdout).toEqual(
      summary("1 chart written, 1 refused (1 no data)"),
    );
    expect(await readChart("beside a refusal")).toBeDefined();
  });
});
