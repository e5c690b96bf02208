import { describe, expect, it } from "vitest";
import { composeFeedOf } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { runCommand, summary } from "../support/command.ts";

const save = useFolder();

const CHART = '{"guid":"good","duration":1,"data":[{"time":1,"percentage":100}]}';
const UTF_16 = /: It is in UTF-16\. Save it as UTF-8\.\n/;
const CUT_OFF = "It ends in the middle\\. Its export or transfer may have been cut off\\.";
const SESSION = '{"episodeGUID":"good","data":[{"time":0,"event":"play"}]}';

describe("charts -- import, of a file that it refuses", () => {
  it("refuses an empty array, whatever its format is said to be", async () => {
    const outcome = await runCommand("charts", ["import", "--format", "chart", save("empty.json", "[]\n")]);
    expect(outcome).toMatchObject({ code: 1, stdout: summary("0 charts written, 1 refused (1 unreadable)") });
    expect(outcome.stderr).toMatch("empty.json: It is an empty array, without records. Check its export, or leave it");
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ["an empty file", "", /: It is empty\. Check its export, or leave it out\.\n/],
    ["text", "Dear listeners", /: It is neither JSON nor CSV\. It begins with "Dear listeners"\. Save /],
    ["NUL bytes", new Uint8Array(5_000), /: It is neither JSON nor CSV\. It begins with "\\u0000/],
    [
      "NUL bytes in a record",
      `${CHART}\n{"guid":"\0\0"}\n`,
      /:2: It contains NUL bytes, so the file may be damaged\. Export or transfer it again\.\n/,
    ],
    [
      "a deeply nested value",
      `${CHART}\n{"guid":${"[".repeat(200_000)}${"]".repeat(200_000)}}\n`,
      /:2: guid must be a string of 1 to 2048 bytes of UTF-8, not a deeply nested value\.\n/,
    ],
    [
      "NUL bytes at the end",
      Buffer.concat([Buffer.from(`${CHART}\n`), new Uint8Array(99)]),
      /:2: The last line is not a whole record: it has no line break and contains NUL bytes\. Its export/,
    ],
    ["UTF-16", Buffer.from(`\uFEFF${CHART}`, "utf16le"), UTF_16],
    ["UTF-16 without a byte order mark", Buffer.from("time,count\n0,1\n", "utf16le"), UTF_16],
    ["UTF-16 without a byte order mark, big-endian", Buffer.from(CHART, "utf16le").swap16(), UTF_16],
    [
      "two answers of a platform, one a line",
      '{"samples":[1],"max":1}\n{"samples":[1],"max":1}\n',
      /: It can't be parsed as JSON \(.*\)\. Only one record may be in a line, and one answer of a platform in a file\.\n/,
    ],
    [
      "Latin-1",
      Buffer.from('{"guid":"\xe9","duration":1,"data":[]}\n', "latin1"),
      /:1: It contains invalid UTF-8\. Save it as UTF-8\.\n/,
    ],
    ["an array without its end", `[${CHART},`, new RegExp(`:1: ${CUT_OFF}`)],
    ["an array that breaks off within a record", `[\n${CHART},\n{"guid":"go`, new RegExp(`:3: ${CUT_OFF}`)],
    [
      "JSON Lines that break off",
      `${CHART}\n{"guid":"go`,
      /:2: The last line is not a whole record: it has no line break and is not JSON\. Its export/,
    ],
    [
      "UTF-8 that breaks off",
      Buffer.from(`${CHART}\n{"guid":"é`).subarray(0, -1),
      /:2: The last line .* is not UTF-8\. Its export/,
    ],
    ["an array with a bad record", `[\n${CHART},\n{"guid":nope,"duration":1}\n]`, /:3: /],
    [
      "sessions without durations",
      SESSION,
      /: The session in .+:1 does not say how long it is\. Pass --duration, or a --feed/,
    ],
    [
      "control characters",
      `${CHART}\n\u001b[31mred\n`,
      /:2: It can't be parsed as JSON \(Unexpected token ' '.*\)\.\n/,
    ],
  ])("gives the reason: %s", async (_, content, message) => {
    const outcome = await runCommand("charts", ["import", save("file", content)]);
    expect(outcome.stderr).toMatch(message);
    expect(outcome.stderr).not.toMatch(/\n {4}at |node:internal/);
    expect(outcome.stdout).toMatch(/\d charts? written.*, 1 refused \(1 .+\)\n$/);
    expect(outcome.code).toBe(1);
  });

  it.each([
    ["without a record before a comma", `[\n,${CHART}]`, 2, 'a record or "]", not ","'],
    ["with two commas", `[${CHART},\n,${CHART}]`, 2, 'a record, not ","'],
    ["with a comma before its end", `[${CHART},\n]`, 2, 'a record, not "]"'],
    ["without a comma between records", `[${CHART}\n${CHART}]`, 2, 'a comma or "]", not "{"'],
    ["that another bracket ends", `[${CHART}}\n`, 1, 'a comma or "]", not "}"'],
    ["before another one", `[${CHART}]\n[${CHART}]`, 2, 'nothing after the array, not "["'],
  ])("gives the place of the mistake in an array %s", async (_, content, line, expected) => {
    const outcome = await runCommand("charts", ["import", save("array.json", content)]);
    expect(outcome).toMatchObject({ code: 1, stdout: expect.stringMatching(/, 1 refused \(1 .+\)\n$/) });
    const problem = `It is not a valid JSON array. Expected ${expected}. Correct it, or export it again.`;
    expect(outcome.stderr).toContain(`array.json:${line}: ${problem}\n`);
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    [
      "without GUIDs",
      "<rss><channel><item/></channel></rss>",
      /feed\.xml: No episode in it has a <guid> \(episodes: 1\)\. Add one to each <item>\.\n/,
    ],
    [
      "that is a web page",
      "<html><body/></html>",
      /feed\.xml: It is a web page, and shows no feed\. Use the address of the podcast's RSS feed, or /,
    ],
    [
      "that is not RSS",
      "<feed/>",
      /feed\.xml: It is not an RSS feed: it has no <channel>\. Use the podcast's RSS feed\.\n/,
    ],
    ["without episodes", "<rss><channel/></rss>", /feed\.xml: There is no <item> in it\. Use a feed with episodes\.\n/],
    [
      "that asks for other files",
      '<!DOCTYPE rss [<!ENTITY x SYSTEM "x">]>\n<rss>&x;</rss>',
      /feed\.xml:2: It is not valid XML \(Invalid character entity\)\. Correct the feed, or download it again\.\n/,
    ],
    [
      "in an unknown encoding",
      '<?xml version="1.0" encoding="EBCDIC-US"?><rss/>',
      /feed\.xml: Its encoding EBCDIC-US is not supported\. Save it as UTF-8, and declare that encoding\.\n/,
    ],
    [
      "in an encoding that it does not declare",
      Buffer.from('<?xml version="1.0"?><rss>é</rss>', "latin1"),
      /feed\.xml: It contains invalid UTF-8\. Its byte order mark or XML declaration must name the encoding that it is saved in\.\n/,
    ],
  ])("refuses a feed %s", async (_, xml, message) => {
    const feed = save("feed.xml", xml);
    const outcome = await runCommand("charts", ["import", "--feed", feed, save("sessions.jsonl", SESSION)]);
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
  });

  it("prints no control characters of a file, neither in a refusal nor in a listing", async () => {
    const guid = "\u001b[2J\u009b31m\r\n\u0007";
    const session = JSON.stringify({ episodeGUID: guid, data: [{ time: 0, event: "play" }] });
    const feed = save("feed.xml", composeFeedOf({ a: "1:00" }));
    const refused = await runCommand("charts", ["import", "--feed", feed, save("hostile.jsonl", session)]);
    expect(refused.stderr).toMatch("episode \uFFFD[2J\uFFFD31m\uFFFD\uFFFD\uFFFD: The feed has no episode");

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
