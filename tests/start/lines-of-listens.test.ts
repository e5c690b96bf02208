import type { Context } from "aws-lambda";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { handler as deployed } from "../../functions/listen.ts";
import { handler } from "../../local/explained-listen.ts";
import { getFreshTokenId, type ListenChanges, makeListenEvent } from "../support/collector.ts";
import { useLog } from "../support/log.ts";
import { useConfiguredService } from "../support/service.ts";
import { writeChartItem } from "../support/tables.ts";

const context = { awsRequestId: "request-1", getRemainingTimeInMillis: () => 10_000 } as Context;

useConfiguredService();
const log = useLog();

beforeAll(async () => {
  await writeChartItem({ guid: "understood", duration: 119.5 });
});

const event = (text: string) => ({ time: Number(text.replace(/\D+/, "")), event: text.replace(/ .*/, "") });
const parse = (...texts: string[]) => texts.map(event);

const NO_PAUSE = "has no pause after it, and may count for seconds that were not heard";

/** Sends a listen to the local service. Returns the lines that it prints. */
async function send({ guid = "understood", ...changes }: ListenChanges, listens: string | undefined = "verbose") {
  vi.stubEnv("LISTENS", listens);
  const print = vi.spyOn(console, "log").mockImplementation(() => {});
  const answer = await handler(await makeListenEvent({ guid, ...changes }), context);
  const { seconds } = JSON.parse(answer.body ?? "{}");
  const lines = print.mock.calls.flatMap(([text]) => String(text).split("\n"));
  print.mockRestore();
  if (seconds !== undefined) expect(lines[0]).toContain(`: ${seconds} s in `);
  return { status: answer.statusCode, lines };
}

describe("npm start", () => {
  it("prints a line of each listen, without who sent it", async () => {
    const data = parse("play 0", "play 1", "pause 1.4", "seek 70", "pause 71");
    const body = JSON.stringify({ episodeGUID: "understood", listener: "Zk3-x_81LmQp07tv", data });
    expect(await send({ body }, "")).toEqual({
      status: 202,
      lines: ["Listen to understood: 4 s in 2 passages"],
    });
    const { lines } = await send({ body, address: "192.0.2.77", userAgent: "Player/7" });
    expect(lines).toHaveLength(2);
    expect(lines.join("\n")).not.toMatch(/Zk3-|192\.0\.2|Player/);
  });

  it("says in the line that something is odd, or refused, or not counted", async () => {
    expect((await send({ data: parse("play 0", "play 50") }, "")).lines).toEqual([
      "Listen to understood: 2 s in 2 passages, 2 oddities (LISTENS=verbose)",
    ]);
    expect((await send({ headers: { dnt: "1" }, data: parse("pause 3") }, "")).lines).toEqual([
      "Listen to understood: 1 s in 1 passage, not counted: the sender objects",
    ]);
    expect((await send({ guid: "gone\u001b[2J" }, "")).lines).toEqual([
      "Listen refused, 404: Episode not found (gone\uFFFD[2J)",
    ]);
    expect(log.warnings.splice(0)).toHaveLength(1);
  });

  it("prints with LISTENS=verbose what was understood of a right player, and nothing odd", async () => {
    vi.stubEnv("EXPIRES_IN", "10h");
    const data = parse("play 0", "play 10", "play 20", "pause 25", "seek 70", "pause 77", "play 77", "pause 84");
    expect((await send({ data, id: await getFreshTokenId() })).lines).toEqual([
      "Listen to understood: 41 s in 2 passages",
      "  Understood: seconds 0-25, 70-84 of 119.5, from 8 events at an interval of 10 s",
    ]);
  });

  it.each([
    ["a play at the end", ["play 3", "play 4"], `play at 4 ${NO_PAUSE}.`],
    ["seeks of what plays", ["play 3", "seek 60", "seek 90", "pause 91"], `play at 3 ${NO_PAUSE}, and 1 more like it.`],
    ["a leap ahead", ["play 3", "play 5", "pause 6"], "a leap from play at 3 to play at 5, without pause and seek."],
    ["a leap back", ["play 33", "play 5", "pause 6"], "a leap from play at 33 to play at 5, without pause and seek."],
    ["a pause long after", ["play 3", "pause 50"], "a leap from play at 3 to pause at 50, without pause and seek."],
    [
      "milliseconds",
      ["play 90000", "pause 90001"],
      "2 s lie beyond the episode's 119.5 s. Positions are seconds of the episode.",
    ],
  ])("says what is odd: %s", async (_, texts, remark) => {
    expect((await send({ data: parse(...texts) })).lines.slice(2)).toEqual([`  Odd: ${remark}`]);
  });

  it.each([
    ["a play at each second, told late", ["play 3.2", "play 4.9", "pause 5.1"]],
    ["a seek after a pause", ["play 3", "pause 3.5", "seek 60", "pause 60"]],
    ["a second that is not whole at the end", ["play 118", "play 119", "pause 119.4"]],
    ["nothing", []],
  ])("finds nothing odd in %s", async (_, texts) => {
    expect((await send({ data: parse(...texts) })).lines).toHaveLength(2);
  });

  it("says that nothing was understood of no events", async () => {
    expect((await send({ data: [] })).lines[1]).toBe(
      "  Understood: nothing of 119.5, from 0 events at an interval of 1 s",
    );
  });

  it("lists the first ten of many passages", async () => {
    const data = Array.from({ length: 12 }, (_, index) => event(`pause ${2 * index}`));
    expect((await send({ data })).lines[1]).toMatch(/seconds (\d+, ){10}\.\.\. of 119\.5, from 12 events at /);
  });

  it.each([
    [
      { guid: "gone" },
      /^Listen refused, 404: Episode not found \(gone\)$/,
      /^ {2}To mend: register the episode's feed \(npm run charts -- register --help\), /,
    ],
    [{ id: "none" }, /^Listen refused, 404: Token not found$/, /^ {2}To mend: take the URL /],
    [
      { data: "events" },
      /^Listen refused, 400: Invalid request body: data /,
      /^ {2}To mend: send the body as docs\/players\.md /,
    ],
    [{ body: "{" }, /^Listen refused, 400: Invalid request body: not valid JSON$/, /^ {2}To mend: send the body as /],
  ])("says what to mend: %o", async (changes, line, mend) => {
    expect((await send(changes)).lines).toEqual([expect.stringMatching(line), expect.stringMatching(mend)]);
    log.warnings.length = 0;
  });

  it("prints nothing of a browser's question, and of a fault only what the deployed service does", async () => {
    expect(await send({ method: "OPTIONS" })).toEqual({ status: 204, lines: [] });
    vi.stubEnv("LISTEN_WINDOW", "soon");
    expect(await send({})).toEqual({ status: 500, lines: [] });
    expect(log.errors).toHaveLength(1);
  });
});

describe("the deployed function", () => {
  it("prints nothing of a listen", async () => {
    vi.stubEnv("LISTENS", "verbose");
    const print = vi.spyOn(console, "log");
    for (const changes of [{ guid: "understood" }, { id: "none" }, { body: "{" }])
      await deployed(await makeListenEvent(changes), context);
    expect(print).not.toHaveBeenCalled();
  });
});
