import { readFile, stat } from "node:fs/promises";
import { formatCount } from "../../../lib/count.ts";
import { say } from "../../../operate/shell/output.ts";
import { cutText } from "../../report/curve/text.ts";
import { addTranscript, type LoneEpisode } from "../../report/make/measure-episode.ts";
import { describeLengths } from "../../report/words/moment-words.ts";
import { InputError } from "../../sources/base/refusals.ts";
import { EpisodeFileNames } from "../../sources/transcripts/file-names.ts";
import {
  isTranscript,
  MAX_TRANSCRIPT_MEGABYTES,
  parseTranscript,
  type Transcript,
} from "../../sources/transcripts/transcript.ts";
import type { FileKind } from "../feed/linked-file.ts";
import { describeListedError, listFiles } from "../listed-files.ts";
import { formatRefusal } from "../refusal-list.ts";
import type { FeedNames, Names } from "./inputs.ts";
import type { LinkedFiles } from "./linked-files.ts";

/** Transcripts of all formats: types of links are often wrong. */
const TRANSCRIPT_FILE: FileKind<Transcript> = {
  singular: "transcript",
  plural: "transcripts",
  accept: "text/vtt, application/x-subrip, application/srt, application/json;q=0.9, text/html;q=0.8, */*;q=0.5",
  maxMegabytes: MAX_TRANSCRIPT_MEGABYTES,
  parse: parseTranscript,
  isContent: isTranscript,
};

/**
 * Adds transcripts to episodes: those of files that are named after them, else those that feeds link, if they are fetched. Says on
 * standard error which files are of no episode or can't be read, and how many of whose cues were left out.
 *
 * @param paths files, and folders of files
 * @param linked undefined if nothing is to be fetched
 */
export async function addTranscripts(
  episodes: readonly LoneEpisode[],
  names: FeedNames,
  paths: readonly string[],
  linked: LinkedFiles | undefined,
): Promise<readonly LoneEpisode[]> {
  const found = await readTranscripts(paths, new EpisodeFileNames(listNamed(episodes, names)), episodes);
  if (linked)
    await fetchTranscripts(
      episodes.filter(({ guid }) => !found.has(guid)),
      names,
      linked,
    );
  const spoken = episodes.map((episode) => {
    const name = names.get(episode.guid);
    const transcript = found.get(episode.guid) ?? (linked && findLinked(name?.transcriptLinks, linked));
    return transcript ? { episode: addTranscript(episode, transcript, name), transcript } : { episode };
  });
  const others = episodes.flatMap(({ guid }) => (found.has(guid) ? [] : (names.get(guid)?.otherLanguage ?? [])));
  if (linked && others.length > 0)
    say(
      `Not fetched, because their language is not the feed's: the transcripts of ${formatCount(others.length, "episode")}, such as in ${cutText(others[0] ?? "")}.`,
    );
  for (const { episode, transcript } of spoken)
    if (transcript && !found.has(episode.guid)) tellLeftOut(`The transcript of “${episode.title}”`, transcript);
  return spoken.map(({ episode }) => episode);
}

/** Says which transcripts are of another cut than the curve, if no captions tell how it is cut. */
export function tellOfOtherCuts(episodes: readonly LoneEpisode[]): void {
  for (const { title, duration, spoken, cut } of episodes) {
    const lengths = spoken && !cut && describeLengths(spoken, duration);
    if (lengths) say(`No words in “${title}”: the transcript and the curve have other lengths, ${lengths}.`);
  }
}

/** Says how many episodes link transcripts that are not fetched. */
export function tellOfTranscripts(episodes: readonly LoneEpisode[], names: Names): void {
  const count = episodes.filter(({ guid }) => names.get(guid)?.transcriptLinks).length;
  if (count > 0)
    console.error(`The feed links the transcripts of ${formatCount(count, "episode")}. To fetch them: --transcripts`);
}

/** All episodes of the feed count: a file of one that is not in the report is of no other. */
function listNamed(episodes: readonly LoneEpisode[], names: FeedNames) {
  const titles = new Map(episodes.map(({ guid, title }) => [guid, title]));
  return [...new Set([...titles.keys(), ...names.guids])].map(
    (guid) => [guid, { title: titles.get(guid), ...names.get(guid) }] as const,
  );
}

async function readTranscripts(
  paths: readonly string[],
  names: EpisodeFileNames,
  episodes: readonly LoneEpisode[],
): Promise<Map<string, Transcript>> {
  const { files, notices } = await listFiles(paths);
  for (const notice of notices) say(notice);
  const found = new Map<string, Transcript>();
  for (const file of files) {
    const guid = names.find(file);
    if (guid === undefined || !episodes.some((episode) => episode.guid === guid)) say(`${file}: ${OF_NONE}`);
    else if (found.has(guid)) say(`${file}: Its episode has the transcript of another file already.`);
    else {
      const transcript = await loadTranscript(file);
      if (transcript) found.set(guid, transcript);
    }
  }
  return found;
}

const OF_NONE =
  "No episode of the report has its name. Name it after the file in the feed's link, the audio's file or the title.";

/** Loads a transcript, or says on standard error what is wrong with it. */
export async function loadTranscript(file: string): Promise<Transcript | undefined> {
  try {
    const { size } = await stat(file);
    if (size > MAX_TRANSCRIPT_MEGABYTES * 1e6)
      throw new InputError("unreadable", `It has more than ${MAX_TRANSCRIPT_MEGABYTES} MB.`);
    const transcript = await parseTranscript(await readFile(file, "utf8"));
    tellLeftOut(file, transcript);
    return transcript;
  } catch (error) {
    if (error instanceof InputError) say(formatRefusal({ file, ...error.refusal }));
    else say(`${file}: ${describeListedError(error as NodeJS.ErrnoException)}`);
    return undefined;
  }
}

/** Says how many cues were left out of a transcript, and where the first of them stands. */
function tellLeftOut(name: string, { leftOut, badLine }: Transcript): void {
  const line = badLine === undefined ? "" : `:${badLine}`;
  if (leftOut > 0) say(`${name}${line}: Left out, because it can't be read: ${formatCount(leftOut, "cue")}.`);
}

type Links = NonNullable<ReturnType<Names["get"]>>["transcriptLinks"];

/** Links of an episode that are tried, at most. */
const MAX_TRIES = 3;

/** Fetches the first link of each episode, and the next one of those whose file is lacking or has no times. */
async function fetchTranscripts(episodes: readonly LoneEpisode[], names: Names, linked: LinkedFiles): Promise<void> {
  const all = episodes.map(({ guid }) => names.get(guid)?.transcriptLinks ?? []);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const links = all.flatMap((links) => (findLinked(links.slice(0, tries), linked) ? [] : (links[tries] ?? [])));
    if (links.length === 0) return;
    await linked.fetchAll(links.map((link) => ({ kind: TRANSCRIPT_FILE, link })));
  }
}

function findLinked(links: Links = [], linked: LinkedFiles): Transcript | undefined {
  for (const link of links) {
    const transcript = linked.find(TRANSCRIPT_FILE, link);
    if (transcript) return transcript;
  }
  return undefined;
}
