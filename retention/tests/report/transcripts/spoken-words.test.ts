import { cumsum } from "d3-array";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Moment } from "../../../report/curve/moments/moment.ts";
import { addWords, describeLengths, quoteFrom } from "../../../report/words/moment-words.ts";
import { findSpokenWords } from "../../../report/words/spoken-words.ts";
import type { Cue } from "../../../sources/transcripts/cue.ts";

/** A sentence every five seconds. */
const CUES: readonly Cue[] = Array.from({ length: 40 }, (_, index) => {
  return { start: 5 * index, end: 5 * index + 5, text: `Sentence ${index} is here.` };
});

const find = (from: number, to = from, cues = CUES, time = from) => findSpokenWords(cues, { from, to }, time);

describe("the words at a moment", () => {
  it("are the cues from ten seconds before it until five after it", () => {
    const text = "Sentence 8 is here. Sentence 9 is here. Sentence 10 is here.";
    expect(find(50)).toEqual({ text, at: text.indexOf("Sentence 10"), from: 40, to: 55 });
    expect(find(51)?.text).toBe("Sentence 8 is here. Sentence 9 is here. Sentence 10 is here. Sentence 11 is here.");
    expect(find(50, 61)?.text).toContain("Sentence 13 is here.");
  });

  it("name who says them, at each change", () => {
    const cues = CUES.map((cue, index) => ({ ...cue, speaker: index < 10 ? "Host" : "Guest" }));
    expect(find(50, 50, cues)).toEqual({
      text: "Host: Sentence 8 is here. Sentence 9 is here. Guest: Sentence 10 is here.",
      at: "Host: Sentence 8 is here. Sentence 9 is here. Guest: ".length,
      from: 40,
      to: 55,
      speakers: ["Host", "Guest"],
    });
  });

  it("have an ellipsis where a sentence begins before them, or goes on", () => {
    const cues = ["It begins", "and goes on", "and on", "until it ends."].map((text, index) => {
      return { start: 10 * index, end: 10 * index + 10, text, speaker: "Host" };
    });
    expect(find(20, 20, cues)?.text).toBe("Host: …and goes on and on …");
    expect(find(35, 35, cues)?.text).toBe("Host: …and on until it ends.");
    expect(find(5, 5, cues)?.text).toBe("Host: It begins …");
  });

  it("have no space between cues of a script that has none, and end with its full stop", () => {
    const cues = CUES.map((cue, index) => ({ ...cue, text: `这是第${index}个浪的故事。` }));
    expect(find(50, 50, cues)?.text).toBe("这是第8个浪的故事。这是第9个浪的故事。这是第10个浪的故事。");
  });

  it("keep the sentence that begins nearest to a time, of those that don't fit", () => {
    const long = CUES.map((cue, index) => ({ ...cue, text: `Sentence ${index} ${"is long ".repeat(9)}here.` }));
    expect(find(50, 60, long, 53)?.text).toBe(`${long[10]?.text} ${long[11]?.text}`);
    expect(find(50, 60, long, 52)?.text).toBe(`${long[9]?.text} ${long[10]?.text}`);
  });

  it.each([
    ["in the cue of the one before", [[40, 60, "It ends now. Then another begins here."]], 48],
    [
      "where its speaker begins",
      [
        [40, 49, "It ends now."],
        [49, 60, "Then another begins here."],
      ],
      51,
    ],
    [
      "and goes on in the next cue",
      [
        [40, 52, "It ends now. Then"],
        [52, 60, "another begins here."],
      ],
      50,
    ],
  ] as const)("are quoted from the sentence that begins at a time on, %s", (_, said, time) => {
    const cues = said.map(([start, end, text], index) => ({
      start,
      end,
      text,
      speaker: ["Host", "Guest"][index] ?? "",
    }));
    const words = find(50, 50, cues, time);
    expect(words && quoteFrom(words).replace(/ Guest:/, "")).toBe("Then another begins here.");
  });

  it("are quoted from a word on where there are no sentences", () => {
    const cues = CUES.map((cue, index) => ({ ...cue, text: `and then the ${"very ".repeat(8)}long ${index}` }));
    const words = find(50, 60, cues, 51);
    expect(words && quoteFrom(words)).toMatch(/^…(then|the) (the )?very /);
  });

  it("keep the words at the moment, of a sentence that is too long", () => {
    const words = Array.from({ length: 600 }, (_, index) => `w${index}`).join(" ");
    const text = find(30, 30, [{ start: 0, end: 60, text: words }])?.text;
    expect(text).toMatch(/^…w2\d\d .*\bw2[6-9]\d .* w\d+ …$/);
    expect(text?.length).toBeLessThanOrEqual(240);
  });

  it("are looked for among as much as anybody can say", () => {
    const cues = Array.from({ length: 9 }, (_, index) => ({
      start: index,
      end: 60,
      text: `${index} `.repeat(2_400).trim(),
    }));
    expect(find(50, 50, cues)?.text).toMatch(/^…3 3 .* 3 …$/);
  });

  it.each([
    ["of a word that is too long", `See https://h.test/${"ab".repeat(1_000)}`],
    ["and no half of a character", "👩‍🚀".repeat(1_000)],
  ])("are cut within 240 characters, %s", (_, text) => {
    const words = find(30, 30, [{ start: 0, end: 60, text }])?.text ?? "";
    expect(words.length).toBeLessThanOrEqual(240);
    expect(words).toMatch(/^…(?:[ab]{200,}|(?:👩‍🚀){40,}) …$/u);
  });

  it("are those of the pause before, in a pause", () => {
    const cues = [
      { start: 0, end: 8, text: "Before the music." },
      { start: 16, end: 20, text: "After the music." },
    ];
    expect(find(13, 13, cues)?.text).toBe("Before the music. After the music.");
    expect(find(10, 10, cues)?.text).toBe("Before the music.");
  });

  it("never have more than 240 characters, and always some of the cue at the moment", () => {
    const cue = fc.record({
      length: fc.double({ min: 0, max: 20, noNaN: true }),
      text: fc.stringMatching(/^[a-z][a-z .!?]{0,80}$/),
    });
    fc.assert(
      fc.property(
        fc.array(cue, { minLength: 1, maxLength: 30 }),
        fc.double({ min: 0, max: 300, noNaN: true }),
        (cues, at) => {
          const ends = cumsum(cues, ({ length }) => length);
          const said = cues.map(({ text }, index) => ({
            start: ends[index - 1] ?? 0,
            end: ends[index] ?? 0,
            text: text.trim(),
          }));
          const words = find(at, at, said);
          const isNearby = said.some(({ start, end }) => end > at - 10 && start < at + 5);
          expect(words !== undefined).toBe(isNearby);
          if (!words) return;
          expect(words.text.length).toBeLessThanOrEqual(240);
          expect(words.from).toBeLessThanOrEqual(Math.max(at, said.find(({ end }) => end > at - 10)?.start ?? 0));
        },
      ),
    );
  });
});

