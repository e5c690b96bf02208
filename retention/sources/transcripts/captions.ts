/// <reference path="media-captions.d.ts" />
import { sum } from "d3-array";
import { type CaptionCue, type CueNode, tokenizeVTTCue } from "media-captions";
import { formatCount } from "../../../lib/count.ts";
import { InputError } from "../base/refusals.ts";
import type { Cue, ReadCues } from "./cue.ts";

/** Matches the first times of SubViewer, as YouTube Studio exports it: `0:00:00.599,0:00:04.160`. */
export const SBV_START = /^\s*\d+:\d\d:\d\d\.\d+,\d+:\d\d:\d\d\.\d+\s/;

/** Matches what stands for such times, right or wrong: what is said has no two times alone in a line. */
const LIKE_SBV_TIMES = /^[^\S\r\n]*(\d+:[\d:.]+)[^\S\r\n]*,[^\S\r\n]*(\d+:[\d:.]+)[^\S\r\n]*$/gm;

/** Matches what is markup in SubRip, with positions that programs write into it, such as `{\an8}`. */
const OF_SUBRIP = /\{\\[^{}]*\}|<\/?(?:[bius]\s*|font(?=[\s>])[^<>]*)>/gi;

/** Matches a `<` that begins no tag and no time of WebVTT (https://www.w3.org/TR/webvtt1/#webvtt-cue-span-start-tag). */
const NO_TAG =
  /<(?!\/?(?:[cibu]|ruby|rt)(?:\.[^\s<>]*)?\s*>|\/(?:v|lang)\s*>|(?:v|lang)(?:\.[^\s<>]*)?(?:\s[^<>]*)?>|(?:\d+:)?\d\d:\d\d\.\d{3}>)/g;

/** Stands for a `<` that begins no tag: a noncharacter. */
const LESS = "\uFDD0";

const ARROW = "-->";
const isTimed = (line = "") => line.includes(ARROW);

/** What a block of WebVTT begins with that nobody says. */
const UNSAID = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

/** Matches the time of a cue as programs write it: with commas, colons, semicolons, spaces, microseconds, or minutes above 59. */
const TIME =
  /^\s*(?:(?<hours>\d{1,4})\s*[:;]\s*)?(?<minutes>\d{1,3})\s*[:;]\s*(?<seconds>[0-5]?\d)(?:\s*(?<mark>[.,:;])\s*(?<part>\d{1,9}))?(?=\s|$)/;

/** Characters of a line of times that are read, with positions behind them. To normalize marks takes the square of their number. */
const MAX_TIMES = 1_000;

/** A transcript of 20,000 cues has some 100,000 lines. */
const MAX_LINES = 500_000;

/**
 * Parses WebVTT or SubRip. Styles, notes, positions and the times of words go.
 *
 * @param text with a line that has `-->`
 * @param hasNames whether cues may have numbers or names before their times
 * @throws InputError if it has more than 500,000 lines
 */
export function parseCaptions(text: string, hasNames = true): ReadCues {
  const isVtt = text.startsWith("WEBVTT");
  const lines = text.split(/\r{0,2}\n|\r/);
  if (lines.length > MAX_LINES)
    throw new InputError(
      "unreadable",
      `It has ${formatCount(lines.length, "line")}; the limit is ${formatCount(MAX_LINES, "line")}.`,
    );
  const places = lines.flatMap((line, index) => (isTimed(line) ? index : []));
  const cues = places.map((place, index) => {
    const next = places[index + 1];
    const said = lines.slice(place + 1, hasNames ? findCueEnd(lines, next, isVtt) : next);
    return readCue(lines[place] ?? "", isVtt ? leaveOutUnsaid(said) : said, isVtt, place + 1);
  });
  const read = cues.filter((cue) => cue !== undefined);
  return {
    cues: read.flat(),
    leftOut: cues.length - read.length,
    badLine: (places[cues.indexOf(undefined)] ?? -1) + 1,
  };
}

/** Finds the line behind the text of a cue, which the number or the name of the next one ends. */
function findCueEnd(lines: readonly string[], next: number | undefined, isVtt: boolean): number | undefined {
  if (next === undefined) return undefined;
  let last = next - 1;
  while (lines[last]?.trim() === "") last--;
  // Some programs put a blank line behind each line, or behind the number.
  const isApart = !isVtt && lines[last - 1]?.trim() === "";
  const isBefore = last === next - 1 || isApart || lines[next + 1]?.trim() === "";
  const isNumber = isBefore && /^\s*\d+\s*$/.test(lines[last] ?? "");
  const isName = isVtt && last === next - 1 && lines[last - 1]?.trim() === "";
  return isNumber || isName ? last : next;
}

function leaveOutUnsaid(lines: readonly string[]): string[] {
  const blocks = lines.join("\n").split(/\n(?:[^\S\n]*\n)+/);
  return blocks
    .filter((block) => !UNSAID.test(block))
    .join("\n")
    .split("\n");
}

function readCue(times: string, lines: readonly string[], isVtt: boolean, line: number): Cue[] | undefined {
  const [startTime, endTime] = times.slice(0, MAX_TIMES).normalize("NFKC").split(ARROW).map(parseTime);
  if (startTime === undefined || endTime === undefined) return undefined;
  const text = lines.filter((line) => line.trim() !== "").join("\n");
  const plain = isVtt ? text.replaceAll(NO_TAG, LESS) : text.replaceAll(OF_SUBRIP, "").replaceAll("<", LESS);
  return splitVoices({ startTime, endTime, text: plain }).map((cue) => ({ ...cue, line }));
}

/** @returns seconds. Nobody knows how many frames a second has, so that they are left out */
function parseTime(text: string): number | undefined {
  const { hours = 0, minutes, seconds, mark = ".", part = "" } = TIME.exec(text)?.groups ?? {};
  if (minutes === undefined) return undefined;
  const areFrames = /[:;]/.test(mark) && part.length < 3;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(`${seconds}.${areFrames ? 0 : part}`);
}

/** What one voice says. */
interface Voice {
  readonly speaker: string | undefined;
  text: string;
}

/** Makes a cue for each voice of one. They speak one after another, and each as fast as the other. */
function splitVoices(cue: CaptionCue): Cue[] {
  const voices = listVoices(tokenizeVTTCue(cue)).map((voice) => ({ ...voice, text: voice.text.replaceAll(LESS, "<") }));
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

/** Parses SubViewer as SubRip whose cues have no numbers: its times stand for those of a cue. */
export function parseSbv(text: string): ReadCues {
  return parseCaptions(text.replaceAll(LIKE_SBV_TIMES, `$1 ${ARROW} $2`), false);
}
