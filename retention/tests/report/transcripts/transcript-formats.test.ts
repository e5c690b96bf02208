import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Code } from "../../../sources/base/codes.ts";
import { InputError } from "../../../sources/base/refusals.ts";
import { isTranscript, isTranscriptStart, parseTranscript } from "../../../sources/transcripts/transcript.ts";
import { errorOf } from "../../support/facts.ts";

const HI = { start: 1, end: 2.5, text: "Hi there." };
const BYE = { start: 3, end: 4, text: "Bye." };

const SEGMENTS = [
  { startTime: 1, endTime: 2.5, body: "Hi there." },
  { startTime: "00:00:03", endTime: "4", body: " Bye.\n" },
];

const parse = async (text: string) => (await parseTranscript(text)).cues;

describe("a transcript", () => {
  it.each([
    [
      "WebVTT",
      "WEBVTT - Title\nKind: captions\n\n1\n00:01.000 --> 00:02.500\nHi\nthere.\n\n00:00:03.000 --> 00:00:04.000\nBye.\n",
    ],
    [
      "WebVTT of Windows, with a byte order mark",
      "\uFEFFWEBVTT\r\n\r\n00:01.000 --> 00:02.500\r\nHi there.\r\n\r\n00:03.000 --> 00:04.000\r\nBye.",
    ],
    [
      "WebVTT with styles, notes, regions and positions",
      "WEBVTT\n\nREGION\nid:a\nwidth:40%\n\nSTYLE\n::cue { color: red }\n\nNOTE 0 to 1\n\n00:01.000 --> 00:02.500 region:a align:start position:10%\n<c.loud>Hi</c> <i>there</i>.\n\n00:03.000 --> 00:04.000 line:0\nBye.",
    ],
    [
      "SubRip",
      '1\n00:00:01,000 --> 00:00:02,500\n{\\an8}<i>Hi there.</i>\n\n2\n00:00:03,000 --> 00:00:04,000\n<font color="#fff">Bye.</font>\n',
    ],
    [
      "SubRip without blank lines",
      "1\n00:00:01,000  -->\t00:00:02,500\nHi there.\n2\n 00:00:03,000 --> 00:00:04,000\nBye.",
    ],
    [
      "SubRip whose cues are not in order",
      "2\n00:00:03,000 --> 00:00:04,000\nBye.\n\n1\n00:00:01,000 --> 00:00:02,500\nHi there.",
    ],
    [
      "SubRip with a blank line behind each number",
      "1\n\n00:00:01,000 --> 00:00:02,500\nHi\n\nthere.\n\n2\n\n00:00:03,000 --> 00:00:04,000\nBye.",
    ],
    ["WebVTT with commas", "WEBVTT\n\n00:01,000 --> 00:02,500\nHi there.\n\n00:03,000 --> 00:04,000\nBye."],
    [
      "SubRip with positions",
      "1\n00:00:01,000 --> 00:00:02,500 X1:40 X2:600 Y1:20 Y2:50\nHi there.\n\n2\n00:00:03,000 --> 00:00:04,000\nBye.",
    ],
    ["SubViewer", "0:00:01.000,0:00:02.500\nHi\n\nthere.\n\n0:00:03.000,0:00:04.000\nBye.\n"],
    ["JSON", JSON.stringify({ version: "1.0.0", segments: SEGMENTS })],
    [
      "JSON of YouTube",
      JSON.stringify({
        events: [
          { tStartMs: 0 },
          { tStartMs: 1_000, dDurationMs: 1_500, segs: [{ utf8: "Hi" }, { utf8: " there." }] },
          { tStartMs: 3_000, dDurationMs: 1_000, segs: [{ utf8: "Bye." }] },
        ],
      }),
    ],
  ])("is read from %s", async (_, text) => {
    expect(await parseTranscript(text)).toEqual({ cues: [HI, BYE], end: 4, leftOut: 0 });
  });

  it("is read from SubViewer with lines of numbers, which number no cues", async () => {
    const sbv = "0:00:01.000,0:00:02.500\n42\n\n\n0:00:03.000,0:00:04.000\n6\n\n7\n\n0:00:05.000,0:00:06.000\nBye.\n";
    const { cues } = await parseTranscript(sbv);
    expect(cues.map(({ text }) => text)).toEqual(["42", "6 7", "Bye."]);
  });

  it("is read from HTML, in which a paragraph lasts until the next one", async () => {
    const html =
      "<!doctype html><html><body><cite>Ann:</cite> <time>0:00</time><p>We have &amp; keep a <b>topic</b>.</p><p>More<br>of it.<cite>Bob</cite><p>Bad.</p><time>1:02:03</time><P>Fifteen letters</body>";
    expect(await parseTranscript(html)).toEqual({
      cues: [
        { start: 0, end: 3_723, text: "We have & keep a topic. More of it.", speaker: "Ann" },
        { start: 3_723, end: 3_724, text: "Fifteen letters", speaker: "Bob" },
      ],
      end: 3_724,
      leftOut: 1,
    });
  });

  it.each([
    [
      "with names and times within paragraphs",
      "<p><cite>Ann</cite> <time>0:01</time> Hi.</p><p><time>0:02</time> Bye.</p>",
    ],
    ["with times in brackets", "<cite>Ann</cite> <time>[0:01]</time><p>Hi.</p><time>(0:02)</time><p>Bye."],
    ["with tags that nothing opened", "<cite>Ann</cite><time>0:01</time><p>Hi.</i></b><time>0:02</time><p>Bye."],
    [
      "with scripts, styles and quoted marks",
      "<cite title='a>b'>Ann</cite><style>p { }</style><time>0:01</time><p>Hi.<script>if (1 < 2) '<p>'</script><time>0:02</time><p>Bye.<!-- ",
    ],
    ["with comments", "<!-- 0:01 -->\n<cite>Ann</cite><time>0:01</time><p>Hi.</p><!-- --><time>0:02</time><p>Bye."],
  ])("is read from HTML %s", async (_, html) => {
    expect(isTranscriptStart(html)).toBe(true);
    expect(await parse(html)).toMatchObject([
      { start: 1, end: 2, text: "Hi.", speaker: "Ann" },
      { start: 2, text: "Bye.", speaker: "Ann" },
    ]);
  });

  it("has a cue for each voice of one", async () => {
    const text = "WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ann>Hi, <i>Bob</i>.</v>\n<v Bob>Ann?</v> Bye.";
    expect(await parse(text)).toEqual([
      { start: 1, end: expect.closeTo(2.5), text: "Hi, Bob.", speaker: "Ann" },
      { start: expect.closeTo(2.5), end: 4, text: "Ann? Bye.", speaker: "Bob" },
    ]);
  });

  it.each([
    ["a voice of WebVTT", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v.first Ann &amp; Bob>Hi.</v>", "Ann & Bob", "Hi."],
    ["a name with a colon", "1\n00:00:01,000 --> 00:00:02,000\nHost: Hi.", "Host", "Hi."],
    ["a number of a speaker", "1\n00:00:01,000 --> 00:00:02,000\n[SPEAKER_01]: Hi.", "SPEAKER_01", "Hi."],
    [
      "a member",
      JSON.stringify({ segments: [{ startTime: 1, endTime: 2, speaker: " Ann\n", body: "Hi." }] }),
      "Ann",
      "Hi.",
    ],
    [
      "no name, but a sentence with a colon",
      "1\n00:00:01,000 --> 00:00:02,000\nAnd then we ask: why?",
      undefined,
      "And then we ask: why?",
    ],
    [
      "no name that is longer than a line",
      `WEBVTT\n\n00:01.000 --> 00:02.000\n<v ${"Ann ".repeat(21)}>Hi.</v>`,
      undefined,
      "Hi.",
    ],
    [
      "no name, but a word that is longer than one",
      `1\n00:00:01,000 --> 00:00:02,000\n${"A".repeat(62)}: Hi.`,
      undefined,
      `${"A".repeat(62)}: Hi.`,
    ],
    ["a name before a space", "1\n00:00:01,000 --> 00:00:02,000\nAnn B. O'Hara : Hi.", "Ann B. O'Hara", "Hi."],
    ["no name, but a time", "1\n00:00:01,000 --> 00:00:02,000\nAt 10:30 it rings", undefined, "At 10:30 it rings"],
  ])("has a speaker by %s", async (_, text, speaker, said) => {
    expect(await parse(text)).toMatchObject([{ text: said, ...(speaker && { speaker }) }]);
    expect((await parse(text))[0]?.speaker).toBe(speaker);
  });

  it("joins words to cues, up to a full stop, a pause or another speaker", async () => {
    const words = ["I", "am", "here.", "You", "are?", "Yes", "I", "am"].map((body, index) => {
      return { startTime: index, endTime: index + 1, body, ...(index === 5 && { speaker: "Ann" }) };
    });
    words.push({ startTime: 20, endTime: 21, body: "Later" });
    expect(
      (await parse(JSON.stringify({ segments: words }))).map(({ start, end, text }) => [start, end, text]),
    ).toEqual([
      [0, 3, "I am here."],
      [3, 5, "You are?"],
      [5, 8, "Yes I am"],
      [20, 21, "Later"],
    ]);
  });

  it("loses what rolling captions repeat, and the times of their words", async () => {
    const text = `WEBVTT

00:00:00.160 --> 00:00:02.389 align:start position:0%
 
hello<00:00:00.480><c> and</c><00:00:00.640><c> welcome</c>

00:00:02.389 --> 00:00:02.399 align:start position:0%
hello and welcome
 

00:00:02.399 --> 00:00:04.630 align:start position:0%
hello and welcome
to<00:00:03.000><c> the</c><00:00:03.500><c> show</c>

00:00:04.630 --> 00:00:04.640 align:start position:0%
to the show
 `;
    expect((await parse(text)).map(({ text }) => text)).toEqual(["hello and welcome", "to the show"]);
  });

  it("loses no more of a cue than the lines that a screen has", async () => {
    const lines = Array.from({ length: 16 }, (_, index) => `Line ${index}.`);
    const cues = [lines, lines, lines.slice(1), lines.slice(1)].map(
      (said, index) => `00:0${index}.000 --> 00:0${index}.900\n${said.join("\n")}\n`,
    );
    const all = [lines, lines].map((said) => said.join(" "));
    expect((await parse(`WEBVTT\n\n${cues.join("\n")}`)).map(({ text }) => text)).toEqual(all);
  });

  it("keeps what people say twice", async () => {
    const cue = (second: number, text: string) =>
      `${second}\n00:00:0${second},000 --> 00:00:0${second + 1},000\n${text}\n`;
    const said = ["Yes.", "Yes.", "Well.", "So.", "Now.", "Then."];
    expect((await parse(said.map((text, index) => cue(index, text)).join("\n"))).map(({ text }) => text)).toEqual(said);
  });

  it.each([
    [
      "WebVTT",
      "WEBVTT\n\nsoon --> 00:02.000\nBad.\n\n00:05.000 --> 00:04.000\nBad.\n\n00:03.000 --> 00:04.000\nBye.",
      2,
      3,
    ],
    ["SubRip", "1\n00:00:61,000 --> 00:00:62,000\nBad.\n\n2\n00:00:03,000 --> 00:00:04,000\nBye.", 1, 2],
    ["SubViewer", "0:00:03.000,0:00:04.000\nBye.\n\n0:00:05.0.1,0:00:06.000\nBad.\n", 1, 4],
    [
      "JSON",
      JSON.stringify({
        segments: [
          null,
          { body: "Bad." },
          { startTime: 1, body: 2 },
          { startTime: 3, endTime: 4, body: "Bye." },
          { startTime: -1, endTime: 1, body: "Bad." },
        ],
      }),
      4,
    ],
    [
      "a file with a cue that nobody can say",
      `1\n00:00:00,000 --> 00:00:01,000\n${"x".repeat(5_001)}\n\n2\n00:00:03,000 --> 00:00:04,000\nBye.`,
      1,
      2,
    ],
  ])("leaves out what can't be read in %s, and counts it", async (_, text, leftOut, badLine?: number) => {
    expect(await parseTranscript(text)).toEqual({ cues: [BYE], end: 4, leftOut, ...(badLine && { badLine }) });
  });

  it.each([
    ["one digit", "0:0:1,5 --> 0:0:2,5"],
    ["three digits", "000:000:01,500 --> 000:000:02,500"],
    ["microseconds", "00:00:01,500000 --> 00:00:02,500000"],
    ["a colon before milliseconds", "00:00:01:500 --> 00:00:02:500"],
    ["spaces of a translator", "00: 00: 01, 500 --> 00: 00: 02, 500"],
    ["wide digits", "００：００：０１，５００ --> ００：００：０２，５００"],
  ])("has times in %s", async (_, times) => {
    expect(isTranscriptStart(`1\n${times}\nHi.`)).toBe(true);
    expect(await parse(`1\n${times}\nHi.`)).toEqual([{ start: 1.5, end: 2.5, text: "Hi." }]);
  });

  it.each([
    ["frames", "00;00;01;12 --> 00;00;02;00", 1, 2],
    ["minutes above 59", "63:24.500 --> 125:00.000", 3_804.5, 7_500],
  ])("has times in %s", async (_, times, start, end) => {
    expect(isTranscriptStart(times)).toBe(true);
    expect(await parse(`WEBVTT\n\n${times}\nHi.`)).toEqual([{ start, end, text: "Hi." }]);
  });

  const cue = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n\n2\n00:00:03,000 --> 00:00:04,000\nBye.`;

  it.each([
    ["a Box<Lamp> becomes a Box<Buoy>", undefined],
    ["the depth d < 5, so we wait.", undefined],
    ["We <3 step 5 & all > 2.", undefined],
    ["<Ida> Yes. <b and c> no.", undefined],
    ["<i>Yes</i>, <B>no</B>, <b>so</b>.", "Yes, no, so."],
    ["Step 0 begins.\n\nStep 0 ends\n\n42\n\nwell.", "Step 0 begins. Step 0 ends 42 well."],
  ])("has all that is said but the format's own markup: %j", async (text, said = text) => {
    expect((await parse(cue(text))).map((one) => one.text)).toEqual([said, "Bye."]);
    const vtt = `WEBVTT\n\n${cue(text)}\n\nNOTE\nNobody says this.`;
    expect((await parse(vtt)).map((one) => one.text)).toEqual([said.replace("no,", "<B>no</B>,"), "Bye."]);
  });

  it.each([
    ["numbers of cues", "1\n00:00:01,000 --> 00:00:02,000\nIt is\n42\n\n2\n00:00:03,000 --> 00:00:04,000\nBye."],
    ["none", "00:00:01,000 --> 00:00:02,000\nIt is\n42\n\n00:00:03,000 --> 00:00:04,000\nBye."],
    [
      "a blank line behind each",
      "1\n\n00:00:01,000 --> 00:00:02,000\n\nIt is\n\n42\n\n2\n\n00:00:03,000 --> 00:00:04,000\n\nBye.",
    ],
  ])("has a number that somebody says, with %s", async (_, text) => {
    expect((await parse(text)).map((one) => one.text)).toEqual(["It is 42", "Bye."]);
  });

  it.each([
    [
      "Whisper",
      {
        text: "Hi there. Bye.",
        segments: [
          { id: 0, start: 1, end: 2.5, text: " Hi there." },
          { start: 3, end: 4, text: "Bye." },
        ],
      },
    ],
    [
      "WhisperX",
      {
        segments: [
          { start: 1, end: 2.5, text: " Hi there.", words: [] },
          { start: 3, end: 4, text: "Bye." },
        ],
      },
    ],
    [
      "OpenAI's interface",
      {
        task: "transcribe",
        duration: 4,
        text: `[Music] Hi there. Bye. ${"x".repeat(1_024)}`,
        segments: [
          { id: 0, start: 1, end: 2.5, text: " Hi there." },
          { id: 1, start: 3, end: 4, text: " Bye." },
        ],
      },
    ],
    [
      "whisper.cpp",
      {
        systeminfo: "[",
        transcription: [
          { timestamps: { from: "00:00:01,000", to: "00:00:02,500" }, offsets: { from: 1_000 }, text: " Hi there." },
          { timestamps: { from: "00:00:03,000", to: "00:00:04,000" }, text: "Bye." },
        ],
      },
    ],
    [
      "Podlove",
      [
        { speaker: "{1}", start: "00:00:01.000", start_ms: 1_000, end: "00:00:02.500", text: "Hi there." },
        { start: "00:00:03.000", start_ms: 3_000, end: "00:00:04.000", text: "Bye." },
      ],
    ],
  ])("is read from the JSON of %s", async (_, file) => {
    const text = JSON.stringify(file);
    expect(isTranscriptStart(text.slice(0, 1_024))).toBe(true);
    expect(await parse(text)).toMatchObject([HI, BYE]);
  });

  it.each([
    ["这是第一个浪的故事。", "这是第二个浪的故事。"],
    ["เรื่องนี้เกี่ยวกับคลื่น", "ในทะเล"],
  ])("keeps cues in a script without spaces, and joins its words without any: %s", async (...said) => {
    const segments = said.map((body, startTime) => ({ startTime, endTime: startTime + 1, body }));
    expect((await parse(JSON.stringify({ segments }))).map(({ text }) => text)).toEqual(said);
    const words = ["潮", "の", "話。", "灯台"].map((body, startTime) => ({ startTime, endTime: startTime + 1, body }));
    expect((await parse(JSON.stringify({ segments: words }))).map(({ text }) => text)).toEqual(["潮の話。", "灯台"]);
  });

  it("takes the start of the next cue for an end of 0", async () => {
    const segments = [HI, BYE].map(({ start, text }) => ({ startTime: start, endTime: 0, body: text }));
    expect(await parse(JSON.stringify({ segments }))).toMatchObject([
      { start: 1, end: 3 },
      { start: 3, end: 3 },
    ]);
  });

  it.each<[string, number, Code]>([
    ["Dear diary,", 1, "not-a-transcript"],
    ["", 1, "not-a-transcript"],
    ["{", 1, "not-a-transcript"],
    ["[{}]", 1, "not-a-transcript"],
    ["1\n00:00:00,000 --> 00:00:01,000\nF\uFFFDr dich.", 3, "file-not-utf8"],
    ['{"segments":{}}', 1, "not-a-transcript"],
    ["<html><p>Sign in</p></html>", 1, "not-a-transcript"],
    ["WEBVTT\n\nsoon --> later\nBad.\n", 3, "no-cues"],
    ["WEBVTT\n", 1, "no-cues"],
    ["\uFFFD\uFFFD1\0\n\0-\0-\0>\0", 1, "file-not-utf8"],
    ['{"segments":[]}', 1, "no-cues"],
    ["<time>soon</time><p>Bad.</p>", 1, "no-cues"],
  ])("is refused with the line: %j", async (text, line, code) => {
    await expect(parseTranscript(text)).rejects.toThrow(errorOf(code, "", { line }));
  });

  it("has 20,000 cues at most", async () => {
    const segments = (count: number) =>
      JSON.stringify({ segments: Array.from({ length: count }, (_, startTime) => ({ startTime, body: "two words" })) });
    expect(await parse(segments(20_000))).toHaveLength(20_000);
    await expect(parse(segments(20_001))).rejects.toThrow("It has 20,001 cues; the limit is 20,000.");
  });

  it("takes markup of strangers for nothing but text, however deep", async () => {
    const deep = "<00:00:01.500><c>a".repeat(100_000);
    expect(await parse(`WEBVTT\n\n00:01.000 --> 00:02.000\n${deep}\n\n00:03.000 --> 00:04.000\nBye.`)).toEqual([BYE]);
    expect(
      await parse("WEBVTT\n\n00:01.000 --> 00:02.000\n<img src=x onerror=alert(1)>Hi<script>alert(1)</script>"),
    ).toMatchObject([{ text: "<img src=x onerror=alert(1)>Hi<script>alert(1)</script>" }]);
    expect(await parse(`<time>0:01</time>${"<p><p attr='".repeat(10_000)}x`).catch(({ name }: Error) => name)).toBe(
      "InputError",
    );
  });

  it("is read or refused soon, however often a mark begins", async () => {
    expect(isTranscriptStart("<!---->".repeat(140))).toBe(false);
    const cue = "1\n00:00:01,000 --> 00:00:02,000\n";
    for (const text of [
      `${cue}${"{\\".repeat(2_000_000)}`,
      `WEBVTT\n\n${"\u0300\u0316".repeat(2_000_000)}-->\nx`,
      `<time>0:01</time>${"<b>".repeat(300_000)}${"</i>".repeat(200_000)}`,
    ])
      await expect(parse(text)).rejects.toThrow(errorOf("no-cues"));
    expect(await parse(`${cue}${"\r".repeat(400_000)}a`)).toMatchObject([{ text: "a" }]);
    expect(await parse(`${cue}<font${" ".repeat(2_000_000)}`)).toMatchObject([{ text: "<font" }]);
    await expect(parse(`${cue}${"a\n".repeat(500_000)}`)).rejects.toThrow("It has 500,003 lines; the limit is 500,000");
  });

  it("is what it was after JSON", async () => {
    const kept = await parseTranscript("WEBVTT\n\n00:01.000 --> 00:02.500\nHost: Hi there.");
    expect(isTranscript(JSON.parse(JSON.stringify(kept)))).toBe(true);
    for (const cues of [[], [{ ...HI, start: "1" }], [{ ...HI, speaker: 1 }], [null]])
      expect(isTranscript({ ...kept, cues })).toBe(false);
  });

  it("never fails but by refusing, whatever the text", async () => {
    const parts = fc.constantFrom(
      "WEBVTT\n\n",
      "00:01.000 --> 00:02.000\n",
      "1\n",
      "\n",
      "<v A>",
      "<c>",
      "</c>",
      "&amp;",
      "Hi",
      "-->",
      "<time>",
      "1:00",
      "<p>",
      "<cite>",
      '{"segments":[',
      "]}",
      "0:00:01.0,0:00:02.0\n",
      "\u0000",
      "😀",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(parts, { maxLength: 30 }), async (texts) => {
        const read = await parseTranscript(texts.join("")).catch((error: unknown) => error);
        if (!(read instanceof InputError)) expect(isTranscript(read)).toBe(true);
      }),
    );
  });
});