const LOSS: Moment = { kind: "loss", from: 50, to: 55, before: 90, within: 70, after: 70, share: 0.2 };
const SKIP: Moment = { ...LOSS, kind: "skip", from: 50, to: 120 };

describe("a moment with a transcript", () => {
  it("has the words after which listeners leave", () => {
    const loss = addWords(LOSS, { cues: CUES, end: 200 });
    expect(loss).toMatchObject({ ...LOSS, words: { from: 40, to: 60 } });
    expect(loss?.words?.end).toBeUndefined();
    expect(loss?.words?.text).toMatch(/^Sentence 8 is here\./);
  });

  it("has, for a skip, the words where it begins and where it ends", () => {
    const skip = addWords(SKIP, { cues: CUES, end: 200 });
    expect(skip?.words).toMatchObject({ from: 40, to: 55, end: { from: 110, to: 125 } });
    expect(skip?.words?.text).toMatch(/^Sentence 8 /);
    expect(skip?.words?.end?.text).toMatch(/^Sentence 22 /);
  });

  it.each([
    [[39], 50],
    [[40], 40],
    [[60], 60],
    [[61], 50],
    [[40, 55], 55],
  ])("with chapters at %j s begins with the sentence at %d s: it may be off by ten", (times, from) => {
    const chapters = times.map((time) => ({ time }));
    const skip = addWords(SKIP, { cues: CUES, end: 200 }, chapters);
    expect(skip?.words?.text.slice(skip.words.at)).toMatch(`Sentence ${from / 5} is here.`);
  });

  it("has none in music, and says so if there is speech around it", () => {
    const cues = [CUES[0], CUES[1], CUES[20]].filter((cue) => cue !== undefined);
    const [quiet, last] = [LOSS, { ...LOSS, from: 150, to: 160 }].map((loss) => addWords(loss, { cues, end: 105 }));
    expect(quiet).toEqual({ ...LOSS, silence: { from: 10, to: 100 } });
    expect(last).toEqual({ ...LOSS, from: 150, to: 160 });
  });

  it.each([
    [849, "14:09 and 16:40"],
    [850, undefined],
    [1_010, undefined],
    [1_011, "16:51 and 16:40"],
  ])("is of the same cut as a curve of 1,000 s if it ends at %d s: %s", (end, lengths) => {
    expect(describeLengths({ end }, 1_000)).toBe(lengths);
  });
});
