/// <reference path="media-captions.d.ts" />
import { sum } from "d3-array";
import { type CaptionCue, type CueNode, parseText, tokenizeVTTCue } from "media-captions";
import { tryParseTime } from "../feed/duration.ts";
import type { Cue, ReadCues } from "./cue.ts";

/** Matches the times of a cue of SubViewer: `0:00:00.599,0:00:04.160`. */
const SBV_TIMES = /^(\d+:\d\d:\d\d\.\d+),(\d+:\d\d:\d\d\.\d+)$/;

/** Matches positions that programs write into SubRip, such as `{\an8}`. */
const OVERRIDE = /\{\\[^{}]*\}/g;

/**
 * Parses WebVTT or SubRip. Styles, notes, positions and the times of words go.
 *
 * @param text with a line that has `-->`
 */
export async function parseCaptions(text: string): Promise<ReadCues> {
  const type = text.startsWith("WEBVTT") ? "vtt" : "srt";
  const lines = text.split(/\r\n|\r|\n/);
  const { cues } = await parseText(lines.flatMap(separate).join("\n"), { type });
  const timed = lines.filter(isTimed).length;
  return {
    cues: cues.flatMap(splitVoices),
    // Cues that end before they begin are no error to the parser.
    leftOut: Math.max(0, timed - cues.length),
    badLine: lines.findIndex(isTimed) + 1,
  };
}

const ARROW = "-->";
const isTimed = (line: string) => line.includes(ARROW);

/**
 * Puts a blank line before a cue, which some programs leave out, and leaves out its number and its position. The parser wants one
 * space at an arrow, and of WebVTT a full stop before milliseconds.
 */
function separate(line: string, index: number, lines: readonly string[]): readonly string[] {
  if (/^\d+\s*$/.test(line) && isTimed(lines[index + 1] ?? "")) return [];
  if (!isTimed(line)) return [line];
  const [from = "", to = ""] = line.replaceAll(",", ".").split(ARROW);
  const [end = ""] = to.trim().split(/\s/, 1);
  return ["", `${from.trim()} ${ARROW} ${end}`];
}

/** What one voice says. */
interface Voice {
  readonly speaker: string | undefined;
  text: string;
}

/** Makes a cue for each voice of one. They speak one after another, and each as fast as the other. */
function splitVoices(cue: CaptionCue): Cue[] {
  cue.text = cue.text.replace(OVERRIDE, "");
  const voices = listVoices(tokenizeVTTCue(cue));
  const length = sum(voices, ({ text }) => text.length);
  let said = 0;
  const tell = () => cue.startTime + (cue.endTime - cue.startTime) * (said / length);
  return voices.map(({ speaker, text }) => {
    const start = tell();
    said += text.length;
    return { start, end: said === length ? cue.endTime : tell(), text, ...(speaker && { speaker }) };
  });
}

/** Lists what is said, in its order. Each time of a word holds the next one, so that a cue may be deeper than the stack. */
function listVoices(nodes: readonly CueNode[]): Voice[] {
  const voices: Voice[] = [];
  const left = nodes.toReversed().map((node): [CueNode, string | undefined] => [node, undefined]);
  for (let next = left.pop(); next; next = left.pop()) {
    const [node, speaker] = next;
    if (node.type === "text") {
      const last = voices.at(-1);
      if (last && (speaker === undefined || speaker === last.speaker)) last.text += node.data;
      else voices.push({ speaker, text: node.data });
      continue;
    }
    const voice = (node.type === "v" && (node.voice ?? "").trim()) || speaker;
    for (const child of node.children.toReversed()) left.push([child, voice]);
  }
  return voices;
}

/** Checks whether a text is SubViewer, as YouTube Studio exports it. */
export function isSbv(text: string): boolean {
  return SBV_TIMES.test(/^\s*(\S+)/.exec(text)?.[1] ?? "");
}

/** Parses SubViewer: blocks of times and text, with blank lines between them. */
export function parseSbv(text: string): ReadCues {
  const blocks = text
    .replaceAll(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .map((block) => block.trim().split("\n"));
  const cues = blocks.flatMap(([times = "", ...lines]): Cue[] => {
    const [, from = "", to = ""] = SBV_TIMES.exec(times) ?? [];
    const [start, end] = [tryParseTime(from), tryParseTime(to)];
    return start === undefined || end === undefined ? [] : [{ start, end, text: lines.join("\n") }];
  });
  return { cues, leftOut: blocks.filter(([first = ""]) => first !== "").length - cues.length };
}
