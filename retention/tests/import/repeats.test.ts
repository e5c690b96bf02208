import { mkdtempSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { readChartItem } from "../../../tests/support/tables.ts";
import { summary } from "../support/command.ts";
import { fact } from "../support/facts.ts";
import { composeSession, importFiles, readChart } from "../support/import.ts";

const save = useFolder();

const session = (guid: string, id: string | undefined, ...times: number[]) =>
  composeSession(guid, times, { session_id: id });

function percentages(chart: unknown): unknown {
  return Object(chart).data.map(({ percentage }: { percentage: number }) => percentage);
}

describe("charts -- import, of the same sessions twice", () => {
  it("counts a record that is the same again once, and says how many", async () => {
    const first = session("repeated", "a", 0, 1) + session("repeated", "b", 0);
    const other = first.replaceAll('"time":0', '"time":-0.0');
    const { data } = JSON.parse(session("", "", 0, 1));
    const again = JSON.stringify({ data, episodeGUID: "repeated", session_id: "a" });
    const files = [
      save("november.jsonl", first),
      save("december.json", `[${again}, ${session("repeated", "b", 0)}]`),
      save("zeros.jsonl", other),
    ];
    const outcome = await importFiles("--duration", "2", ...files);
    expect(outcome).toMatchObject({
      code: 0,
      stdout: summary("1 chart written, 0 refused, 4 repeated sessions counted once"),
    });
    expect(percentages(await readChart("repeated"))).toEqual([100, 50]);
  });

  it("refuses an episode with two different records of a session, naming both places, and writes the others", async () => {
    const monday = save("monday.jsonl", session("x", "c", 0) + session("grown", "a", 0) + session("grown", "b", 1));
    const tuesday = save("tuesday.jsonl", session("grown", "b", 1) + session("grown", "a", 0, 1));
    const outcome = await importFiles("--duration", "2", "--same-duration", monday, tuesday);
    expect(outcome).toMatchObject({
      code: 1,
      stdout: summary("1 chart written, 1 refused (1 with two records of a session), 1 repeated session counted once"),
    });
    const has = /"a" .*monday\.jsonl:2 .*tuesday\.jsonl:2/;
    expect(outcome.refusals).toEqual([fact("two-records", has, { episode: "grown" })]);
    expect(await readChart("grown")).toBeUndefined();
    expect(await readChart("x")).toBeDefined();
  });

  it("counts one session of two episodes in both, and records without a session_id each", async () => {
    const lines = [session("one", "a", 0), session("two", "a", 0, 1), session("two", undefined, 0)];
    const blank = `${session("two", undefined, 0)}${session("two", "", 0)}${session("two", "", 0)}`;
    const outcome = await importFiles("--duration", "2", "--same-duration", save("ids.jsonl", lines.join("") + blank));
    expect(outcome.stdout).toEqual(summary("2 charts written, 0 refused"));
    expect(percentages(await readChart("two"))).toEqual([100, 20]);
  });

  it("says how many records without a session_id equal others but for white space, and counts them", async () => {
    const data = '[{"time":0,"event":"play"},{"time":1.5,"event":"pause"}]';
    const line = (listener: number) => `{"useragent":"${listener}","episodeGUID":"alike","data":${data}}\n`;
    const lines = Array.from({ length: 10 }, (_, listener) => line(listener));
    const spaced = lines.map((each) => each.replaceAll(",", " , "));
    const once = await importFiles("--duration", "2", save("alike.jsonl", lines.join("")));
    expect(once.hints).not.toContainEqual(fact("alike-sessions"));
    const files = [save("alike.jsonl", lines.join("")), save("spaced.jsonl", spaced.join(""))];
    const twice = await importFiles("--duration", "2", ...files);
    expect(twice.code).toBe(0);
    expect(twice.hints).toContainEqual(fact("alike-sessions", /^10 /));
    expect(await readChartItem("alike")).toMatchObject({ listeners: 20 });
    const single = save("single.jsonl", line(0) + line(0));
    const { hints } = await importFiles("--dry-run", "--duration", "2", single);
    expect(hints).toContainEqual(fact("alike-sessions", /^1 session /));
  });

  it("refuses a session_id that is neither text nor a number", async () => {
    const bad = '{"session_id":{"id":"1"},"episodeGUID":"odd id","data":[]}\n';
    const outcome = await importFiles("--duration", "2", save("odd.jsonl", bad + session("odd id", "1", 0)));
    expect(outcome.refusals).toEqual([fact("not-a-session", /^session_id .*\{"id":"1"\}/, { line: 1 })]);
  });

  it("refuses a session_id that is a number of which JSON loses digits: two listeners would count once", async () => {
    const lines = ["1", "2"].map((digit) => session("long id", "ID", 0).replace('"ID"', `9007199254740993${digit}`));
    const outcome = await importFiles("--duration", "2", save("long.jsonl", lines.join("")));
    expect(outcome.refusals).toEqual([1, 2].map((line) => fact("long-session-id", "", { line })));
  });
});

describe("charts -- import, of a session that begins with a copy of another episode's events", () => {
  /** Composes a session from events such as `0 play`. */
  const log = (guid: string, id: string | undefined, ...events: readonly string[]) => {
    const data = events.map((text) => ({ time: Number.parseFloat(text), event: text.split(" ")[1] }));
    return `${JSON.stringify({ session_id: id, episodeGUID: guid, data })}\n`;
  };
  const FIRST = ["0 play", "1 play", "2.5 pause"];

  it.each<[string, heard: number[], first: string[], later: string[]]>([
    ["it jumps back", [0, 1], FIRST, [...FIRST, "0 play", "1 play"]],
    ["it jumps back by less than a second", [2], FIRST, [...FIRST, "2.25 play"]],
    ["it jumps back to the middle", [1, 2], FIRST, [...FIRST, "1 play", "2 play"]],
    ["it begins anew after the end", [4, 5], ["0 play", "1 ended"], ["0 play", "1 ended", "4 play", "5 ended"]],
    ["it begins anew where the other ended", [1, 2], ["0 play", "1 ended"], ["0 play", "1 ended", "1 play", "2 play"]],
  ])("leaves out the copy, and says so: %s", async (_, heard, first, later) => {
    const file = save("copy.jsonl", log("first", "a", ...first) + log("later", "a", ...later));
    const outcome = await importFiles("--duration", "6", "--same-duration", "--interval", "1", file);
    expect(outcome.code).toBe(0);
    expect(outcome.hints).toContainEqual(fact("left-out", /^1 session /));
    const seconds = percentages(await readChart("later")) as number[];
    expect(seconds.flatMap((percentage, second) => (percentage > 0 ? [second] : []))).toEqual(heard);
  });

  it.each<[string, first: string[], later: string[]]>([
    ["it goes on", FIRST, [...FIRST, "3 play"]],
    ["it goes on from where it paused", FIRST, [...FIRST, "2.5 play"]],
    ["it goes on further ahead, and jumps back later", FIRST, [...FIRST, "5 play", "0 play"]],
    ["it has no other events", FIRST, FIRST],
    ["an event is missing", FIRST, [...FIRST.slice(1), "0 play"]],
    ["it has a part of the other's", FIRST, [...FIRST.slice(0, 2), "0 play"]],
    ["a time differs", FIRST, ["0 play", "1.5 play", "2.5 pause", "0 play"]],
    ["an event differs", FIRST, ["0 play", "1 seek", "2.5 pause", "0 play"]],
    ["the other has none", [], ["0 play"]],
  ])("counts what may be the listener's own: %s", async (_, first, later) => {
    const file = save("own.jsonl", log("first", "a", ...first) + log("later", "a", ...later));
    const options = ["--duration", "6", "--same-duration", "--interval", "1"];
    expect((await importFiles(...options, file)).hints).not.toContainEqual(fact("left-out"));
    const chart = await readChart("later");
    await importFiles(...options, save("alone.jsonl", log("later", "b", ...later)));
    expect(chart).toEqual(await readChart("later"));
  });

  it("counts it if the other session has another id, none, or comes later", async () => {
    const copy = log("later", "a", ...FIRST, "0 play");
    const others = [
      log("first", "b", ...FIRST) + copy,
      log("first", undefined, ...FIRST) + copy,
      copy + log("first", "a", ...FIRST),
    ];
    for (const text of others) {
      const { hints } = await importFiles("--duration", "6", "--same-duration", save("others.jsonl", text));
      expect(hints).not.toContainEqual(fact("left-out"));
    }
  });

  it("finds it in each later episode and in another file, and counts each record once", async () => {
    const [first, second, third] = [
      log("first", "a", ...FIRST),
      log("second", "a", ...FIRST, "0 play", "1 play"),
      log("third", "a", ...FIRST, "1 play", "2 play"),
    ];
    const files = [save("november.jsonl", first + second), save("december.jsonl", third + second + first)];
    const outcome = await importFiles("--duration", "4", "--same-duration", "--interval", "1", ...files);
    expect(outcome.stdout).toContain("2 repeated sessions counted once");
    expect(outcome.hints).toContainEqual(fact("left-out", /^2 sessions /));
    expect(percentages(await readChart("second"))).toEqual([100, 100, 0, 0]);
    expect(percentages(await readChart("third"))).toEqual([0, 100, 100, 0]);
  });

  it("finds the longest one, if each episode's record begins with all that came before", async () => {
    const one = ["0 play", "1 pause"];
    const two = [...one, "0 play", "1 play", "2 pause"];
    const three = [...two, "1 play", "2 pause"];
    const file = log("chain one", "a", ...one) + log("chain two", "a", ...two) + log("chain three", "a", ...three);
    const options = ["--duration", "4", "--same-duration", "--interval", "1"];
    const outcome = await importFiles(...options, save("chain.jsonl", file), save("again.jsonl", `\n${file}`));
    expect(outcome.stdout).toContain("3 repeated sessions counted once");
    expect(outcome.hints).toContainEqual(fact("left-out", /^2 sessions /));
    expect(percentages(await readChart("chain two"))).toEqual([100, 100, 100, 0]);
    expect(percentages(await readChart("chain three"))).toEqual([0, 100, 100, 0]);
  });
});

describe("charts -- import, of a record that has a member twice, of which JSON keeps the last", () => {
  const CHART = '"guid":"member twice","duration":1';
  const SESSION = '"episodeGUID":"member twice"';
  const POINTS = '[{"time":0,"percentage":1}]';
  const EVENTS = '[{"time":0,"event":"play"}]';

  it.each([
    ["guid", `{${CHART},"data":${POINTS},"guid":"other"}`],
    ["duration", `{${CHART},"duration":9,"data":${POINTS}}`],
    ["data", `{${CHART},"data":${POINTS},"data" :[{"time":0,"percentage":2}]}`],
    ["episodeGUID", `{"session_id":"a",${SESSION},"episodeGUID":"b","data":${EVENTS}}`],
    ["session_id", `{"data":${EVENTS},"session_id":"a",${SESSION},"session_id":"b"}`],
    ["data", `{${SESSION},"data":${EVENTS},"data":[{"time":1,"event":"play"}]}`],
    ["time", `{${SESSION},"data":[{"time":0,"event":"play"},{"time":1,"time":0,"event":"play"}]}`],
    ["event", `{${SESSION},"time":7,"data":[{"time":0,"event":"play","event":"pause"}]}`],
    ["percentage", `{${CHART},"data":[{"time":0,"percentage":1,"percentage":2}]}`],
    ["time", `{${CHART},"time":7,"data":[{"time":0,"time":1,"percentage":1}]}`],
  ])("refuses it: %s", async (name, line) => {
    const outcome = await importFiles("--duration", "2", save("member.jsonl", `${line}\n`));
    expect(outcome).toMatchObject({ code: 1, refusals: [fact("member-twice", `"${name}"`, { line: 1 })] });
    expect(await readChart("member twice")).toBeUndefined();
  });

  it("accepts the names elsewhere", async () => {
    const data = '[{"time":0,"event":"play"},{"event":"pause","time":1,"more":{"time":2}}]';
    const session = `{"time":7,"event":"export","useragent":"\\"time\\":","episodeGUID":"names elsewhere","data":${data}}`;
    expect(await importFiles("--duration", "2", save("elsewhere.jsonl", `${session}\n`))).toMatchObject({ code: 0 });
    const line =
      '{"title":"\\"guid\\":","note":{"guid":1},"guid":"names elsewhere","data":[{"time":0,"percentage":1,"guid":2}],"by":["duration"],"duration":1}';
    expect(await importFiles("--replace", save("elsewhere.jsonl", `${line}\n`))).toMatchObject({ code: 0 });
  });
});

describe("charts -- import, of the same file twice", () => {
  const content = session("twice", undefined, 0, 1) + session("twice", undefined, 0);

  it.each<[string, string, (file: string) => string]>([
    ["by the same name", "is the same file", (file) => file],
    [
      "by a symbolic link",
      "is the same file",
      (file) => {
        const link = join(mkdtempSync(join(dirname(file), "link-")), "latest.jsonl");
        symlinkSync(file, link);
        return link;
      },
    ],
    ["as a copy", "has the same content", () => save("copy.jsonl", content)],
    ["compressed", "has the same content", () => save("sessions.jsonl.gz", gzipSync(content))],
  ])("refuses the second one, and counts the first: %s", async (_, problem, findOther) => {
    const file = save("sessions.jsonl", content);
    const other = findOther(file);
    const outcome = await importFiles("--duration", "2", file, other);
    expect(outcome).toMatchObject({ code: 1, stdout: summary("1 chart written, 1 refused (1 imported already)") });
    expect(outcome.refusals).toEqual([fact("imported-already", `${problem} as ${file}`, { file: other })]);
    expect(percentages(await readChart("twice"))).toEqual([100, 50]);
  });

  it("accepts different files of the same size", async () => {
    const files = ["1", "2"].map((id) => save(`${id}.jsonl`, session("same size", id, 0)));
    expect(await importFiles("--duration", "2", ...files)).toMatchObject({ code: 0 });
  });
});
