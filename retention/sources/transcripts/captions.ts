/// <reference path="media-captions.d.ts" />
import { type CaptionCue, type CueNode, parseText, tokenizeVTTCue } from "media-captions";
import { tryParseTime } from "../feed/duration.ts";
import type { Cue, ReadCues } from "./cue.ts";

/** Matches the times of a cue of SubViewer: `0:00:00.599,0:00:04.160`. */
const SBV_TIMES = /^(\d+:\d\d:\d\d\.\d+),(\d+:\d\d:\d\d\.\d+)$/;

/** Matches positions that programs write into SubRip, such as `{\an8}`. */
const OVERRIDE = /\{\\[^}]*\}/g;

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
    cues: cues.map(readCue),
    // Cues that end before they begin are no error to the parser.
    leftOut: Math.max(0, timed - cues.length),
    badLine: lines.findIndex(isTimed) + 1,
  };
}

const ARROW = "-->";
const isTimed = (line: string) => line.includes(ARROW);

/** Puts a blank line before a cue, which some programs leave out, and leaves out its number. The parser wants one space at an arrow. */
function separate(line: string, index: number, lines: readonly string[]): readonly string[] {
  if (/^\d+\s*$/.test(line) && isTimed(lines[index + 1] ?? "")) return [];
  if (!isTimed(line)) return [line];
  const at = line.indexOf(ARROW);
  return ["", `${line.slice(0, at).trim()} ${ARROW} ${line.slice(at + ARROW.length).trim()}`];
}

function readCue(cue: CaptionCue): Cue {
  cue.text = cue.text.replace(OVERRIDE, "");
  const { texts, voices } = flatten(tokenizeVTTCue(cue));
  const [speaker] = voices;
  return { start: cue.startTime, end: cue.endTime, text: texts.join(""), ...(speaker && { speaker }) };
}

/** Lists texts and names in their order. Each time of a word holds the next one, so that a cue may be deeper than the stack. */
function flatten(nodes: readonly CueNode[]): { texts: string[]; voices: string[] } {
  const texts: string[] = [];
  const voices: string[] = [];
  const left = nodes.toReversed();
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.type === "text") {
      texts.push(node.data);
      continue;
    }
    if (node.type === "v") voices.push((node.voice ?? "").trim());
    left.push(...node.children.toReversed());
  }
  return { texts, voices };
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
