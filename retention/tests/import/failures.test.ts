import { describe, expect, it } from "vitest";
import { composeFeedOf } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import type { Code } from "../../sources/base/codes.ts";
import { readFeed } from "../../sources/feed/feed.ts";
import { runCommand } from "../support/command.ts";
import { errorOf, fact } from "../support/facts.ts";
import { importFiles } from "../support/import.ts";

const save = useFolder();

const CHART = '{"guid":"good","duration":1,"data":[{"time":1,"percentage":100}]}';
const SESSION = '{"episodeGUID":"good","data":[{"time":0,"event":"play"}]}';

describe("charts -- import, of a file that it refuses", () => {
  it.each<[string, string | Uint8Array, Code, number | undefined, string?]>([
    ["an empty file", "", "empty-file", undefined],
    ["text", "Dear listeners", "unknown-text", undefined, '"Dear listeners"'],
    ["NUL bytes", new Uint8Array(5_000), "unknown-text", undefined, '"\\u0000'],
    ["NUL bytes in a record", `${CHART}\n{"guid":"\0\0"}\n`, "nul-bytes", 2],
    [
      "a deeply nested value",
      `${CHART}\n{"guid":${"[".repeat(200_000)}${"]".repeat(200_000)}}\n`,
      "not-a-chart",
      2,
      "a deeply nested value",
    ],
    ["NUL bytes at the end", Buffer.concat([Buffer.from(`${CHART}\n`), new Uint8Array(99)]), "cut-off", 2, "NUL bytes"],
    ["UTF-16", Buffer.from(`\uFEFF${CHART}`, "utf16le"), "file-not-utf8", undefined],
    ["UTF-16 without a byte order mark", Buffer.from("time,count\n0,1\n", "utf16le"), "file-not-utf8", undefined],
    [
      "UTF-16 without a byte order mark, big-endian",
      Buffer.from(CHART, "utf16le").swap16(),
      "file-not-utf8",
      undefined,
    ],
    [
      "two answers of a platform, one a line",
      '{"samples":[1],"max":1}\n{"samples":[1],"max":1}\n',
      "several-values",
      undefined,
    ],
    ["Latin-1", Buffer.from('{"guid":"\xe9","duration":1,"data":[]}\n', "latin1"), "not-utf8", 1],
    ["an array without its end", `[${CHART},`, "cut-off", 1],
    ["an array that breaks off within a record", `[\n${CHART},\n{"guid":"go`, "cut-off", 3],
    ["JSON Lines that break off", `${CHART}\n{"guid":"go`, "cut-off", 2, "not JSON"],
    ["UTF-8 that breaks off", Buffer.from(`${CHART}\n{"guid":"é`).subarray(0, -1), "cut-off", 2, "not UTF-8"],
    ["an array with a bad record", `[\n${CHART},\n{"guid":nope,"duration":1}\n]`, "not-json", 3],
    ["sessions without durations", SESSION, "session-without-duration", undefined],
    ["control characters", `${CHART}\n\u001b[31mred\n`, "not-json", 2],
    ["an array without a record before a comma", `[\n,${CHART}]`, "invalid-array", 2, 'a record or "]", not ","'],
    ["an array with two commas", `[${CHART},\n,${CHART}]`, "invalid-array", 2, 'a record, not ","'],
    ["an array with a comma before its end", `[${CHART},\n]`, "invalid-array", 2, 'a record, not "]"'],
    ["an array without a comma", `[${CHART}\n${CHART}]`, "invalid-array", 2, 'a comma or "]", not "{"'],
    ["an array that another bracket ends", `[${CHART}}\n`, "invalid-array", 1, 'a comma or "]", not "}"'],
    ["an array before another one", `[${CHART}]\n[${CHART}]`, "invalid-array", 2, 'after the array, not "["'],
  ])("gives the reason and the place: %s", async (_, content, code, line, has) => {
    const outcome = await importFiles(save("file", content));
    expect(outcome).toMatchObject({ code: 1, refusals: [fact(code, has, line === undefined ? {} : { line })] });
    expect(outcome.stderr).not.toMatch(/\n {4}at |node:internal/);
  });

  it("refuses an empty array, whatever its format is said to be", async () => {
    const outcome = await importFiles("--format", "chart", save("empty.json", "[]\n"));
    expect(outcome).toMatchObject({ code: 1, refusals: [fact("empty-file")] });
  });

  it.each<[string, string | Uint8Array, Code, string?]>([
    ["that is a web page", "<html><body/></html>", "page-without-feed"],
    ["that is not RSS", "<feed/>", "not-a-feed"],
    ["that asks for other files", '<!DOCTYPE rss [<!ENTITY x SYSTEM "x">]>\n<rss>&x;</rss>', "invalid-xml", "entity"],
    ["in an unknown encoding", '<?xml version="1.0" encoding="EBCDIC-US"?><rss/>', "unknown-encoding", "EBCDIC-US"],
    [
      "in an encoding that it does not declare",
      Buffer.from('<?xml version="1.0"?><rss>é</rss>', "latin1"),
      "other-encoding",
    ],
  ])("refuses a feed %s", async (_, xml, code, has) => {
    await expect(readFeed(new Blob([xml]).stream())).rejects.toThrow(errorOf(code, has));
  });

  it("refuses a feed without episodes", async () => {
    const feed = save("feed.xml", "<rss><channel/></rss>");
    const outcome = await importFiles("--feed", feed, save("sessions.jsonl", SESSION));
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringMatching(/^\S*feed\.xml: .*<item>/) });
  });

  it("prints no control characters of a file, neither in a refusal nor in a listing", async () => {
    const guid = "\u001b[2J\u009b31m\r\n\u0007";
    const session = JSON.stringify({ episodeGUID: guid, data: [{ time: 0, event: "play" }] });
    const feed = save("feed.xml", composeFeedOf({ a: "1:00" }));
    const refused = await runCommand("charts", ["import", "--feed", feed, save("hostile.jsonl", session)]);
    expect(refused.stderr).toMatch("episode \uFFFD[2J\uFFFD31m\uFFFD\uFFFD\uFFFD: The feed ");

    await runCommand("charts", ["import", save("chart.json", JSON.stringify({ ...JSON.parse(CHART), guid }))]);
    const listed = await runCommand("charts", ["list"]);
    expect(listed.stdout).toMatch("  \uFFFD[2J\uFFFD31m\uFFFD\uFFFD\uFFFD\n");
    expect(refused.stderr + listed.stdout).not.toMatch(/[^\P{Cc}\n]/u);
  });

  it("shows at most 100 bad records, at least one of each kind, and counts all", async () => {
    const file = save("many.jsonl", `${CHART}\n${"{]\n".repeat(250)}7`);
    const other = save("more.jsonl", `${CHART.replace("good", "other")}\n${"{]\n".repeat(250)}7`);
    const outcome = await runCommand("charts", ["import", "--dry-run", file, other, "/no/such/file"]);
    const kinds = "500 not JSON, 2 not an object, 1 unreadable";
    expect(outcome.stdout).toBe(`2 charts would be written (2 own), 503 refused (${kinds})\n`);
    expect(outcome.stderr.match(/^\/.*: .*\n/gm)).toHaveLength(100);
    expect(outcome.stderr).toMatch(/many\.jsonl:252: It must be a JSON object, not 7\.\n/);
    expect(outcome.stderr).toMatch(/\/no\/such\/file: .*\n/);
    expect(outcome.stderr).toMatch(/\n… and 403 more\n$/);
  });

  it.each([
    ["step", ["--step", "0"]],
    ["duration", ["--duration", "never"]],
    ["interval", ["--interval", "1.5"]],
    ["interval of two days", ["--interval", "172800"]],
    ["format", ["--format", "xlsx"]],
  ])("refuses an invalid %s", async (_, args) => {
    const outcome = await runCommand("charts", ["import", ...args, save("good.json", CHART)]);
    expect(outcome).toMatchObject({ code: 1, stdout: "" });
  });

  it("names the table that it could not write to", async () => {
    const file = save("good.json", CHART);
    const noTable = await runCommand("charts", ["import", file], { env: { CHARTS_TABLE: "no-such-table" } });
    expect(noTable).toMatchObject({ code: 1, stdout: "Interrupted: 0 of 1 charts written. Run it again.\n" });
    expect(noTable.stderr).toMatch(/^The table no-such-table or the table \S+ is missing in DynamoDB at /m);
  });

  it("says that there is no such stage", async () => {
    const env = { CHARTS_TABLE: undefined, TOKENS_TABLE: undefined };
    const outcome = await runCommand("charts", ["import", "--stage", "dve", save("good.json", CHART)], { env });
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(
      /^There is no stage "dve" in DynamoDB at \S+: the table performance-data-dve-charts or the table performance-data-dve-tokens is missing\. Check --stage and --region\.$/m,
    );
  });
});
